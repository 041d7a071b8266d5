import {
  ApprovalResponse,
  approvalRows,
  PendingApproverResponse,
  pendingApprovers,
  type PeopleRow,
  type Person,
  toApprovalsResponse,
  toPendingApproverResponse,
  type StepRow,
} from '../../approvals';
import { Out } from '../../../platform/http';
import { withInitialValues } from '../../../organisation/tenants';
import { mayDecideAlone } from '../domain/approval/authority';
import type { InvoiceStatus } from '../domain/lifecycle';

export class ApprovalStateResponse {
  @Out.integer({ nullable: true, description: 'Set while the invoice is pending. 1 for an invoice without steps.' })
  current_approval_step: number | null;

  @Out.list(() => PendingApproverResponse, { description: 'Active users who may decide the current step.' })
  pending_approvers: PendingApproverResponse[];

  @Out.list(() => ApprovalResponse, {
    description: 'Decided and open steps. For an invoice without steps, its single decision.',
  })
  approvals: ApprovalResponse[];
}

export interface InvoiceDeciders {
  readonly people: PeopleRow;
  readonly department_id: number | null;
  /** Users excluded by the setting `prevent_self_approval`. */
  readonly involved: readonly number[];
  readonly roles: readonly string[];
  readonly settings: Readonly<Record<string, unknown>>;
}

export interface DecidedRow {
  readonly status: InvoiceStatus;
  readonly current_step: number | null;
  readonly steps: readonly StepRow[];
  readonly approved_by: { readonly id: number; readonly name: string } | null;
  readonly approved_at: string | null;
  readonly purchase_order: object | null;
  /** Set for a pending invoice. */
  readonly deciders?: InvoiceDeciders;
}

export function toApprovalStateResponse(row: DecidedRow): ApprovalStateResponse {
  return {
    current_approval_step: row.status === 'pending' ? (row.current_step ?? 1) : null,
    pending_approvers: deciding(row).map(toPendingApproverResponse),
    approvals: approvals(row),
  };
}

/** The approvers of the open step or, without steps, all users with the right to approve this invoice. */
function deciding({ deciders, steps, current_step, purchase_order }: DecidedRow): readonly Person[] {
  if (!deciders) return [];
  const settings = withInitialValues(deciders.settings);
  const barredIds = deciders.involved;
  if (current_step !== null) {
    const sides = { barredIds, departmentId: deciders.department_id, onlyRoles: deciders.roles };
    return pendingApprovers(sides, steps, deciders.people, settings);
  }
  const rules = { preventSelfApproval: settings.prevent_self_approval, withoutOrder: settings.invoices_without_po };
  return deciders.people.people.filter((person) =>
    mayDecideAlone(person, { barredIds, withOrder: purchase_order !== null, approverRoles: deciders.roles }, rules),
  );
}

/** An invoice approved before steps were stored shows its approver and time as step 1. */
function approvals({ steps, approved_by, approved_at }: DecidedRow): ApprovalStateResponse['approvals'] {
  if (steps.length > 0 || !approved_by || !approved_at) return toApprovalsResponse(steps);
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
