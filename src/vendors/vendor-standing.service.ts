import { Injectable } from '@nestjs/common';
import { TokenAuthority } from '../auth';
import { requireRule } from '../common/abilities';
import type { Actor } from '../common/actor';
import { Clock } from '../common/clock';
import { AuditLog, Outbox, type Transaction, UnitOfWork } from '../database';
import { type BlockType, nextStatus, statusRestored } from './domain/lifecycle';
import type { Vendor } from './entities/vendor.entity';
import { vendorUpdated } from './vendor-events';
import type { VendorDetail } from './vendor-rows';
import { VendorsQueries } from './vendors.queries';
import { type VendorChanges, VendorsRepository } from './vendors.repository';

const CHANGED = ['status', 'blocked_reason', 'blocked_at'];

/** Keeping a vendor out, and letting it in again. */
@Injectable()
export class VendorStandingService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly vendors: VendorsRepository,
    private readonly queries: VendorsQueries,
    private readonly audit: AuditLog,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly authority: TokenAuthority,
  ) {}

  /**
   * Blocks or blacklists an active or inactive vendor: nothing new is ordered from it, billed by it or paid to it.
   * @throws DomainError NOT_FOUND, INVALID_STATUS
   */
  async block(actor: Actor, id: number, type: BlockType, reason: string): Promise<VendorDetail> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const vendor = await this.vendors.lock(tx, id);
      const status = nextStatus(vendor.status, type);
      const changes = { status, statusBeforeBlock: vendor.status, blockedReason: reason, blockedAt: this.clock.now() };
      return this.change(tx, actor, vendor, changes, { action: status, details: { reason } });
    });
  }

  /**
   * Restores the status before the block.
   * @throws DomainError NOT_FOUND, INVALID_STATUS, FORBIDDEN_ABILITY when a blacklisting is not an admin's to lift
   */
  async unblock(actor: Actor, id: number): Promise<VendorDetail> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const [, vendor] = await Promise.all([this.authority.confirm(tx, actor), this.vendors.lock(tx, id)]);
      if (vendor.status === 'blacklisted') requireRule(actor, 'vendors.unblock_blacklisted');
      const status = statusRestored(vendor.status, vendor.statusBeforeBlock);
      const changes = { status, statusBeforeBlock: null, blockedReason: null, blockedAt: null };
      return this.change(tx, actor, vendor, changes, { action: 'unblocked', details: { from: vendor.status } });
    });
  }

  private async change(
    tx: Transaction,
    actor: Actor,
    vendor: Vendor,
    changes: VendorChanges,
    entry: { readonly action: string; readonly details: Record<string, unknown> },
  ): Promise<VendorDetail> {
    await this.vendors.update(tx, vendor, changes);
    await this.audit.record(tx, actor, { ...entry, entityType: 'vendor', entityId: vendor.id });
    await this.outbox.record(tx, 'vendor.updated', vendorUpdated(vendor, CHANGED));
    return this.queries.get(tx.tenantId, vendor.id);
  }
}
