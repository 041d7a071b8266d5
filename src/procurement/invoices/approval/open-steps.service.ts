import { Injectable } from '@nestjs/common';
import { handedOver, LEAVER, type LeaverRow, type PeopleRow, type StepRow } from '../../approvals';
import type { Actor } from '../../../common/actor';
import { Clock } from '../../../common/clock';
import type { InvoiceId } from '../../../common/records/ids';
import { AuditLog, type AuditRecord, type Transaction } from '../../../platform/database';
import { RolesService, rolesWith } from '../../../organisation/roles';
import { type Settings, TenantSettings } from '../../../organisation/tenants';
import type { OpenStepsPort } from '../../../organisation/users';
import { WAITING } from './pending-invoices.sql';

interface OpenStepRow {
  readonly invoice_id: InvoiceId;
  readonly involved: readonly number[];
  readonly department_id: number | null;
  readonly steps: readonly StepRow[];
  readonly people: PeopleRow;
}

@Injectable()
export class OpenInvoiceSteps implements OpenStepsPort {
  constructor(
    private readonly settings: TenantSettings,
    private readonly roles: RolesService,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Writes the new approvers to the audit trail of each invoice with an open step of the user. */
  async reassign(tx: Transaction, actor: Actor, userId: number): Promise<void> {
    const [leaver] = await tx.query<LeaverRow>(LEAVER, [tx.tenantId, userId]);
    if (!leaver) return;
    const waiting = await tx.query<OpenStepRow>(WAITING, [tx.tenantId, userId, leaver.role, this.clock.today()]);
    const [{ settings }, roles] = await Promise.all([this.settings.of(tx), this.roles.of(tx)]);
    const approvers = rolesWith('invoices.approve', roles);
    await this.audit.record(tx, actor, ...waiting.flatMap((row) => recordOf(row, leaver, settings, approvers)));
  }
}

function recordOf(
  row: OpenStepRow,
  leaver: LeaverRow,
  settings: Settings,
  onlyRoles: readonly string[],
): AuditRecord[] {
  const subject = { barredIds: row.involved, departmentId: row.department_id, onlyRoles };
  const handed = handedOver(subject, row, leaver, settings);
  if (!handed) return [];
  const details = { step: handed.step, from: { id: leaver.id, name: leaver.name }, to: handed.to };
  return [{ action: 'step_reassigned', entityType: 'invoice', entityId: row.invoice_id, details }];
}
