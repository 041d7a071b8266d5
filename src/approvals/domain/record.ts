import type { StepAssignee } from './workflow';

/** Where a step stands. */
export const STEP_STATUSES = ['waiting', 'pending', 'approved', 'rejected', 'skipped'] as const;
export type StepStatus = (typeof STEP_STATUSES)[number];

/** A decision as it was taken. */
export interface RecordedDecision {
  readonly outcome: 'approved' | 'rejected';
  readonly by: { readonly id: number; readonly name: string };
  /** The one who had delegated, when someone else decided for them. */
  readonly onBehalfOf: { readonly id: number; readonly name: string } | null;
  readonly override: boolean;
  readonly comments: string | null;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** A step as the record holds it. */
export interface RecordedStep {
  /** Which submission it belongs to, from 1. */
  readonly round: number;
  readonly step: number;
  readonly name: string | null;
  readonly assignee: StepAssignee;
  readonly status: StepStatus;
  readonly decisions: readonly RecordedDecision[];
}

/** One row of `approvals`. */
export interface ApprovalRow {
  readonly round: number;
  readonly step: number;
  readonly approver: string;
  readonly status: StepStatus;
  readonly decision: RecordedDecision | null;
}

/**
 * The rows of `approvals`, oldest round first: one for each decision, and one for each step that still waits, is
 * pending or was skipped.
 * @param nameOf name of a user a step asks for by id
 */
export function approvalRows(
  steps: readonly RecordedStep[],
  nameOf: (userId: number) => string | undefined,
): readonly ApprovalRow[] {
  return [...steps]
    .sort((a, b) => a.round - b.round || a.step - b.step)
    .flatMap((recorded) => [...decidedRows(recorded), ...openRow(recorded, nameOf)]);
}

function decidedRows({ round, step, decisions }: RecordedStep): ApprovalRow[] {
  return decisions.map((decision) => ({
    round,
    step,
    approver: decision.by.name,
    status: decision.outcome,
    decision,
  }));
}

function openRow(recorded: RecordedStep, nameOf: (userId: number) => string | undefined): ApprovalRow[] {
  const { round, step, status } = recorded;
  if (status === 'approved' || status === 'rejected') return [];
  return [{ round, step, approver: stepLabel(recorded, nameOf), status, decision: null }];
}

/** What to call a step nobody has decided: its name, its role, or the names of those it asks. */
function stepLabel({ name, assignee }: RecordedStep, nameOf: (userId: number) => string | undefined): string {
  if (name !== null) return name;
  if ('role' in assignee) return assignee.role;
  return assignee.userIds.map((id) => nameOf(id) ?? `#${id}`).join(', ');
}
