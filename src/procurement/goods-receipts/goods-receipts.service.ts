import { Injectable } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import { Clock } from '../../common/clock';
import type { GoodsReceiptEvent, EventData } from '../../common/events';
import { invalidStatus } from '../../common/errors';
import type { Warning } from '../../common/warnings';
import { next } from '../../common/records/lifecycle';
import { type ExternalInput, newExternal } from '../../common/records/external';
import { decimal, ZERO } from '../../common/money';
import type { OrderId } from '../../common/records/ids';
import {
  AuditLog,
  NumberSeries,
  Outbox,
  requireOwnExternalId,
  type Transaction,
  UnitOfWork,
} from '../../platform/database';
import {
  isInForce,
  type LockedOrder,
  OrderProgressService,
  ORDERS_IN_FORCE,
  requireNotClosed,
} from '../purchase-orders';
import { TenantSettings } from '../../organisation/tenants';
import { duplicateNote } from './domain/delivery';
import { requireNotAhead } from '../../common/records/not-ahead';
import { checkIncomingLines, checkOverReceipt, type Delivery } from './domain/over-receipt';
import { checkCancellation, checkReturn, RECEIPT_LIFECYCLE, type ReturnedLine } from './domain/receipt';
import type { GoodsReceipt } from './entities/goods-receipt.entity';
import { GoodsReceiptsRepository } from './goods-receipts.repository';
import { ReceiptPorts } from './ports';
import type { ReceiptDetailRow } from './http/answers';
import { GoodsReceiptsQueries } from './queries/goods-receipts.queries';
import { ReceivingService } from './receiving/receiving.service';

export interface PostedReceipt {
  readonly receipt: ReceiptDetailRow;
  readonly warnings: readonly Warning[];
}

type NamedReceipt = Pick<GoodsReceipt, 'id' | 'grNumber' | 'externalId'>;

type ReceiptAction = 'posted' | 'cancelled' | 'returned';

interface ReceiptChange<Action extends ReceiptAction> {
  readonly receipt: NamedReceipt;
  readonly action: Action;
  readonly details: Readonly<Record<string, unknown>>;
  /** Event fields that are not common to all receipt events. */
  readonly more: Omit<EventData[`goods_receipt.${Action}`], keyof GoodsReceiptEvent>;
}

/**
 * Posts, cancels and returns receipts. Every action locks the order first, which serialises changes of accepted
 * quantities. It then settles the order and matches its open invoices again.
 */
