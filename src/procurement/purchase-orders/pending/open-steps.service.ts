import { Injectable } from '@nestjs/common';
import { handedOver, LEAVER, type LeaverRow, type PeopleRow, type StepRow } from '../../approvals';
import type { Actor } from '../../../common/actor';
import { Clock } from '../../../common/clock';
import { AuditLog, type AuditRecord, type Transaction } from '../../../platform/database';
import { type Settings, TenantSettings } from '../../../organisation/tenants';
import type { OpenStepsPort } from '../../../organisation/users';
import { WAITING } from './open-steps.sql';

/** A document whose open step may include the user. */
interface OpenStepRow {
  readonly order_id: number;
  readonly amendment_id: number | null;
  /** Users that the self-approval rule may exclude. */
  readonly barred_ids: readonly number[];
  readonly department_id: number;
  readonly steps: readonly StepRow[];
  readonly people: PeopleRow;
}

/** Records the new approvers of open steps when a user leaves. */
@Injectable()
export class OpenStepsService implements OpenStepsPort {
  constructor(
    private readonly settings: TenantSettings,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds an audit entry to each order whose open step included the user, with its new approvers.
   * @throws DomainError NOT_FOUND if the tenant does not exist
   */
  async reassign(tx: Transaction, actor: Actor, userId: number): Promise<void> {
    const [leaver] = await tx.query<LeaverRow>(LEAVER, [tx.tenantId, userId]);
    if (!leaver) return;
    const waiting = await tx.query<OpenStepRow>(WAITING, [tx.tenantId, userId, leaver.role, this.clock.today()]);
    const { settings } = await this.settings.of(tx);
    await this.audit.record(tx, actor, ...waiting.flatMap((row) => recordOf(row, leaver, settings)));
  }
}

/** The audit entry of one open step, if it included the user. */
function recordOf(row: OpenStepRow, leaver: LeaverRow, settings: Settings): AuditRecord[] {
  const subject = { barredIds: row.barred_ids, departmentId: row.department_id };
  const handed = handedOver(subject, row, leaver, settings);
  if (!handed) return [];
  const amendment = row.amendment_id === null ? {} : { amendment_id: row.amendment_id };
  const from = { id: leaver.id, name: leaver.name };
  const details = { step: handed.step, ...amendment, from, to: handed.to };
  return [{ action: 'step_reassigned', entityType: 'purchase_order', entityId: row.order_id, details }];
}
