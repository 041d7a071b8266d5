import { Injectable } from '@nestjs/common';
import { type CalendarDate, Clock } from '../../common/clock';
import type { TenantId } from '../../common/records/ids';
import { query, type Transaction, UnitOfWork } from '../../platform/database';
import { INITIAL_TENANT_STATUS } from './domain/tenant-lifecycle';
import { Tenant, TENANT_FIELDS } from './entities/tenant.entity';

type NewTenantRow = Pick<Tenant, 'slug' | 'name' | 'plan' | 'rateTable' | 'currency'>;

@Injectable()
export class TenantsRepository {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Serializes changes of the tenant; reads do not wait. @throws EntityNotFoundError if there is none */
  async lock(tx: Transaction): Promise<Tenant> {
    return tx.repository(Tenant).findOneOrFail({ where: { id: tx.tenantId }, lock: { mode: 'for_no_key_update' } });
  }

  async update(
    tx: Transaction,
    tenant: Tenant,
    changes: Partial<Pick<Tenant, 'slug' | 'status' | 'plan' | 'rateTable'>>,
  ): Promise<void> {
    await tx.repository(Tenant).update({ id: tx.tenantId }, { ...changes, updatedAt: this.clock.now() });
    tx.changed.note('tenant', null, TENANT_FIELDS, tenant, { ...tenant, ...changes });
  }

  /** Sets these quotas, or resets those without a value to the defaults. */
  async setQuotas(tx: Transaction, named: readonly string[], values: Readonly<Record<string, unknown>>): Promise<void> {
    const set = 'UPDATE tenants SET quotas = (quotas - $2::text[]) || $3::jsonb, updated_at = $4 WHERE id = $1';
    await tx.query(set, [tx.tenantId, named, JSON.stringify(values), this.clock.now()]);
  }

  /** One statement compares and adds, so that concurrent uploads cannot exceed the limit. @returns whether it fits */
  async reserveStorage(tx: Transaction, bytes: number, atMost: number): Promise<boolean> {
    const taken = await tx.query(
      'UPDATE tenants SET stored_bytes = stored_bytes + $2 WHERE id = $1 AND stored_bytes + $2 <= $3 RETURNING 1',
      [tx.tenantId, bytes, atMost],
    );
    return taken.length > 0;
  }

  async releaseStorage(tx: Transaction, bytes: number): Promise<void> {
    const released = 'UPDATE tenants SET stored_bytes = greatest(stored_bytes - $2, 0) WHERE id = $1';
    await tx.query(released, [tx.tenantId, bytes]);
  }

  async storedBytes(tx: Transaction): Promise<number> {
    const stored = 'SELECT stored_bytes AS used FROM tenants WHERE id = $1';
    const [row] = await tx.query<{ used: number }>(stored, [tx.tenantId]);
    return row?.used ?? 0;
  }

  async isUnderLegalHold(tx: Transaction): Promise<boolean> {
    const rows = await tx.query('SELECT 1 FROM tenants WHERE id = $1 AND legal_hold_since IS NOT NULL', [tx.tenantId]);
    return rows.length > 0;
  }

  /** @returns whether vendors were not scored today yet; false if there is no such tenant */
  async isScoringDue(tenantId: TenantId, today: CalendarDate): Promise<boolean> {
    const due = 'SELECT coalesce(scores_as_of < $2::date, true) AS due FROM tenants WHERE id = $1';
    const [[tenant]] = await this.unitOfWork.read<[{ due: boolean }]>(tenantId, query(due, [tenantId, today]));
    return tenant?.due ?? false;
  }

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
