import { Injectable } from '@nestjs/common';
import type { Actor } from '../common/actor';
import { Clock } from '../common/clock';
import { invalidStatus } from '../common/errors';
import { next } from '../common/lifecycle';
import { type Decimal, decimal, ZERO } from '../common/money';
import { NumberSeries, type Transaction } from '../database';
import { TenantSettings } from '../tenants';
import { checkIncomingLines, checkOverReceipt, type IncomingLine } from './domain/over-receipt';
import { RECEIPT_LIFECYCLE } from './domain/receipt-status';
import { checkCancellation, type ReliedLine } from './domain/reliance';
import { checkReturn, type ReturnedLine } from './domain/returns';
import { GoodsReceiptsRepository } from './goods-receipts.repository';
import { type LockedOrder, ReceiptPorts } from './ports';
import type { ReceiptDetailRow } from './entities/receipt-rows';
import { ReceiptWork } from './receipt-work';

/** A delivery to be taken in. */
export interface Delivery {
  /** Now when left out. */
  readonly receivedAt?: Date;
  readonly deliveryNoteNumber: string | null;
  readonly notes: string | null;
  readonly lines: readonly (IncomingLine & { readonly rejectionReason: string | null })[];
}

const RECEIVABLE = ['approved', 'completed'] as const;

/** Posts receipts, cancels them, sends goods back. */
@Injectable()
export class GoodsReceiptsService {
  constructor(
    private readonly work: ReceiptWork,
    private readonly receipts: GoodsReceiptsRepository,
    private readonly ports: ReceiptPorts,
    private readonly tenants: TenantSettings,
    private readonly numbers: NumberSeries,
    private readonly clock: Clock,
  ) {}

  /**
   * Takes a delivery in.
   * @throws DomainError NOT_FOUND; INVALID_STATUS unless the order is approved or completed; VALIDATION_ERROR for lines
   *   that are not its own; OVER_RECEIPT
   */
  async post(actor: Actor, orderId: number, delivery: Delivery): Promise<ReceiptDetailRow> {
    const grNumber = await this.numbers.next(actor.tenantId, 'GR', this.clock.now().getUTCFullYear());
    return this.work.onOrder(actor, orderId, async (tx, locked, now) => {
      await this.requireReceivable(tx, locked, delivery);
      const { receivedAt = now } = delivery;
      const receipt = { ...delivery, receivedAt, grNumber, orderId, createdById: actor.userId };
      const receiptId = await this.receipts.insert(tx, receipt, now);
      return { receiptId, action: 'posted', details: { gr_number: grNumber } };
    });
  }

  /**
   * Undoes a receipt that was posted by mistake.
   * @throws DomainError NOT_FOUND, INVALID_STATUS, RECEIPT_INVOICED
   */
  async cancel(actor: Actor, receiptId: number, reason: string): Promise<ReceiptDetailRow> {
    return this.work.onReceipt(actor, receiptId, async (tx, receipt, now) => {
      next(RECEIPT_LIFECYCLE, receipt.status, 'cancel');
      const [accepted, billed] = await Promise.all([
        this.receipts.acceptedByItem(tx, receipt.orderId),
        this.ports.billing.billedOnReceipts(tx, receipt.orderId),
      ]);
      checkCancellation(receipt.lines, reliedLines(accepted, billed));
      await this.receipts.cancel(tx, receiptId, actor.userId, reason, now);
      return { action: 'cancelled', details: { reason } };
    });
  }

  /**
   * Sends goods of a receipt back to the vendor.
   * @returns the receipt; its last return is the one just recorded
   * @throws DomainError NOT_FOUND, INVALID_STATUS, VALIDATION_ERROR for more than is there
   */
  async sendBack(
    actor: Actor,
    receiptId: number,
    lines: readonly ReturnedLine[],
    reason: string,
  ): Promise<ReceiptDetailRow> {
    return this.work.onReceipt(actor, receiptId, async (tx, receipt, now) => {
      next(RECEIPT_LIFECYCLE, receipt.status, 'return');
      checkReturn(lines, receipt.lines);
      const returnId = await this.receipts.sendBack(tx, receiptId, { lines, reason, by: actor.userId }, now);
      return { action: 'returned', details: { reason, return_id: returnId } };
    });
  }

  private async requireReceivable(tx: Transaction, { order, items }: LockedOrder, delivery: Delivery): Promise<void> {
    if (!RECEIVABLE.some((status) => status === order.status)) {
      throw invalidStatus(order.status, 'receive', RECEIVABLE);
    }
    const [accepted, { settings }] = await Promise.all([
      this.receipts.acceptedByItem(tx, order.id),
      this.tenants.of(tx),
    ]);
    const orderLines = items.map(({ id, lineNumber, quantity, closedQuantity }) => ({
      id,
      lineNumber,
      ordered: quantity.minus(closedQuantity),
      accepted: accepted.get(id) ?? ZERO,
    }));
    checkIncomingLines(delivery.lines, orderLines);
    checkOverReceipt(delivery.lines, orderLines, decimal(settings.over_receipt_pct));
  }
}

function reliedLines(accepted: ReadonlyMap<number, Decimal>, billed: ReadonlyMap<number, Decimal>): ReliedLine[] {
  return [...accepted].map(([orderLineId, quantity]) => ({
    orderLineId,
    accepted: quantity,
    billed: billed.get(orderLineId) ?? ZERO,
  }));
}
