import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database';
import type { OpenRecord, RemovingHolder } from '../../documents';
import { requirePapersRemovable } from '../domain/receipt';
import { GoodsReceiptsRepository } from '../goods-receipts.repository';
import { ReceiptPorts } from '../ports';

/** Access of the documents module to receipts. */
@Injectable()
export class ReceiptPapers implements RemovingHolder {
  constructor(
    private readonly receipts: GoodsReceiptsRepository,
    private readonly ports: ReceiptPorts,
  ) {}

  /** @throws DomainError NOT_FOUND */
  hold(tx: Transaction, id: number): Promise<void> {
    return this.receipts.hold(tx, id);
  }

  raise(tx: Transaction, id: number): Promise<void> {
    return this.receipts.raise(tx, id);
  }

  /**
   * Locks a receipt and its order, so that no invoice of the order can be approved meanwhile.
   * @throws DomainError NOT_FOUND
   */
  async open(tx: Transaction, id: number): Promise<OpenRecord> {
    const receipt = await this.receipts.lock(tx, id);
    const billed = await this.ports.billing.billedOnReceipts(tx, receipt.order.order.id);
    const billedLineIds = [...billed].filter(([, quantity]) => quantity.gt(0)).map(([lineId]) => lineId);
    return { version: receipt.version, requireRemovable: () => requirePapersRemovable(receipt, billedLineIds) };
  }
}
