import { Injectable } from '@nestjs/common';
import type { CalendarDate } from '../../common/clock';
import type { InvoiceId, UserId } from '../../common/records/ids';
import type { Transaction } from '../../platform/database';
import { type LoadedSteps, nameSql, peopleSql, stepsSql, type SubjectSql } from './approvals.sql';
import type { ApprovalSubject, InvoiceSubject } from './domain/subject';
import type { FrozenStep, RecordedDecision, RuleCondition, StepStatus } from './domain/workflow';

export interface StepMove {
  readonly id: number;
  readonly status: StepStatus;
  /** The eligible users, for a step that opens. */
  readonly memberIds?: readonly number[];
}

interface NewDecision extends Pick<RecordedDecision, 'outcome' | 'override' | 'comments'> {
  readonly stepId: number;
  readonly decidedById: UserId;
  readonly onBehalfOfId: number | null;
}

export interface NewRound {
  readonly subject: ApprovalSubject;
  /** Number of the submission. Null for an invoice: the statement then uses the number after its latest round. */
  readonly round: number | null;
  readonly steps: readonly FrozenStep[];
  /** Condition of the rule that requires the steps. */
  readonly rule: RuleCondition | null;
}

const ORDER: SubjectSql = { tenantId: '$1', orderId: '$2', amendmentId: '$3' };
const OF_ORDER = `SELECT ${stepsSql(ORDER)} AS steps,
                         ${peopleSql({ ...ORDER, departmentId: '$4', today: '$5::date' })} AS people`;

const INVOICE: SubjectSql = { tenantId: '$1', invoiceId: 'f.id' };
const OF_INVOICES = `SELECT f.id, ${stepsSql(INVOICE)} AS steps,
                            ${peopleSql({ ...INVOICE, departmentId: 'f.department_id', today: '$2::date' })} AS people
                       FROM jsonb_to_recordset($3::jsonb) AS f (id bigint, department_id bigint)`;

/** The next round of the invoice in row `f`. Orders and amendments pass their round. */
const ROUND = `coalesce(f.round, 1 + (SELECT coalesce(max(r.round), 0) FROM approval_steps r
                                       WHERE r.tenant_id = $1 AND r.invoice_id = f.invoice_id))`;

/**
 * Steps and decisions of the transaction's tenant. The caller must hold the lock on the document. All SQL is raw,
 * because each method writes many rows, or rows of two tables, in one statement
 * (`docs/decisions/repositories-and-sql.md`).
 */
@Injectable()
export class ApprovalsRepository {
  /** Steps of every round, and the possible approvers of the open ones. */
  async load(tx: Transaction, subject: ApprovalSubject, today: CalendarDate): Promise<LoadedSteps> {
    const row =
      subject.kind === 'invoice'
        ? (await this.loadInvoices(tx, [subject], today)).get(subject.invoiceId)
        : (await tx.query<LoadedSteps>(OF_ORDER, [tx.tenantId, ...ofOrder(subject), subject.departmentId, today]))[0];
    if (!row) throw new Error('The steps of a document could not be read');
    return row;
  }

