import type { StepRow } from '../approvals.sql';
import type { Person } from '../domain/authority';
import type { RecordedDecision, RecordedStep } from '../domain/workflow';
import type { ApprovalOut, PendingApproverOut } from './answers';

/** `approvals` of an order or amendment. */
export function presentApprovals(steps: readonly StepRow[]): ApprovalOut[] {
  const names = new Map(steps.flatMap(({ userNames }) => Object.entries(userNames ?? {})));
  return approvalRows(steps, (id) => names.get(String(id)));
}

/**
 * The rows of `approvals`, oldest round first: one for each decision, and one for each step that still waits, is
 * pending or was skipped.
 * @param nameOf name of a user a step asks for by id
 */
export function approvalRows(
  steps: readonly RecordedStep[],
  nameOf: (userId: number) => string | undefined,
): ApprovalOut[] {
  return [...steps]
    .sort((a, b) => a.round - b.round || a.step - b.step)
    .flatMap((recorded) => [
      ...recorded.decisions.map((decision) => decidedRow(recorded, decision)),
      ...openRow(recorded, nameOf),
    ]);
}

function decidedRow({ round, step }: RecordedStep, decision: RecordedDecision): ApprovalOut {
  const { outcome, by, at, comments, onBehalfOf, override } = decision;
  return {
    step,
    approver: by.name,
    status: outcome,
    approved_at: outcome === 'approved' ? at : null,
    comments,
    decided_at: at,
    on_behalf_of: onBehalfOf?.name ?? null,
    override,
    round,
  };
}

function openRow(recorded: RecordedStep, nameOf: (userId: number) => string | undefined): ApprovalOut[] {
  const { round, step, status } = recorded;
  if (status === 'approved' || status === 'rejected') return [];
  const undecided = { approved_at: null, comments: null, decided_at: null, on_behalf_of: null, override: false };
  return [{ step, approver: stepLabel(recorded, nameOf), status, ...undecided, round }];
}

/** What to call a step nobody has decided: its name, its role, or the names of those it asks. */
function stepLabel({ name, assignee }: RecordedStep, nameOf: (userId: number) => string | undefined): string {
  if (name !== null) return name;
  if ('role' in assignee) return assignee.role;
  return assignee.userIds.map((id) => nameOf(id) ?? `#${id}`).join(', ');
}

/** One of `pending_approvers`. */
export function presentPendingApprover({ id, name, role }: Person): PendingApproverOut {
  return { id, name, role };
}
