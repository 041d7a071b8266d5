import { Injectable } from '@nestjs/common';
import type { Actor } from '../common/actor';
import { AuditLog, type Transaction } from '../database';
import { type LockedOrder, OrderProgressService } from '../purchase-orders';
import { ReceiptPorts } from './ports';

/** What was done to a receipt, for the audit trail. */
export interface ReceiptChange {
  readonly receiptId: number;
  readonly action: 'posted' | 'cancelled' | 'returned';
  readonly details: Readonly<Record<string, unknown>>;
}

/** What follows from every change of receipts: the trail, the order settled, its waiting invoices matched again. */
@Injectable()
export class ReceiptEffects {
  constructor(
    private readonly orders: OrderProgressService,
    private readonly ports: ReceiptPorts,
    private readonly audit: AuditLog,
  ) {}

  async follow(tx: Transaction, actor: Actor, order: LockedOrder, change: ReceiptChange): Promise<void> {
    const { receiptId: entityId, action, details } = change;
    await this.audit.record(tx, actor, { action, entityType: 'goods_receipt', entityId, details });
    await this.orders.settle(tx, actor, order);
    await this.ports.billing.receivingChanged(tx, actor, order);
  }
}
