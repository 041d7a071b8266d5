import { Injectable } from '@nestjs/common';
import type { Actor } from '../common/actor';
import { Clock } from '../common/clock';
import { AuditLog, type AuditRecord, type Transaction } from '../database';
import { TenantSettings } from '../tenants';
import type { OpenStepsPort } from '../users';
import { factsOf, openStepOf, type PeopleRow, type StepRow } from './approval-rows';
import { peopleSql, stepsSql, type SubjectSql } from './approvals.sql';
import { deciders, type Person } from './domain/authority';

/** A document whose open step may have asked a user. */
interface WaitingRow {
  readonly order_id: number;
  readonly amendment_id: number | null;
  readonly requester_id: number;
  readonly department_id: number;
  readonly steps: readonly StepRow[];
  readonly people: PeopleRow;
}

interface LeaverRow {
  readonly id: number;
  readonly name: string;
  readonly role: string;
  readonly department_id: number | null;
}

const SUBJECT: SubjectSql = {
  tenantId: 's.tenant_id',
  orderId: 's.purchase_order_id',
  amendmentId: 'coalesce(s.amendment_id, 0)',
};

// Wider than the rules: what it finds too much, they leave out.
const WAITING = `
  SELECT s.purchase_order_id AS order_id, s.amendment_id, coalesce(m.created_by_id, o.created_by_id) AS requester_id,
         o.department_id, ${stepsSql(SUBJECT)} AS steps,
         ${peopleSql({ ...SUBJECT, departmentId: 'o.department_id', today: '$4::date' })} AS people
    FROM approval_steps s
    JOIN purchase_orders o ON o.tenant_id = s.tenant_id AND o.id = s.purchase_order_id
    LEFT JOIN purchase_order_amendments m ON m.tenant_id = s.tenant_id AND m.id = s.amendment_id
   WHERE s.tenant_id = $1 AND s.status = 'pending'
     AND ($2 = ANY (s.user_ids) OR $2 = ANY (s.member_ids) OR s.role = $3 OR s.role = 'department_head')
   ORDER BY s.id`;

/**
 * What becomes of the open steps of a user who leaves. No row moves: the approvers of a step are found anew at every read,
 * among the users who are active then, and a step without any falls to the admins. What remains is the entry in each order's
 * history.
 */
@Injectable()
export class OpenStepsService implements OpenStepsPort {
  constructor(
    private readonly settings: TenantSettings,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Says in the record of each order whose open step had asked the user who may decide it now. */
  async reassign(tx: Transaction, actor: Actor, userId: number): Promise<void> {
    const [leaver] = await tx.query<LeaverRow>(
      'SELECT id, name_en AS name, role, department_id FROM users WHERE tenant_id = $1 AND id = $2',
      [tx.tenantId, userId],
    );
    if (!leaver) return;
    const waiting = await tx.query<WaitingRow>(WAITING, [tx.tenantId, userId, leaver.role, this.clock.today()]);
    const { settings } = await this.settings.of(tx);
    const records = waiting.flatMap((row) => handedOver(row, leaver, settings));
    await this.audit.record(tx, actor, ...records);
  }
}

/** What the record says of one open step, if it had asked the one who leaves. */
function handedOver(row: WaitingRow, leaver: LeaverRow, settings: Parameters<typeof factsOf>[3]): AuditRecord[] {
  const step = openStepOf(row.steps);
  if (!step) return [];
  const subject = { requesterId: row.requester_id, departmentId: row.department_id };
  const facts = factsOf(subject, row.steps, row.people, settings);
  const person: Person = { ...leaver, departmentId: leaver.department_id, active: true };
  const before = deciders(step, { ...facts, people: [...facts.people, person] });
  if (!before.some(({ person: { id }, principalId }) => id === leaver.id && principalId === leaver.id)) return [];
  const after = deciders(step, facts).map(({ person: { id, name } }) => ({ id, name }));
  return [
    {
      action: 'step_reassigned',
      entityType: 'purchase_order',
      entityId: row.order_id,
      details: {
        step: step.step,
        ...(row.amendment_id === null ? {} : { amendment_id: row.amendment_id }),
        from: { id: leaver.id, name: leaver.name },
        to: after,
      },
    },
  ];
}
