import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { notFound } from '../../common/errors';
import { decimal } from '../../common/money';
import type { External } from '../../common/records/external';
import type { OrderId, UserId } from '../../common/records/ids';
import { lockOne, raiseVersion, type Transaction } from '../../platform/database';
import { type LockedOrder, OrderProgressService } from '../purchase-orders';
import type { NotedReceipt } from './domain/delivery';
import type { Delivery } from './domain/over-receipt';
import type { ReceiptStatus, ReceivedLine, ReturnedLine } from './domain/receipt';
import {
  GoodsReceipt,
  noteReceipt,
  noteReceiptChange,
  noteReceiptExternal,
  noteReturn,
  type WrittenLine,
} from './entities/goods-receipt.entity';

export interface NewReceipt extends Required<Delivery>, External {
  readonly grNumber: string;
  readonly orderId: OrderId;
  readonly createdById: UserId | null;
}

export interface LockedReceipt {
  readonly order: LockedOrder;
  readonly grNumber: string;
  readonly externalId: string | null;
  readonly status: ReceiptStatus;
  readonly version: number;
  readonly lines: readonly ReceivedLine[];
}

/** Figures as text, which avoids rounding. */
type LineRow = Record<'received' | 'rejected' | 'returned', string> & Pick<ReceivedLine, 'orderLineId'>;

export type ReceiptChanges = Partial<
  Omit<GoodsReceipt, 'tenantId' | 'id' | 'grNumber' | 'createdAt' | 'updatedAt' | 'version'>
>;

/**
 * Receipts of the transaction's tenant. For writes the caller must hold the lock on their order. Lines are written with
 * one raw SQL statement (docs/decisions/repositories-and-sql.md).
 */
@Injectable()
export class GoodsReceiptsRepository {
  constructor(
    private readonly orders: OrderProgressService,
    private readonly clock: Clock,
  ) {}

  /** Locks the order, then the receipt. @throws DomainError NOT_FOUND */
  async lock(tx: Transaction, receiptId: number): Promise<LockedReceipt> {
    const order = await this.orders.lock(tx, await this.orderOf(tx, receiptId));
    // One statement for the receipt and its lines; TypeORM needs two (docs/decisions/repositories-and-sql.md).
    const [row] = await tx.query<Omit<LockedReceipt, 'order' | 'lines'> & { readonly lines: LineRow[] }>(
      `SELECT g.gr_number AS "grNumber", g.external_id AS "externalId", g.status, g.version,
              (SELECT json_agg(json_build_object('orderLineId', i.purchase_order_item_id, 'received', i.quantity_received::text,
                        'rejected', i.quantity_rejected::text, 'returned', i.quantity_returned::text))
                 FROM goods_receipt_items i WHERE i.tenant_id = g.tenant_id AND i.goods_receipt_id = g.id) AS lines
         FROM goods_receipts g WHERE g.tenant_id = $1 AND g.id = $2 FOR UPDATE OF g`,
      [tx.tenantId, receiptId],
    );
    if (!row) throw notFound();
    return { ...row, order, lines: row.lines.map((line) => receivedLine(line, row.status)) };
  }

  /** The order's active receipts with a delivery note number, earliest first. */
  async noted(tx: Transaction, orderId: OrderId): Promise<NotedReceipt[]> {
    return tx.query<NotedReceipt>(
      `SELECT gr_number AS "grNumber", delivery_note_number AS "deliveryNoteNumber" FROM goods_receipts
        WHERE tenant_id = $1 AND purchase_order_id = $2 AND status = 'posted' AND delivery_note_number IS NOT NULL
        ORDER BY id`,
      [tx.tenantId, orderId],
    );
  }

  async insert(tx: Transaction, receipt: NewReceipt, at: Date): Promise<number> {
    const [row] = await tx.query<{ id: number; lines: readonly WrittenLine[] }>(
      `WITH receipt AS (
         INSERT INTO goods_receipts (tenant_id, gr_number, purchase_order_id, status, received_at, delivery_note_number,
                                     notes, created_by_id, created_at, updated_at, external_id, metadata)
         VALUES ($1, $2, $3, 'posted', $4, $5, $6, $7, $8, $8, $10, $11) RETURNING id
       ), lines AS (
         INSERT INTO goods_receipt_items (tenant_id, goods_receipt_id, purchase_order_item_id, quantity_received,
                                          quantity_rejected, rejection_reason)
         SELECT $1, receipt.id, l.item_id, l.received, l.rejected, l.reason
           FROM receipt, jsonb_to_recordset($9::jsonb) AS l (item_id bigint, received numeric, rejected numeric, reason text)
         RETURNING id, purchase_order_item_id AS item_id
       )
       SELECT id, (SELECT json_agg(lines) FROM lines) AS lines FROM receipt`,
      [
        tx.tenantId,
        receipt.grNumber,
        receipt.orderId,
        receipt.receivedAt,
        receipt.deliveryNoteNumber,
        receipt.notes,
        receipt.createdById,
        at,
        JSON.stringify(
          receipt.lines.map(({ orderLineId, received, rejected, rejectionReason }) => ({
            item_id: orderLineId,
            received: received.toFixed(),
            rejected: rejected.toFixed(),
            reason: rejectionReason,
          })),
        ),
        receipt.externalId,
        JSON.stringify(receipt.metadata),
      ],
    );
    if (!row) throw new Error('The insert of the receipt returned no row');
    noteReceipt(tx, row.id, receipt, row.lines);
    return row.id;
  }

