import { Out } from '../../../platform/http';
import type { StepRow } from '../approvals.sql';
import type { Person } from '../domain/authority';
import { type RecordedDecision, type RecordedStep, STEP_STATUSES, type StepStatus } from '../domain/workflow';

/** A decision, or a step without one. */
export class ApprovalResponse {
  @Out.integer({ example: 1 }) step: number;

  @Out.text({
    description: 'Name of the user who decided, at that time. For an open step: its name, its role, or its users.',
    example: 'Sara Al-Qahtani',
  })
  approver: string;

  @Out.id({ nullable: true, description: 'The user who decided; null for an open step.' }) approver_id: number | null;
  @Out.oneOf(STEP_STATUSES) status: StepStatus;
  @Out.timestamp({ nullable: true }) approved_at: string | null;
  @Out.text({ nullable: true, example: 'Within budget.' }) comments: string | null;
  @Out.integer({ description: 'Number of the submission, from 1.', example: 1 }) round: number;
  @Out.timestamp({ nullable: true, description: 'When it was approved or rejected.' }) decided_at: string | null;

  @Out.text({
    nullable: true,
    description: 'Name of the principal at that time, if a delegate decided.',
  })
  on_behalf_of: string | null;

  @Out.id({ nullable: true, description: 'Id of the principal, if a delegate decided.' }) on_behalf_of_id:
    number | null;

  @Out.boolean({ description: 'An admin token decided a step that is not assigned to its user.' }) override: boolean;
}

/** A current approver. */
export class PendingApproverResponse {
  @Out.id() id: number;
  @Out.text({ example: 'Sara Al-Qahtani' }) name: string;
  @Out.text({ example: 'department_head' }) role: string;
}

export function toApprovalsResponse(steps: readonly StepRow[]): ApprovalResponse[] {
  const names = new Map(steps.flatMap(({ userNames }) => Object.entries(userNames ?? {})));
  return approvalRows(steps, (id) => names.get(String(id)));
}

/** One row per decision, and one per step that is waiting, pending or skipped; oldest round first. */
export function approvalRows(
  steps: readonly RecordedStep[],
  nameOf: (userId: number) => string | undefined,
): ApprovalResponse[] {
  return [...steps]
    .sort((a, b) => a.round - b.round || a.step - b.step)
    .flatMap((recorded) => [
      ...recorded.decisions.map((decision) => decidedRow(recorded, decision)),
      ...openRow(recorded, nameOf),
    ]);
}

function decidedRow({ round, step }: RecordedStep, decision: RecordedDecision): ApprovalResponse {
  const { outcome, by, at, comments, onBehalfOf, override } = decision;
  return {
    step,
    approver: by.name,
    approver_id: by.id,
    status: outcome,
    approved_at: outcome === 'approved' ? at : null,
    comments,
    decided_at: at,
    on_behalf_of: onBehalfOf?.name ?? null,
    on_behalf_of_id: onBehalfOf?.id ?? null,
    override,
    round,
  };
}

function openRow(recorded: RecordedStep, nameOf: (userId: number) => string | undefined): ApprovalResponse[] {
  const { round, step, status } = recorded;
  if (status === 'approved' || status === 'rejected') return [];
  const undecided = { approved_at: null, comments: null, decided_at: null, override: false };
  const nobody = { approver_id: null, on_behalf_of: null, on_behalf_of_id: null };
  return [{ step, approver: stepLabel(recorded, nameOf), status, ...undecided, ...nobody, round }];
}

/** The label of an undecided step: its name, its role, or the names of its users. */
function stepLabel({ name, assignee }: RecordedStep, nameOf: (userId: number) => string | undefined): string {
  if (name !== null) return name;
  if ('role' in assignee) return assignee.role;
  return assignee.userIds.map((id) => nameOf(id) ?? `#${id}`).join(', ');
}

export function toPendingApproverResponse({ id, name, role }: Person): PendingApproverResponse {
  return { id, name, role };
}
