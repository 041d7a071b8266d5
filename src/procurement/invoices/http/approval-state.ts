import {
  ApprovalResponse,
  approvalRows,
  PendingApproverResponse,
  pendingApprovers,
  type PeopleRow,
  type Person,
  presentApprovals,
  presentPendingApprover,
  type StepRow,
} from '../../approvals';
import { Out } from '../../../platform/http';
import { withInitialValues } from '../../../organisation/tenants';
import { mayDecideAlone } from '../domain/approval/authority';
import type { InvoiceStatus } from '../domain/lifecycle';

/** Where the approval of an invoice stands, as of an order or an amendment. */
export class ApprovalStateResponse {
  @Out.integer({ nullable: true, description: 'While it is pending; 1 where one decision is all it takes.' })
  current_approval_step: number | null;

  @Out.list(() => PendingApproverResponse, { description: 'Active users who may decide the current step now.' })
  pending_approvers: PendingApproverResponse[];

  @Out.list(() => ApprovalResponse, {
    description: 'The decisions, and the steps that wait for one; of an invoice without steps the one decision.',
  })
  approvals: ApprovalResponse[];
}

/** Who could decide an invoice that waits, and what says who of them may. */
export interface InvoiceDeciders {
  readonly people: PeopleRow;
  readonly department_id: number | null;
  /** Whom self-approval bars where it is prevented. */
  readonly involved: readonly number[];
  /** Roles that may decide about invoices at all. */
  readonly roles: readonly string[];
  readonly settings: Readonly<Record<string, unknown>>;
}

/** An invoice as far as its decision goes. */
export interface DecidedRow {
  readonly status: InvoiceStatus;
  readonly current_step: number | null;
  readonly steps: readonly StepRow[];
  readonly approved_by: { readonly id: number; readonly name: string } | null;
  readonly approved_at: string | null;
  readonly purchase_order: object | null;
  /** There for an invoice that waits for its decision. */
  readonly deciders?: InvoiceDeciders;
}

/** Where the approval of an invoice stands. */
export function toApprovalStateResponse(row: DecidedRow): ApprovalStateResponse {
  return {
    current_approval_step: row.status === 'pending' ? (row.current_step ?? 1) : null,
    pending_approvers: deciding(row).map(presentPendingApprover),
    approvals: approvals(row),
  };
}

/** Who may decide now: whom the open step asks, or where there is none who may approve this invoice at all. */
function deciding({ deciders, steps, current_step, purchase_order }: DecidedRow): readonly Person[] {
  if (!deciders) return [];
  const settings = withInitialValues(deciders.settings);
  const barredIds = deciders.involved;
  if (current_step !== null) {
    const sides = { barredIds, departmentId: deciders.department_id, onlyRoles: deciders.roles };
    return pendingApprovers(sides, steps, deciders.people, settings);
  }
  const rules = {
    preventSelfApproval: settings.prevent_self_approval,
    withoutOrder: settings.invoices_without_po,
  };
  return deciders.people.people.filter((person) =>
    mayDecideAlone(person, { barredIds, withOrder: purchase_order !== null, approverRoles: deciders.roles }, rules),
  );
}

/** One that was approved before decisions were kept as steps shows who approved it, and when. */
function approvals({ steps, approved_by, approved_at }: DecidedRow): ApprovalStateResponse['approvals'] {
  if (steps.length > 0 || !approved_by || !approved_at) return presentApprovals(steps);
  const decision = { by: approved_by, at: approved_at, onBehalfOf: null, override: false, comments: null };
  return approvalRows(
    [
      {
        round: 1,
        step: 1,
        name: null,
        assignee: { userIds: [] },
        status: 'approved',
        decisions: [{ outcome: 'approved', ...decision }],
      },
    ],
    () => undefined,
  );
}
