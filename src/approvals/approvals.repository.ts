import { Injectable } from '@nestjs/common';
import type { CalendarDate } from '../common/clock';
import type { OrderId, UserId } from '../common/records/ids';
import type { Transaction } from '../database';
import type { Settings } from '../tenants';
import { type PeopleRow, peopleSql, type StepRow, stepsSql, type SubjectSql } from './approvals.sql';
import type { ApprovalFacts, OpenStep } from './domain/authority';
import type { FrozenStep, RecordedDecision, StepStatus } from './domain/workflow';

/** What is decided about: an order, or an amendment of one. */
export interface ApprovalSubject {
  readonly orderId: OrderId;
  readonly amendmentId: number | null;
  /** Whom "self" means where self-approval is prevented: nobody of them decides it then. */
  readonly barredIds: readonly number[];
  readonly departmentId: number;
}

/** What of a subject decides who may decide it, beside its steps. */
export type ApprovalSides = Pick<ApprovalSubject, 'barredIds' | 'departmentId'>;

/** A step and the status that it gets. */
export interface StepMove {
  readonly id: number;
  readonly status: StepStatus;
  /** Who is eligible, for a step that opens. */
  readonly memberIds?: readonly number[];
}

/** A decision to write down. */
interface NewDecision extends Pick<RecordedDecision, 'outcome' | 'override' | 'comments'> {
  readonly stepId: number;
  readonly decidedById: UserId;
  readonly onBehalfOfId: number | null;
}

const SUBJECT: SubjectSql = { tenantId: '$1', orderId: '$2', amendmentId: '$3' };
const LOAD = `SELECT ${stepsSql(SUBJECT)} AS steps,
                     ${peopleSql({ ...SUBJECT, departmentId: '$4', today: '$5::date' })} AS people`;

/**
 * Steps and decisions of the transaction's tenant. The caller holds the lock on their order. All of it is SQL by hand: each
 * method writes many rows, or rows of two tables, in one statement (`docs/decisions/repositories-and-sql.md`).
 */
@Injectable()
export class ApprovalsRepository {
  /** The subject's steps of every round, and who could have a say in the open ones. */
  async load(
    tx: Transaction,
    subject: ApprovalSubject,
    today: CalendarDate,
  ): Promise<{ readonly steps: readonly StepRow[]; readonly people: PeopleRow }> {
    const [row] = await tx.query<{ steps: StepRow[]; people: PeopleRow }>(LOAD, [
      tx.tenantId,
      subject.orderId,
      subject.amendmentId ?? 0,
      subject.departmentId,
      today,
    ]);
    if (!row) throw new Error('The steps of an order could not be read');
    return row;
  }

  /** Freezes a round's steps onto the subject: the first is pending, the rest wait. */
  async freeze(
    tx: Transaction,
    subject: ApprovalSubject,
    round: number,
    steps: readonly FrozenStep[],
    at: Date,
  ): Promise<void> {
    await tx.query(
      `INSERT INTO approval_steps
         (tenant_id, purchase_order_id, amendment_id, round, step, name, role, user_ids, mode, status, opened_at)
       SELECT $1, $2, $3, $4, s.step, s.name, a.role, a."userIds", s.mode,
              CASE s.step WHEN 1 THEN 'pending' ELSE 'waiting' END, CASE s.step WHEN 1 THEN $5::timestamptz END
         FROM jsonb_to_recordset($6::jsonb) AS s (step int, name text, assignee jsonb, mode text),
              jsonb_to_record(s.assignee) AS a (role text, "userIds" bigint[])
        ORDER BY s.step`,
      [tx.tenantId, subject.orderId, subject.amendmentId, round, at, JSON.stringify(steps)],
    );
  }

  /** Writes a decision down and moves the steps it moves, in one statement. */
  async decide(tx: Transaction, decision: NewDecision, moves: readonly StepMove[], at: Date): Promise<void> {
    const { stepId, outcome, decidedById, onBehalfOfId, override, comments } = decision;
    await tx.query(
      `WITH decided AS (
         INSERT INTO approval_decisions
           (tenant_id, step_id, outcome, decided_by_id, on_behalf_of_id, override, comments, decided_at)
         VALUES ($1, $4, $5, $6, $7, $8, $9, $2))
       UPDATE approval_steps s
          SET status = m.status,
              member_ids = coalesce(m."memberIds", s.member_ids),
              opened_at = CASE WHEN m.status = 'pending' THEN coalesce(s.opened_at, $2::timestamptz) ELSE s.opened_at END,
              closed_at = CASE WHEN m.status IN ('approved', 'rejected', 'skipped') THEN $2::timestamptz END
         FROM jsonb_to_recordset($3::jsonb) AS m (id bigint, status text, "memberIds" bigint[])
        WHERE s.tenant_id = $1 AND s.id = m.id`,
      [tx.tenantId, at, JSON.stringify(moves), stepId, outcome, decidedById, onBehalfOfId, override, comments],
    );
  }

  /** Keeps who is eligible for a step that has just opened. Travels with what follows it. */
  keepMembers(tx: Transaction, id: number, memberIds: readonly number[]): void {
    void tx.send('UPDATE approval_steps SET member_ids = $3 WHERE tenant_id = $1 AND id = $2', [
      tx.tenantId,
      id,
      memberIds,
    ]);
  }

  /** Skips what is open or waits, without a decision. */
  async skipOpen(tx: Transaction, { orderId, amendmentId }: ApprovalSubject, at: Date): Promise<void> {
    await tx.query(
      `UPDATE approval_steps SET status = 'skipped', closed_at = $4
        WHERE tenant_id = $1 AND purchase_order_id = $2 AND coalesce(amendment_id, 0) = $3
          AND status IN ('pending', 'waiting')`,
      [tx.tenantId, orderId, amendmentId ?? 0, at],
    );
  }
}

/** A stored step as the rules look at it. */
export function openStep({ decisions, ...row }: StepRow): OpenStep {
  const approvals = decisions.filter(({ outcome }) => outcome === 'approved');
  return { ...row, approvedFor: approvals.map(({ by, onBehalfOf }) => (onBehalfOf ?? by).id) };
}

/** The facts that the rules of authority ask for. */
export function factsOf(
  { barredIds, departmentId }: ApprovalSides,
  steps: readonly StepRow[],
  people: PeopleRow,
  settings: Pick<Settings, 'prevent_self_approval' | 'require_distinct_approvers'>,
): ApprovalFacts {
  const round = Math.max(0, ...steps.map((step) => step.round));
  const decisions = steps.filter((step) => step.round === round).flatMap((step) => step.decisions);
  return {
    ...people,
    barredIds,
    departmentId,
    approvedBy: decisions.filter(({ outcome }) => outcome === 'approved').map(({ by }) => by.id),
    preventSelfApproval: settings.prevent_self_approval,
    requireDistinctApprovers: settings.require_distinct_approvers,
  };
}
