import type { Language } from '../../../messages';
import { toWarningsResponse } from '../../../common/warnings';
import { type Form, Out, toRejectedResponse, RefusedResponse, WarningResponse } from '../../../platform/http';
import { PendingApproverResponse, toPendingApproverResponse } from '../steps/answers';
import type { Outcome } from './decisions.service';
import { type ApprovalPorts, DOCUMENT_TYPES, type DocumentType, PORT_OF } from './ports';
import type { WarnedDocument } from './inbox.queries';

const REASONS = ['role', 'named', 'delegation', 'fallback', 'admin'] as const;

export class ApprovalNamedResponse {
  @Out.id() id: number;
  @Out.text({ example: 'Sara Al-Qahtani' }) name: string;
}

export class ApprovalGroundResponse {
  @Out.oneOf(REASONS, {
    description:
      "`role`: the step is assigned to the caller's role. `named`: it is assigned to the caller by name. `delegation`: an approver delegated to the caller. `fallback`: the step has no approvers left, so the admins decide. `admin`: the token may decide any step, as an override.",
  })
  reason: (typeof REASONS)[number];

  @Out.text({
    nullable: true,
    description: 'The role that the step is assigned to, if any. Null for an invoice without steps.',
    example: 'department_head',
  })
  role: string | null;

  @Out.object(() => ApprovalNamedResponse, { nullable: true, description: 'The user who delegated.' })
  on_behalf_of: ApprovalNamedResponse | null;
}

export class WaitingResponse {
  @Out.oneOf(DOCUMENT_TYPES) type: DocumentType;
  @Out.id({ description: 'Id of the document.' }) id: number;
  @Out.id({ nullable: true, description: 'The order itself, or the order that is amended or billed.' })
  purchase_order_id: number | null;

  @Out.text({
    description: 'For an amendment: order number, slash, number of the amendment.',
    example: 'PO-2026-000001',
  })
  number: string;

  @Out.integer({ example: 1 }) step: number;
  @Out.text({ nullable: true, example: 'Finance' }) step_name: string | null;
  @Out.object(() => ApprovalGroundResponse, { nullable: true, description: 'Null if the caller may not decide.' })
  why: ApprovalGroundResponse | null;
  @Out.timestamp({ description: 'When the step opened.' }) since: string;
  @Out.amount({ description: 'Total including VAT; for an amendment the new total of the order.', example: 34500 })
  amount: number;
  @Out.currency() currency: string;
  @Out.object(() => ApprovalNamedResponse, { nullable: true }) asked_by: ApprovalNamedResponse | null;
  @Out.object(() => ApprovalNamedResponse, { nullable: true }) department: ApprovalNamedResponse | null;
  @Out.object(() => ApprovalNamedResponse) vendor: ApprovalNamedResponse;
  @Out.list(() => PendingApproverResponse, { description: 'The current approvers, including delegates.' })
  pending_approvers: PendingApproverResponse[];

  @Out.list(() => WarningResponse, {
    optional: true,
    description:
      'Current warnings of the document; for an amendment those of its order. A warning stays until its cause is gone.',
  })
  warnings?: WarningResponse[];
}

export class OutcomeResponse {
  @Out.oneOf(DOCUMENT_TYPES) type: DocumentType;
  @Out.id() id: number;
  @Out.oneOf(['done', 'refused']) status: 'done' | 'refused';

  @Out.integer({
    optional: true,
    nullable: true,
    description: 'The current step after the decision; null if no step is pending. Only with status `done`.',
    example: 2,
  })
  current_approval_step?: number | null;

  @Out.list(() => WarningResponse, { optional: true }) warnings?: WarningResponse[];
  @Out.object(() => RefusedResponse, { optional: true, description: 'The error of a refused decision.' })
  error?: RefusedResponse;
}

/** In the order of the request. */
export class OutcomesResponse {
  @Out.list(() => OutcomeResponse) decisions: OutcomeResponse[];
}

export function toPendingResponse(
  { row, approvers, ground, warnings }: WarnedDocument,
  language: Language,
): WaitingResponse {
  const { type, id, purchase_order_id, number, amount, currency, since, asked_by, department, vendor, step } = row;
  const delegator = ground?.reason === 'delegation' ? ground.onBehalfOf : undefined;
  return {
    type,
    id,
    purchase_order_id,
    number,
    step: step?.step ?? 1,
    step_name: step?.name ?? null,
    why: ground
      ? {
          reason: ground.reason,
          role: step && 'role' in step.assignee ? step.assignee.role : null,
          on_behalf_of: delegator ? { id: delegator.id, name: delegator.name } : null,
        }
      : null,
    since,
    amount,
    currency,
    asked_by,
    department,
    vendor,
    pending_approvers: approvers.map(toPendingApproverResponse),
    ...toWarningsResponse(warnings, language),
  };
}

/** In the caller's language, with the form's field names. */
export function toOutcomesResponse(
  outcomes: readonly Outcome[],
  ports: ApprovalPorts,
  { form, language }: { readonly form: Form; readonly language: Language },
): OutcomesResponse {
  return {
    decisions: outcomes.map(({ decision: { type, id }, ...outcome }) => {
      if ('refusal' in outcome) {
        const aliases = ports[PORT_OF[type]].aliases[form];
        return { type, id, status: 'refused', error: toRejectedResponse(outcome.refusal, language, aliases) };
      }
      const { currentStep, warnings } = outcome.done;
      return {
        type,
        id,
        status: 'done',
        current_approval_step: currentStep,
        ...toWarningsResponse(warnings, language),
      };
    }),
  };
}
