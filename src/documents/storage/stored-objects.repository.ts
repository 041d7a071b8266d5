import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { Clock } from '../../common/clock';
import { Transaction, UnitOfWork, query } from '../../database';
import { StorageQuota } from './storage-quota';

/** An object of the storage as the database knows it. */
export interface ObjectRef {
  readonly tenantId: string;
  readonly id: number;
  readonly key: string;
}

/**
 * The record of what lies in the storage. The storage takes no part in a transaction, so the record goes before it:
 * nothing is written there whose key is not committed here, and nothing is forgotten here that is still there.
 */
@Injectable()
export class StoredObjectsRepository {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly quota: StorageQuota,
    private readonly clock: Clock,
  ) {}

  /**
   * Records a new object and counts its bytes. Commits with `tx`, before the first byte is written.
   * @param size in bytes
   * @throws DomainError VALIDATION_ERROR on `file` when the tenant's storage has no room for it
   */
  async reserve(tx: Transaction, size: number): Promise<ObjectRef> {
    await this.quota.take(tx, size);
    const key = `${tx.tenantId}/${randomUUID()}`;
    const [row] = await tx.query<{ id: number }>(
      'INSERT INTO stored_objects (tenant_id, key, size, created_at) VALUES ($1, $2, $3, $4) RETURNING id',
      [tx.tenantId, key, size, this.clock.now()],
    );
    if (!row) throw new Error('An insert answered no row');
    return { tenantId: tx.tenantId, id: row.id, key };
  }

  /**
   * Holds an object for the document that is about to point to it.
   * @returns false when its removal was decided already
   */
  async hold(tx: Transaction, object: ObjectRef): Promise<boolean> {
    const rows = await tx.query(
      'SELECT 1 FROM stored_objects WHERE tenant_id = $1 AND id = $2 AND doomed_at IS NULL FOR SHARE',
      [tx.tenantId, object.id],
    );
    return rows.length > 0;
  }

  /**
   * Decides the removal of an object that no document points to, for good.
   * @returns false when one does
   */
  async doom(object: ObjectRef): Promise<boolean> {
    return this.unitOfWork.run(object.tenantId, async (tx) => {
      // The lock first, in a statement of its own: a document that is being written holds the row, and the next
      // statement sees whether it was.
      await tx.query('SELECT 1 FROM stored_objects WHERE tenant_id = $1 AND id = $2 FOR UPDATE', [
        tx.tenantId,
        object.id,
      ]);
      const rows = await tx.query(
        `UPDATE stored_objects o SET doomed_at = coalesce(o.doomed_at, $3)
          WHERE o.tenant_id = $1 AND o.id = $2
            AND NOT EXISTS (SELECT FROM documents d WHERE d.tenant_id = $1 AND d.object_id = $2)
          RETURNING 1`,
        [tx.tenantId, object.id, this.clock.now()],
      );
      return rows.length > 0;
    });
  }

  /** Forgets a doomed object, once the storage has nothing of it any more. Its bytes are free again. */
  async forget(object: ObjectRef): Promise<void> {
    await this.unitOfWork.run(object.tenantId, async (tx) => {
      const [gone] = await tx.query<{ size: number }>(
        'DELETE FROM stored_objects WHERE tenant_id = $1 AND id = $2 AND doomed_at IS NOT NULL RETURNING size',
        [tx.tenantId, object.id],
      );
      if (gone) await this.quota.giveBack(tx, gone.size);
    });
  }

  /** The objects that the documents of an order point to. */
  async ofOrder(tx: Transaction, orderId: number): Promise<ObjectRef[]> {
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
