import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { IsNull } from 'typeorm';
import { Clock } from '../../../common/clock';
import { invalidField } from '../../../common/errors';
import type { OrderId, TenantId } from '../../../common/records/ids';
import { type ReadScope, Transaction, UnitOfWork, query, tenantIdOf } from '../../../platform/database';
import { BYTES_OF_MB, TenantQuotas, inMb } from '../../../organisation/quotas';
import { TenantsRepository } from '../../../organisation/tenants';
import { StoredObject } from '../entities/stored-object.entity';
import { FILE_FIELD } from '../domain/file-name';

export interface ObjectRef {
  readonly tenantId: TenantId;
  readonly id: number;
  readonly key: string;
}

/**
 * Rows of the objects in the storage, which is not transactional. A row is committed before its object is written and
 * deleted after its object is removed, so that every object has a row.
 */
@Injectable()
export class StoredObjectsRepository {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly quotas: TenantQuotas,
    private readonly tenants: TenantsRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds a row and counts its bytes. Commit `tx` before the first byte is written.
   * @throws DomainError VALIDATION_ERROR on `file` over the tenant's storage quota
   */
  async reserve(tx: Transaction, size: number): Promise<ObjectRef> {
    const { storage_quota_mb: quota } = await this.quotas.of(tx);
    if (!(await this.tenants.reserveStorage(tx, size, quota * BYTES_OF_MB))) {
      const used = inMb(await this.tenants.storedBytes(tx));
      throw invalidField(FILE_FIELD, 'documents.storage_full', { quota, used, size: inMb(size) });
    }
    const key = `${tx.tenantId}/${randomUUID()}`;
    const { tenantId } = tx;
    const { id } = await tx.repository(StoredObject).save({ tenantId, key, size, createdAt: this.clock.now() });
    return { tenantId, id, key };
  }

  /**
   * Locks an object for a new document.
   * @returns false if its removal has been decided
   */
  async hold(tx: Transaction, object: ObjectRef): Promise<boolean> {
    const found = await tx.repository(StoredObject).findOne({
      where: { tenantId: tx.tenantId, id: object.id, doomedAt: IsNull() },
      lock: { mode: 'pessimistic_read' },
    });
    return found !== null;
  }

  /**
   * Sets or clears the reference to an object without a document. The sweep removes objects without a reference.
   * @returns false if its removal has been decided
   */
  async setKept(tx: Transaction, object: Pick<ObjectRef, 'id'>, kept: boolean): Promise<boolean> {
    const rows = await tx.query(
      'UPDATE stored_objects SET kept = $3 WHERE tenant_id = $1 AND id = $2 AND doomed_at IS NULL RETURNING 1',
      [tx.tenantId, object.id, kept],
    );
    return rows.length > 0;
  }

  /**
   * Decides the removal of an unreferenced object.
   * @param holdMs retention of its file in milliseconds; without it, the removal is decided immediately
   * @returns `doomed`; `held` during the retention; `needed` if it is referenced or the tenant is under a legal hold
   */
  async doom(object: ObjectRef, holdMs: number): Promise<'doomed' | 'held' | 'needed'> {
    return this.unitOfWork.run(object.tenantId, async (tx) => {
      // In a separate statement: a concurrent insert of a document holds the lock, and the next statement sees its
      // result.
      const where = { tenantId: tx.tenantId, id: object.id };
      await tx.repository(StoredObject).findOne({ where, lock: { mode: 'pessimistic_write' } });
      if (await this.tenants.isUnderLegalHold(tx)) return 'needed';
      const now = this.clock.now();
      const [row] = await tx.query<{ doomed: boolean }>(
        `UPDATE stored_objects o
            SET held_until = coalesce(o.held_until, $4),
                doomed_at = coalesce(o.doomed_at, CASE WHEN coalesce(o.held_until, $4, $3) <= $3 THEN $3::timestamptz END)
          WHERE o.tenant_id = $1 AND o.id = $2 AND NOT o.kept
            AND NOT EXISTS (SELECT FROM documents d WHERE d.tenant_id = $1 AND d.object_id = $2)
          RETURNING o.doomed_at IS NOT NULL AS doomed`,
        [tx.tenantId, object.id, now, holdMs > 0 ? new Date(now.getTime() + holdMs) : null],
      );
      if (!row) return 'needed';
      return row.doomed ? 'doomed' : 'held';
    });
  }

  /** Deletes the row of a removed object. Its bytes no longer count against the quota. */
  async forget(object: ObjectRef): Promise<void> {
    await this.unitOfWork.run(object.tenantId, async (tx) => {
      const [gone] = await tx.query<{ size: number }>(
        'DELETE FROM stored_objects WHERE tenant_id = $1 AND id = $2 AND doomed_at IS NOT NULL RETURNING size',
        [tx.tenantId, object.id],
      );
      if (gone) await this.tenants.releaseStorage(tx, gone.size);
    });
  }

  /** @throws Error if there is no such object */
  async keyOf(scope: ReadScope, id: number): Promise<string> {
    const [[row]] = await this.unitOfWork.read<[{ key: string }]>(
      scope,
      query('SELECT key FROM stored_objects WHERE tenant_id = $1 AND id = $2', [tenantIdOf(scope), id]),
    );
    if (!row) throw new Error(`The database knows no stored object ${id}`);
    return row.key;
  }

  /** Objects of the documents of an order. */
  async ofOrder(tx: Transaction, orderId: OrderId): Promise<ObjectRef[]> {
    return tx.query<ObjectRef>(
      `SELECT o.tenant_id AS "tenantId", o.id, o.key FROM stored_objects o
         JOIN documents d ON d.tenant_id = o.tenant_id AND d.object_id = o.id
        WHERE d.tenant_id = $1 AND d.purchase_order_id = $2 ORDER BY o.id`,
      [tx.tenantId, orderId],
    );
  }

  /** Unreferenced objects of all tenants that were added before this time, oldest first. */
  async orphans(olderThan: Date, most: number): Promise<ObjectRef[]> {
    return this.unitOfWork.unscoped<ObjectRef>(
      query('SELECT tenant_id AS "tenantId", id, key FROM orphaned_objects($1, $2)', [olderThan, most]),
    );
  }
}
