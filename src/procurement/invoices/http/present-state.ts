import { approvalRows, pendingApprovers, type Person, presentApprovals, presentPendingApprover } from '../../approvals';
import { withInitialValues } from '../../../organisation/tenants';
import { mayDecideAlone } from '../domain/approval/authority';
import type { ApprovalStateResponse } from './answers';
import type { InvoiceRow } from './rows';

/** Where the approval of an invoice stands. */
export function presentApprovalState(row: InvoiceRow): ApprovalStateResponse {
  return {
    current_approval_step: row.status === 'pending' ? (row.current_step ?? 1) : null,
    pending_approvers: deciding(row).map(presentPendingApprover),
    approvals: approvals(row),
  };
}

/** Who may decide now: whom the open step asks, or where there is none who may approve this invoice at all. */
function deciding({ deciders, steps, current_step, purchase_order }: InvoiceRow): readonly Person[] {
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
function approvals({ steps, approved_by, approved_at }: InvoiceRow): ApprovalStateResponse['approvals'] {
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
