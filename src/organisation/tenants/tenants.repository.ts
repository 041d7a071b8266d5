import { Injectable } from '@nestjs/common';
import { type CalendarDate, Clock } from '../../common/clock';
import type { TenantId } from '../../common/records/ids';
import { query, type Transaction, UnitOfWork } from '../../platform/database';
import { INITIAL_TENANT_STATUS } from './domain/tenant-lifecycle';
import { Tenant, TENANT_FIELDS } from './entities/tenant.entity';

/** What is written of a tenant when it is provisioned. */
type NewTenantRow = Pick<Tenant, 'slug' | 'name' | 'plan' | 'rateTable' | 'currency'>;

/** The transaction's own tenant; and the day of its vendors' scores, outside any transaction. */
@Injectable()
export class TenantsRepository {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * The tenant, locked until the transaction ends: changes of a tenant run one after the other; reads do not wait.
   * @throws EntityNotFoundError when there is none
   */
  async lock(tx: Transaction): Promise<Tenant> {
    return tx.repository(Tenant).findOneOrFail({ where: { id: tx.tenantId }, lock: { mode: 'for_no_key_update' } });
  }

  /** Changes the locked tenant. */
  async update(
    tx: Transaction,
    tenant: Tenant,
    changes: Partial<Pick<Tenant, 'slug' | 'status' | 'plan' | 'rateTable'>>,
  ): Promise<void> {
    await tx.repository(Tenant).update({ id: tx.tenantId }, { ...changes, updatedAt: this.clock.now() });
    tx.changed.note('tenant', null, TENANT_FIELDS, tenant, { ...tenant, ...changes });
  }

  /**
   * Sets the quotas named, to values or back to the defaults.
   * @param values those named that have a value
   */
  async setQuotas(tx: Transaction, named: readonly string[], values: Readonly<Record<string, unknown>>): Promise<void> {
    await tx.query('UPDATE tenants SET quotas = (quotas - $2::text[]) || $3::jsonb, updated_at = $4 WHERE id = $1', [
      tx.tenantId,
      named,
      JSON.stringify(values),
      this.clock.now(),
    ]);
  }

  /**
   * Counts bytes that are about to be stored. One statement compares and counts, so that no race stores more than fits.
   * @returns whether they fit
   */
  async takeStorage(tx: Transaction, bytes: number, atMost: number): Promise<boolean> {
    const taken = await tx.query(
      'UPDATE tenants SET stored_bytes = stored_bytes + $2 WHERE id = $1 AND stored_bytes + $2 <= $3 RETURNING 1',
      [tx.tenantId, bytes, atMost],
    );
    return taken.length > 0;
  }

  /** Counts bytes that are no longer stored. */
  async giveBackStorage(tx: Transaction, bytes: number): Promise<void> {
    await tx.query('UPDATE tenants SET stored_bytes = greatest(stored_bytes - $2, 0) WHERE id = $1', [
      tx.tenantId,
      bytes,
    ]);
  }

  /** @returns bytes that the tenant has stored */
  async storedBytes(tx: Transaction): Promise<number> {
    const [row] = await tx.query<{ used: number }>('SELECT stored_bytes AS used FROM tenants WHERE id = $1', [
      tx.tenantId,
    ]);
    return row?.used ?? 0;
  }

  /** @returns whether nothing of the tenant may be removed */
  async isUnderLegalHold(tx: Transaction): Promise<boolean> {
    const rows = await tx.query('SELECT 1 FROM tenants WHERE id = $1 AND legal_hold_since IS NOT NULL', [tx.tenantId]);
    return rows.length > 0;
  }

  /** @returns whether all vendors were last scored anew before today, or never; false where there is no such tenant */
  async isScoringDue(tenantId: TenantId, today: CalendarDate): Promise<boolean> {
    const due = 'SELECT coalesce(scores_as_of < $2::date, true) AS due FROM tenants WHERE id = $1';
    const [[tenant]] = await this.unitOfWork.read<[{ due: boolean }]>(tenantId, query(due, [tenantId, today]));
    return tenant?.due ?? false;
  }

  /** All vendors of the tenant were scored today. */
  async noteScored(tenantId: TenantId, today: CalendarDate): Promise<void> {
    const scored = 'UPDATE tenants SET scores_as_of = $2::date WHERE id = $1';
    await this.unitOfWork.write(tenantId, query(scored, [tenantId, today]));
  }

  async insert(tx: Transaction, tenant: NewTenantRow): Promise<void> {
    const now = this.clock.now();
    const record = { ...tenant, status: INITIAL_TENANT_STATUS };
    await tx.repository(Tenant).insert({ ...record, id: tx.tenantId, createdAt: now, updatedAt: now });
    tx.changed.note('tenant', null, TENANT_FIELDS, null, record);
  }
}