@Injectable()
export class GoodsReceiptsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly receipts: GoodsReceiptsRepository,
    private readonly receiving: ReceivingService,
    private readonly orders: OrderProgressService,
    private readonly ports: ReceiptPorts,
    private readonly tenants: TenantSettings,
    private readonly audit: AuditLog,
    private readonly outbox: Outbox,
    private readonly queries: GoodsReceiptsQueries,
    private readonly numbers: NumberSeries,
    private readonly clock: Clock,
  ) {}

  /**
   * Posts a delivery. A repeated delivery note number of the order causes a warning.
   * @throws DomainError NOT_FOUND; INVALID_STATUS unless the order is approved or completed and not closed;
   *   VALIDATION_ERROR for lines of another order and a received_at more than a day ahead; OVER_RECEIPT
   */
  async post(actor: Actor, orderId: OrderId, delivery: Delivery & ExternalInput): Promise<PostedReceipt> {
    requireNotAhead('received_at', delivery.receivedAt, this.clock.now());
    const grNumber = await this.numbers.next(actor.tenantId, 'GR', this.clock.now().getUTCFullYear());
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const order = await this.orders.lock(tx, orderId);
      const now = this.clock.now();
      const [noted] = await Promise.all([
        delivery.deliveryNoteNumber === null ? [] : this.receipts.noted(tx, orderId),
        this.requireReceivable(tx, order, delivery),
        requireOwnExternalId(tx, 'goods_receipts', { id: null, externalId: delivery.externalId }),
      ]);
      const { receivedAt = now } = delivery;
      const own = { receivedAt, grNumber, orderId, createdById: actor.userId };
      const receipt = { ...delivery, ...own, ...newExternal(delivery) };
      const id = await this.receipts.insert(tx, receipt, now);
      const more = { received_at: receivedAt.toISOString(), delivery_note_number: delivery.deliveryNoteNumber };
      const details = { gr_number: grNumber };
      const change = { receipt: { ...receipt, id }, action: 'posted', details, more } as const;
      const warnings = duplicateNote(delivery.deliveryNoteNumber, noted);
      return { receipt: await this.finish(tx, actor, order, change), warnings };
    });
  }

  /** @throws DomainError NOT_FOUND, INVALID_STATUS, RECEIPT_INVOICED */
  async cancel(actor: Actor, receiptId: number, reason: string): Promise<ReceiptDetailRow> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const receipt = await this.receipts.lock(tx, receiptId);
      const status = next(RECEIPT_LIFECYCLE, receipt.status, 'cancel');
      const orderId = receipt.order.order.id;
      const [accepted, billed] = await Promise.all([
        this.receiving.acceptedByItem(tx, orderId),
        this.ports.billing.billedOnReceipts(tx, orderId),
      ]);
      const relied = [...accepted].map(([orderLineId, quantity]) => ({
        orderLineId,
        accepted: quantity,
        billed: billed.get(orderLineId) ?? ZERO,
      }));
      checkCancellation(receipt.lines, relied);
      const cancelledAt = this.clock.now();
      const cancellation = { status, cancelledAt, cancelledById: actor.userId, cancellationReason: reason };
      await this.receipts.update(tx, receiptId, cancellation);
      const more = { cancelled_at: cancelledAt.toISOString(), cancellation_reason: reason };
      const details = { reason };
      const change = { receipt: { ...receipt, id: receiptId }, action: 'cancelled', details, more } as const;
      return this.finish(tx, actor, receipt.order, change);
    });
  }

  /**
   * Returns goods to the vendor.
   * @returns the receipt; its last return is the new one
   * @throws DomainError NOT_FOUND, INVALID_STATUS, VALIDATION_ERROR for more than the accepted quantity
   */
  async sendBack(
    actor: Actor,
    receiptId: number,
    lines: readonly ReturnedLine[],
    reason: string,
  ): Promise<ReceiptDetailRow> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const receipt = await this.receipts.lock(tx, receiptId);
      next(RECEIPT_LIFECYCLE, receipt.status, 'return');
      checkReturn(lines, receipt.lines);
      const back = { lines, reason, by: actor.userId };
      const now = this.clock.now();
      const returnId = await this.receipts.sendBack(tx, receiptId, back, now);
      const details = { reason, return_id: returnId };
      const more = { return_id: returnId, returned_at: now.toISOString(), reason };
      const change = { receipt: { ...receipt, id: receiptId }, action: 'returned', details, more } as const;
      return this.finish(tx, actor, receipt.order, change);
    });
  }

  private async finish<Action extends ReceiptAction>(
    tx: Transaction,
    actor: Actor,
    order: LockedOrder,
    { receipt, action, details, more }: ReceiptChange<Action>,
  ): Promise<ReceiptDetailRow> {
    await this.audit.record(tx, actor, { action, entityType: 'goods_receipt', entityId: receipt.id, details });
    const data = { ...receiptData(receipt, action, order), ...more };
    await this.outbox.record(tx, `goods_receipt.${action}`, data as unknown as EventData[`goods_receipt.${Action}`]);
    const progress = await this.orders.settle(tx, actor, order);
    await this.ports.matching.rematch(tx, actor, order, { progress });
    return this.queries.get(tx, receipt.id);
  }

  private async requireReceivable(tx: Transaction, { order, items }: LockedOrder, delivery: Delivery): Promise<void> {
    if (!isInForce(order.status)) throw invalidStatus(order.status, 'receive', ORDERS_IN_FORCE);
    requireNotClosed(order);
    const [accepted, { settings }] = await Promise.all([
      this.receiving.acceptedByItem(tx, order.id),
      this.tenants.of(tx),
    ]);
    const orderLines = items.map(({ id, lineNumber, quantity: ordered }) => ({
      id,
      lineNumber,
      ordered,
      accepted: accepted.get(id) ?? ZERO,
    }));
    checkIncomingLines(delivery.lines, orderLines);
    checkOverReceipt(delivery.lines, orderLines, decimal(settings.over_receipt_pct));
  }
}

/** Common fields of receipt events. A return leaves the receipt posted. */
function receiptData(receipt: NamedReceipt, action: ReceiptAction, { order }: LockedOrder): GoodsReceiptEvent {
  return {
    goods_receipt_id: receipt.id,
    gr_number: receipt.grNumber,
    status: action === 'cancelled' ? 'cancelled' : 'posted',
    purchase_order_id: order.id,
    po_number: order.poNumber,
    vendor_id: order.vendorId,
    department_id: order.departmentId,
    external_id: receipt.externalId,
  };
}