  async loadInvoices(
    tx: Transaction,
    subjects: readonly InvoiceSubject[],
    today: CalendarDate,
  ): Promise<ReadonlyMap<InvoiceId, LoadedSteps>> {
    const invoices = subjects.map(({ invoiceId, departmentId }) => ({ id: invoiceId, department_id: departmentId }));
    const rows = await tx.query<LoadedSteps & { id: InvoiceId }>(OF_INVOICES, [
      tx.tenantId,
      today,
      JSON.stringify(invoices),
    ]);
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** Freezes the steps of each round onto its subject. The first step becomes pending, the others wait. */
  async freeze(tx: Transaction, rounds: readonly NewRound[], at: Date): Promise<void> {
    await tx.query(
      `INSERT INTO approval_steps
         (tenant_id, purchase_order_id, amendment_id, invoice_id, round, step, name, role, user_ids, mode, rule, status, opened_at)
       SELECT $1, f.order_id, f.amendment_id, f.invoice_id, ${ROUND}, s.step, s.name, a.role, a."userIds", s.mode, nullif(f.rule, 'null'::jsonb),
              CASE s.step WHEN 1 THEN 'pending' ELSE 'waiting' END, CASE s.step WHEN 1 THEN $2::timestamptz END
         FROM jsonb_to_recordset($3::jsonb)
                AS f (order_id bigint, amendment_id bigint, invoice_id bigint, round int, steps jsonb, rule jsonb),
              jsonb_to_recordset(f.steps) AS s (step int, name text, assignee jsonb, mode text),
              jsonb_to_record(s.assignee) AS a (role text, "userIds" bigint[])
        ORDER BY f.invoice_id, s.step`,
      [tx.tenantId, at, JSON.stringify(rounds.map(frozenRow))],
    );
  }

  /** Saves the single decision about an invoice without steps, as a round of one step. Sent with the next statement. */
  recordSingleDecision(
    tx: Transaction,
    invoiceId: InvoiceId,
    { outcome, decidedById, override, comments }: Omit<NewDecision, 'stepId' | 'onBehalfOfId'>,
    at: Date,
  ): void {
    void tx.send(
      `WITH decided AS (
         INSERT INTO approval_steps
           (tenant_id, invoice_id, round, step, user_ids, mode, status, member_ids, opened_at, closed_at)
         SELECT $1, f.invoice_id, ${ROUND}, 1, ARRAY[$4::bigint], 'any', $3, ARRAY[$4::bigint], $6, $6
           FROM (SELECT $2::bigint AS invoice_id, NULL::int AS round) f
         RETURNING id)
       INSERT INTO approval_decisions
         (tenant_id, step_id, outcome, decided_by_id, decided_by_name, override, comments, decided_at)
       SELECT $1, id, $3, $4, ${nameSql('$1', '$4')}, $7, $5, $6 FROM decided`,
      [tx.tenantId, invoiceId, outcome, decidedById, comments, at, override],
    );
  }

  /** Approvers of the last round of an invoice, and their principals. */
  async approversOfInvoice(tx: Transaction, invoiceId: InvoiceId): Promise<readonly UserId[]> {
    const rows = await tx.query<{ id: UserId }>(
      `SELECT DISTINCT who.id
         FROM approval_steps s JOIN approval_decisions d ON d.tenant_id = s.tenant_id AND d.step_id = s.id
        CROSS JOIN LATERAL (VALUES (d.decided_by_id), (d.on_behalf_of_id)) who (id)
        WHERE s.tenant_id = $1 AND s.invoice_id = $2 AND d.outcome = 'approved' AND who.id IS NOT NULL
          AND s.round = (SELECT max(l.round) FROM approval_steps l WHERE l.tenant_id = $1 AND l.invoice_id = $2)`,
      [tx.tenantId, invoiceId],
    );
    return rows.map(({ id }) => id);
  }

  /** Saves a decision and the new statuses of steps in one statement. Sent with the next statement. */
  decide(tx: Transaction, decision: NewDecision, moves: readonly StepMove[], at: Date): void {
    const { stepId, outcome, decidedById, onBehalfOfId, override, comments } = decision;
    void tx.send(
      `WITH decided AS (
         INSERT INTO approval_decisions
           (tenant_id, step_id, outcome, decided_by_id, decided_by_name, on_behalf_of_id, on_behalf_of_name, override,
            comments, decided_at)
         VALUES ($1, $4, $5, $6, ${nameSql('$1', '$6')}, $7, ${nameSql('$1', '$7')}, $8, $9, $2))
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

  /** Saves the eligible users of newly opened steps. Sent with the next statement. */
  saveMembers(tx: Transaction, opened: readonly Required<Pick<StepMove, 'id' | 'memberIds'>>[]): void {
    void tx.send(
      `UPDATE approval_steps s SET member_ids = m."memberIds"
         FROM jsonb_to_recordset($2::jsonb) AS m (id bigint, "memberIds" bigint[])
        WHERE s.tenant_id = $1 AND s.id = m.id`,
      [tx.tenantId, JSON.stringify(opened)],
    );
  }

  /** Skips open and waiting steps without a decision. */
  async skipOpen(tx: Transaction, subject: Exclude<ApprovalSubject, InvoiceSubject>, at: Date): Promise<void> {
    await tx.query(
      `UPDATE approval_steps SET status = 'skipped', closed_at = $4
        WHERE tenant_id = $1 AND purchase_order_id = $2 AND coalesce(amendment_id, 0) = $3
          AND status IN ('pending', 'waiting')`,
      [tx.tenantId, ...ofOrder(subject), at],
    );
  }

  async skipOpenOfInvoices(tx: Transaction, ids: readonly InvoiceId[], at: Date): Promise<void> {
    await tx.query(
      `UPDATE approval_steps SET status = 'skipped', closed_at = $3
        WHERE tenant_id = $1 AND invoice_id = ANY ($2::bigint[]) AND status IN ('pending', 'waiting')`,
      [tx.tenantId, ids, at],
    );
  }
}

/** Order id and amendment id; 0 for the order itself. */
function ofOrder(subject: Exclude<ApprovalSubject, InvoiceSubject>): [number, number] {
  return [subject.orderId, subject.kind === 'amendment' ? subject.amendmentId : 0];
}

function frozenRow({ subject, round, steps, rule }: NewRound): object {
  if (subject.kind === 'invoice') return { invoice_id: subject.invoiceId, round, steps, rule };
  const amendment = subject.kind === 'amendment' ? { amendment_id: subject.amendmentId } : {};
  return { order_id: subject.orderId, ...amendment, round, steps, rule };
}
