import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import type { Transaction } from '../database';
import { INITIAL_TENANT_STATUS } from './domain/tenant-lifecycle';
import { Tenant } from './entities/tenant.entity';

/** What is written of a tenant when it is provisioned. */
export type NewTenantRow = Pick<Tenant, 'slug' | 'name' | 'plan' | 'rateTable' | 'currency'>;

/** The transaction's own tenant. */
@Injectable()
export class TenantsRepository {
  constructor(private readonly clock: Clock) {}

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
    changes: Partial<Pick<Tenant, 'slug' | 'status' | 'plan' | 'rateTable'>>,
  ): Promise<void> {
    await tx.repository(Tenant).update({ id: tx.tenantId }, { ...changes, updatedAt: this.clock.now() });
  }

  async insert(tx: Transaction, tenant: NewTenantRow): Promise<void> {
    const now = this.clock.now();
    await tx
      .repository(Tenant)
      .insert({ ...tenant, id: tx.tenantId, status: INITIAL_TENANT_STATUS, createdAt: now, updatedAt: now });
  }
}
