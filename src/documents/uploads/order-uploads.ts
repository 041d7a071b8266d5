import { Injectable } from '@nestjs/common';
import type { OrderId } from '../../common/records/ids';
import type { Transaction } from '../../database';
import { Orphans } from '../storage/orphans';
import { StoredObjectsRepository } from '../storage/stored-objects.repository';

/** What an order had stored, when the order goes. */
@Injectable()
export class OrderUploads {
  constructor(
    private readonly objects: StoredObjectsRepository,
    private readonly orphans: Orphans,
  ) {}

  /**
   * Removes the stored files of an order that this transaction deletes, after its commit: their bytes are free again at
   * once. Call it before the order is deleted, which takes its documents along. What cannot be removed now is left to
   * the sweep.
   */
  async removeAfterCommit(tx: Transaction, orderId: OrderId): Promise<void> {
    const objects = await this.objects.ofOrder(tx, orderId);
    if (objects.length === 0) return;
    tx.afterCommit(async () => {
      // One after the other: an order may have fifty, and each takes a connection.
      for (const object of objects) await this.orphans.discard(object);
    });
  }
}
