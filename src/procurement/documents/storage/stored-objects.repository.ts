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

/** An object of the storage as the database knows it. */
export interface ObjectRef {
  readonly tenantId: TenantId;
  readonly id: number;
  readonly key: string;
}

/**
 * The rows of the objects in the storage, which takes no part in transactions. A row is committed before its object is
 * written, and deleted after its object is gone, so that every object in the storage has a row.
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
   * Records a new object and counts its bytes. Commits with `tx`, before the first byte is written.
   * @param size in bytes
   * @throws DomainError VALIDATION_ERROR on `file` when they exceed the tenant's storage quota
   */
  async reserve(tx: Transaction, size: number): Promise<ObjectRef> {
    const { storage_quota_mb: quota } = await this.quotas.of(tx);
    if (!(await this.tenants.takeStorage(tx, size, quota * BYTES_OF_MB))) {
      const used = inMb(await this.tenants.storedBytes(tx));
      throw invalidField(FILE_FIELD, 'documents.storage_full', { quota, used, size: inMb(size) });
    }
    const key = `${tx.tenantId}/${randomUUID()}`;
    const { tenantId } = tx;
    const { id } = await tx.repository(StoredObject).save({ tenantId, key, size, createdAt: this.clock.now() });
    return { tenantId, id, key };
  }

  /**
   * Holds an object for the document that is about to point to it.
   * @returns false when its removal was decided already
   */
  async hold(tx: Transaction, object: ObjectRef): Promise<boolean> {
    const found = await tx.repository(StoredObject).findOne({
      where: { tenantId: tx.tenantId, id: object.id, doomedAt: IsNull() },
      lock: { mode: 'pessimistic_read' },
    });
    return found !== null;
  }

  /**
   * Keeps an object for something that is no document, or lets go of it: the sweep then removes it.
   * @returns false when its removal was decided already
   */
  async keep(tx: Transaction, object: Pick<ObjectRef, 'id'>, kept: boolean): Promise<boolean> {
    const rows = await tx.query(
      'UPDATE stored_objects SET kept = $3 WHERE tenant_id = $1 AND id = $2 AND doomed_at IS NULL RETURNING 1',
      [tx.tenantId, object.id, kept],
    );
    return rows.length > 0;
  }

  /**
   * Decides the removal of an object that no document points to and nothing else keeps, for good.
   * @param holdMs for how long its file stays in the storage from now on, milliseconds; none: its removal is decided at once
   * @returns `doomed`; `held` while its file stays; `needed` when something points to it or the tenant is under a legal hold
   */
  async doom(object: ObjectRef, holdMs: number): Promise<'doomed' | 'held' | 'needed'> {
    return this.unitOfWork.run(object.tenantId, async (tx) => {
      // The lock first, in a statement of its own: a document that is being written holds the row, and the next
      // statement sees whether it was.
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

  /** Forgets a doomed object once its file is deleted from the storage. Its bytes no longer count against the quota. */
  async forget(object: ObjectRef): Promise<void> {
    await this.unitOfWork.run(object.tenantId, async (tx) => {
      const [gone] = await tx.query<{ size: number }>(
        'DELETE FROM stored_objects WHERE tenant_id = $1 AND id = $2 AND doomed_at IS NOT NULL RETURNING size',
        [tx.tenantId, object.id],
      );
      if (gone) await this.tenants.giveBackStorage(tx, gone.size);
    });
  }

  /** Where the bytes of an object are. @throws Error when there is no such object */
  async keyOf(scope: ReadScope, id: number): Promise<string> {
    const [[row]] = await this.unitOfWork.read<[{ key: string }]>(
      scope,
      query('SELECT key FROM stored_objects WHERE tenant_id = $1 AND id = $2', [tenantIdOf(scope), id]),
    );
    if (!row) throw new Error(`The database knows no stored object ${id}`);
    return row.key;
  }

  /** The objects that the documents of an order point to. */
  async ofOrder(tx: Transaction, orderId: OrderId): Promise<ObjectRef[]> {
    return tx.query<ObjectRef>(
      `SELECT o.tenant_id AS "tenantId", o.id, o.key FROM stored_objects o
         JOIN documents d ON d.tenant_id = o.tenant_id AND d.object_id = o.id
        WHERE d.tenant_id = $1 AND d.purchase_order_id = $2 ORDER BY o.id`,
      [tx.tenantId, orderId],
    );
  }

  /** Objects of any tenant that were recorded before this and belong to no document, oldest first. */
  async orphans(olderThan: Date, most: number): Promise<ObjectRef[]> {
    return this.unitOfWork.unscoped<ObjectRef>(
      query('SELECT tenant_id AS "tenantId", id, key FROM orphaned_objects($1, $2)', [olderThan, most]),
    );
  }
}
