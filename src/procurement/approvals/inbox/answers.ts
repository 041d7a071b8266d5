import type { Language } from '../../../messages';
import { sayWarnings } from '../../../common/warnings';
import { type Form, Out, presentRefused, RefusedResponse, WarningResponse } from '../../../platform/http';
import { PendingApproverResponse, presentPendingApprover } from '../steps/answers';
import type { Outcome } from './decisions.service';
import { type ApprovalPorts, DOCUMENT_TYPES, type DocumentType, PORT_OF } from './ports';
import type { WarnedDocument } from './inbox.queries';

const REASONS = ['role', 'named', 'delegation', 'fallback', 'admin'] as const;

/** A user, department or vendor. */
export class ApprovalNamedResponse {
  @Out.id() id: number;
  @Out.text({ example: 'Sara Al-Qahtani' }) name: string;
}

/** Why the caller may decide. */
export class ApprovalGroundResponse {
  @Out.oneOf(REASONS, {
    description:
      '`role`: the step asks the caller’s role. `named`: it asks them by name. `delegation`: who may decide has delegated to them. `fallback`: nobody whom the step asks is left, so it falls to the admins. `admin`: the token may decide any step, as an override.',
  })
  reason: (typeof REASONS)[number];

  @Out.text({
    nullable: true,
    description: 'The role that the step asks, if it asks one. Null for an invoice that no steps decide.',
    example: 'department_head',
  })
  role: string | null;

  @Out.object(() => ApprovalNamedResponse, { nullable: true, description: 'Who has delegated.' })
  on_behalf_of: ApprovalNamedResponse | null;
}

/** A document that waits for a decision. */
export class WaitingResponse {
  @Out.oneOf(DOCUMENT_TYPES) type: DocumentType;
  @Out.id({ description: 'The document.' }) id: number;
  @Out.id({ nullable: true, description: 'The order that it is, amends or bills.' }) purchase_order_id: number | null;

  @Out.text({ description: 'An amendment’s is that of its order, a stroke and its own.', example: 'PO-2026-000001' })
  number: string;

  @Out.integer({ example: 1 }) step: number;
  @Out.text({ nullable: true, example: 'Finance' }) step_name: string | null;
  @Out.object(() => ApprovalGroundResponse, { nullable: true, description: 'Null where the caller may not decide.' })
  why: ApprovalGroundResponse | null;
  @Out.timestamp({ description: 'When the step opened.' }) since: string;
  @Out.amount({ description: 'VAT included; of an amendment what the order would come to.', example: 34500 })
  amount: number;
  @Out.currency() currency: string;
  @Out.object(() => ApprovalNamedResponse, { nullable: true }) asked_by: ApprovalNamedResponse | null;
  @Out.object(() => ApprovalNamedResponse, { nullable: true }) department: ApprovalNamedResponse | null;
  @Out.object(() => ApprovalNamedResponse) vendor: ApprovalNamedResponse;
  @Out.list(() => PendingApproverResponse, { description: 'Who may decide now.' })
  pending_approvers: PendingApproverResponse[];

  @Out.list(() => WarningResponse, {
    optional: true,
    description: 'Those that stand of it now; of an amendment those of its order. Each stays until its cause is gone.',
  })
  warnings?: WarningResponse[];
}

/** What came of one decision. */
export class OutcomeResponse {
  @Out.oneOf(DOCUMENT_TYPES) type: DocumentType;
  @Out.id() id: number;
  @Out.oneOf(['done', 'refused']) status: 'done' | 'refused';

  @Out.integer({
    optional: true,
    nullable: true,
    description: 'The step whose turn it is now; null when nothing waits any more. Only where it is done.',
    example: 2,
  })
  current_approval_step?: number | null;

  @Out.list(() => WarningResponse, { optional: true }) warnings?: WarningResponse[];
  @Out.object(() => RefusedResponse, { optional: true, description: 'Why it was refused.' }) error?: RefusedResponse;
}

/** What came of several decisions, in their order. */
export class OutcomesResponse {
  @Out.list(() => OutcomeResponse) decisions: OutcomeResponse[];
}

/** A document that waits, as its reader meets it. */
export function presentWaiting(
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
    pending_approvers: approvers.map(presentPendingApprover),
    ...sayWarnings(warnings, language),
  };
}

/** What came of several decisions, in the caller's language and the form's words. */
export function presentOutcomes(
  outcomes: readonly Outcome[],
  ports: ApprovalPorts,
  { form, language }: { readonly form: Form; readonly language: Language },
): OutcomesResponse {
  return {
    decisions: outcomes.map(({ decision: { type, id }, ...outcome }) => {
      if ('refusal' in outcome) {
        const words = ports[PORT_OF[type]].words[form];
        return { type, id, status: 'refused', error: presentRefused(outcome.refusal, language, words) };
      }
      const { currentStep, warnings } = outcome.done;
      return { type, id, status: 'done', current_approval_step: currentStep, ...sayWarnings(warnings, language) };
    }),
  };
}
