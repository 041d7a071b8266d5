import type { OrderId } from '../common/records/ids';
import type { Settings } from '../tenants';
import type { ApprovalFacts, OpenStep } from './domain/authority';
import type { RecordedStep, StepStatus } from './domain/record';
import type { StepMode } from './domain/workflow';

/** A decision as the database answers it. */
export interface DecisionRow {
  readonly outcome: 'approved' | 'rejected';
  readonly by_id: number;
  readonly by_name: string;
  readonly for_id: number | null;
  readonly for_name: string | null;
  readonly override: boolean;
  readonly comments: string | null;
  readonly at: string;
}

/** A step with its decisions as the database answers it. */
export interface StepRow {
  readonly id: number;
  readonly round: number;
  readonly step: number;
  readonly name: string | null;
  readonly role: string | null;
  readonly user_ids: readonly number[] | null;
  /** Names of the users it asks by id. */
  readonly user_names: Readonly<Record<string, string>> | null;
  readonly mode: StepMode;
  readonly status: StepStatus;
  readonly member_ids: readonly number[] | null;
  readonly decisions: readonly DecisionRow[];
}

/** Everyone who could have a say in a document that waits for approval, as the database answers it. */
export interface PeopleRow {
  readonly head_id: number | null;
  readonly people: readonly {
    readonly id: number;
    readonly name: string;
    readonly role: string;
    readonly department_id: number | null;
  }[];
  readonly delegations: readonly { readonly user_id: number; readonly delegate_id: number }[];
}

/** What is decided about: an order, or an amendment of one. */
export interface ApprovalSubject {
  readonly orderId: OrderId;
  readonly amendmentId: number | null;
  /** Who asks for it. */
  readonly requesterId: number;
  readonly departmentId: number;
}

/** The step whose turn it is; undefined when none is pending. */
export function openStepOf(steps: readonly StepRow[]): OpenStep | undefined {
  const row = steps.find(({ status }) => status === 'pending');
  return row && openStep(row);
}

/** A stored step as the rules look at it. */
export function openStep(row: StepRow): OpenStep {
  const approvals = row.decisions.filter(({ outcome }) => outcome === 'approved');
  return {
    step: row.step,
    name: row.name,
    assignee: assigneeOf(row),
    mode: row.mode,
    memberIds: row.member_ids,
    approvedFor: approvals.map(({ by_id, for_id }) => for_id ?? by_id),
  };
}

/** The facts the rules of authority ask for. */
export function factsOf(
  subject: Pick<ApprovalSubject, 'requesterId' | 'departmentId'>,
  steps: readonly StepRow[],
  row: PeopleRow,
  settings: Pick<Settings, 'prevent_self_approval' | 'require_distinct_approvers'>,
): ApprovalFacts {
  const round = Math.max(0, ...steps.map((step) => step.round));
  const decisions = steps.filter((step) => step.round === round).flatMap((step) => step.decisions);
  return {
    requesterId: subject.requesterId,
    departmentId: subject.departmentId,
    departmentHeadId: row.head_id,
    people: row.people.map(({ id, name, role, department_id }) => ({
      id,
      name,
      role,
      departmentId: department_id,
      active: true,
    })),
    delegations: row.delegations.map(({ user_id, delegate_id }) => ({ userId: user_id, delegateId: delegate_id })),
    approvedBy: decisions.filter(({ outcome }) => outcome === 'approved').map(({ by_id }) => by_id),
    preventSelfApproval: settings.prevent_self_approval,
    requireDistinctApprovers: settings.require_distinct_approvers,
  };
}

/** A stored step as the record shows it. */
export function recordedStep(row: StepRow): RecordedStep {
  return {
    round: row.round,
    step: row.step,
    name: row.name,
    assignee: assigneeOf(row),
    status: row.status,
    decisions: row.decisions.map((decision) => ({
      outcome: decision.outcome,
      by: { id: decision.by_id, name: decision.by_name },
      onBehalfOf: decision.for_id === null ? null : { id: decision.for_id, name: decision.for_name ?? '' },
      override: decision.override,
      comments: decision.comments,
      at: decision.at,
    })),
  };
}

function assigneeOf({ role, user_ids }: StepRow): RecordedStep['assignee'] {
  return role === null ? { userIds: user_ids ?? [] } : { role };
}