  /** Also increments the version. */
  async update(tx: Transaction, receiptId: number, changes: ReceiptChanges): Promise<void> {
    const updatedAt = this.clock.now();
    const update = { ...changes, updatedAt, version: () => 'version + 1' };
    await tx.repository(GoodsReceipt).update({ tenantId: tx.tenantId, id: receiptId }, update);
    noteReceiptChange(tx, receiptId, changes);
    tx.outboxEvents.raised('goods_receipt', receiptId, updatedAt);
  }

  /** @throws DomainError NOT_FOUND */
  lockExternal(tx: Transaction, id: number): Promise<External & Pick<GoodsReceipt, 'id' | 'version'>> {
    return lockOne(tx, GoodsReceipt, { id });
  }

  /** Locks a receipt without its order. @throws DomainError NOT_FOUND */
  async hold(tx: Transaction, id: number): Promise<void> {
    const lock = 'SELECT FROM goods_receipts WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE';
    if ((await tx.query(lock, [tx.tenantId, id])).length === 0) throw notFound();
  }

  /** Increments the version of a locked receipt when only its documents changed. */
  raise(tx: Transaction, id: number): Promise<void> {
    return raiseVersion(tx, 'goods_receipt', id, this.clock);
  }

  /** Also increments the version. */
  async setExternal(tx: Transaction, id: number, before: External, changes: Partial<External>): Promise<void> {
    const update = { ...changes, updatedAt: this.clock.now(), version: () => 'version + 1' };
    await tx.repository(GoodsReceipt).update({ tenantId: tx.tenantId, id }, update);
    noteReceiptExternal(tx, id, before, changes);
  }

  /** Inserts a return and adds its quantities to the returned quantities of the receipt lines. */
  async sendBack(
    tx: Transaction,
    receiptId: number,
    back: { readonly lines: readonly ReturnedLine[]; readonly reason: string; readonly by: number | null },
    at: Date,
  ): Promise<number> {
    const lines = back.lines.map(({ orderLineId, quantity }) => ({
      item_id: orderLineId,
      quantity: quantity.toFixed(),
    }));
    const [row] = await tx.query<{ id: number; taken: readonly WrittenLine[] | null }>(
      `WITH back AS (
         INSERT INTO goods_returns (tenant_id, goods_receipt_id, reason, created_by_id, created_at)
         VALUES ($1, $2, $3, $4, $5) RETURNING id
       ), taken AS (
         UPDATE goods_receipt_items i SET quantity_returned = i.quantity_returned + l.quantity
           FROM jsonb_to_recordset($6::jsonb) AS l (item_id bigint, quantity numeric)
          WHERE i.tenant_id = $1 AND i.goods_receipt_id = $2 AND i.purchase_order_item_id = l.item_id
         RETURNING i.id, l.quantity, l.item_id, i.quantity_returned::text AS returned
       ), lines AS (
         INSERT INTO goods_return_items (tenant_id, goods_return_id, goods_receipt_item_id, quantity)
         SELECT $1, back.id, taken.id, taken.quantity FROM back, taken ORDER BY taken.id
       ), touched AS (
         UPDATE goods_receipts SET updated_at = $5, version = version + 1 WHERE tenant_id = $1 AND id = $2
       )
       SELECT id, (SELECT json_agg(taken) FROM taken) AS taken FROM back`,
      [tx.tenantId, receiptId, back.reason, back.by, at, JSON.stringify(lines)],
    );
    if (!row) throw new Error('The insert of the return returned no row');
    noteReturn(tx, receiptId, { ...back, id: row.id }, row.taken ?? []);
    return row.id;
  }

  /** The order of a receipt. It never changes, so it can be read before the order is locked. */
  private async orderOf(tx: Transaction, receiptId: number): Promise<OrderId> {
    const [row] = await tx.query<{ order_id: OrderId }>(
      'SELECT purchase_order_id AS order_id FROM goods_receipts WHERE tenant_id = $1 AND id = $2',
      [tx.tenantId, receiptId],
    );
    if (!row) throw notFound();
    return row.order_id;
  }
}

function receivedLine({ orderLineId, received, rejected, returned }: LineRow, status: ReceiptStatus): ReceivedLine {
  return {
    orderLineId,
    received: decimal(received),
    rejected: decimal(rejected),
    returned: decimal(returned),
    receiptStatus: status,
  };
}
