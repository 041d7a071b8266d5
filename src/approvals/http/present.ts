import { recordedStep, type StepRow } from '../approval-rows';
import type { Person } from '../domain/authority';
import { approvalRows, type RecordedDecision } from '../domain/record';
import type { ApprovalOut, PendingApproverOut } from './answers';

/** `approvals` of an order or amendment. */
export function presentApprovals(steps: readonly StepRow[]): ApprovalOut[] {
  const names = new Map(steps.flatMap(({ user_names }) => Object.entries(user_names ?? {})));
  const rows = approvalRows(steps.map(recordedStep), (id) => names.get(String(id)));
  return rows.map(({ round, step, approver, status, decision }) => ({
    step,
    approver,
    status,
    ...(decision ? decided(decision) : UNDECIDED),
    round,
  }));
}

type DecisionOut = Omit<ApprovalOut, 'step' | 'approver' | 'status' | 'round'>;

const UNDECIDED: DecisionOut = {
  approved_at: null,
  comments: null,
  decided_at: null,
  on_behalf_of: null,
  override: false,
};

function decided({ outcome, at, comments, onBehalfOf, override }: RecordedDecision): DecisionOut {
  return {
    approved_at: outcome === 'approved' ? at : null,
    comments,
    decided_at: at,
    on_behalf_of: onBehalfOf?.name ?? null,
    override,
  };
}

/** One of `pending_approvers`. */
export function presentPendingApprover({ id, name, role }: Person): PendingApproverOut {
  return { id, name, role };
}
