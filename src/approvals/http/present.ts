import { Out } from '../../http';
import { recordedStep, type StepRow } from '../approval-rows';
import type { Person } from '../domain/authority';
import { approvalRows, type RecordedDecision, STEP_STATUSES, type StepStatus } from '../domain/record';

/** A row of `approvals`: a decision, or a step that still waits for one. */
export class ApprovalOut {
  @Out.integer({ example: 1 })
  step: number;

  @Out.text({
    description: 'Who decided; for an open step its name, its role, or whom it asks.',
    example: 'Sara Al-Qahtani',
  })
  approver: string;

  @Out.oneOf(STEP_STATUSES)
  status: StepStatus;

  @Out.timestamp({ nullable: true })
  approved_at: string | null;

  @Out.text({ nullable: true, example: 'Within budget.' })
  comments: string | null;

  @Out.integer({ description: 'Which submission the step belongs to, from 1.', example: 1 })
  round: number;

  @Out.timestamp({ nullable: true, description: 'When it was approved or rejected.' })
  decided_at: string | null;

  @Out.text({ nullable: true, description: 'The one who had delegated, when someone else decided for them.' })
  on_behalf_of: string | null;

  @Out.boolean({ description: 'An admin token decided a step that did not ask its user.' })
  override: boolean;
}

/** Someone who may decide the current step now. */
export class PendingApproverOut {
  @Out.id()
  id: number;

  @Out.text({ example: 'Sara Al-Qahtani' })
  name: string;

  @Out.text({ example: 'department_head' })
  role: string;
}

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
