import { Injectable } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import type { EventData, PurchaseOrderEvent } from '../../common/events';
import { toNumber } from '../../common/money';
import type { OrderId } from '../../common/records/ids';
import { AuditLog, Outbox, type Transaction } from '../../database';
import type { PurchaseOrder } from '../entities/purchase-order.entity';

/** What is recorded in an order's audit trail and published to nobody. */
export type RecordedAction =
  | 'updated'
  | 'item_added'
  | 'item_updated'
  | 'item_removed'
  | 'deleted'
  | 'submitted'
  | 'step_approved'
  | 'revised'
  | 'closed'
  | 'completed'
  | 'reopened'
  | 'amendment_requested'
  | 'amendment_step_approved'
  | 'amendment_rejected'
  | 'amendment_cancelled'
  | 'amended';

/** What is published to subscribers too. */
export type PublishedAction = 'created' | 'approved' | 'rejected' | 'cancelled';

/** What the event says beyond what every event of an order says. */
type More<Action extends PublishedAction> = Omit<EventData[`purchase_order.${Action}`], keyof PurchaseOrderEvent>;

/** What an event says of every order. */
export type EventSubject = Pick<PurchaseOrder, 'id' | 'poNumber' | 'status' | 'totalAmount' | 'currency' | 'vendorId'>;

type Details = Readonly<Record<string, unknown>>;

/** Writes down what happens to orders: the audit trail, which nobody can change, and the events for subscribers. */
@Injectable()
export class OrderHistory {
  constructor(
    private readonly log: AuditLog,
    private readonly outbox: Outbox,
  ) {}

  /** An entry of the order's audit trail. */
  async record(
    tx: Transaction,
    actor: Actor,
    orderId: OrderId,
    action: RecordedAction,
    details?: Details,
  ): Promise<void> {
    await this.write(tx, actor, orderId, action, details);
  }

  /** An entry of the order's audit trail, and the event of that name. */
  async publish<Action extends PublishedAction>(
    tx: Transaction,
    actor: Actor,
    order: EventSubject,
    action: Action,
    more: More<Action>,
    details?: Details,
  ): Promise<void> {
    const data = { ...subjectData(order), ...more } as unknown as EventData[`purchase_order.${Action}`];
    await Promise.all([
      this.write(tx, actor, order.id, action, details),
      this.outbox.record(tx, `purchase_order.${action}`, data),
    ]);
  }

  private async write(
    tx: Transaction,
    actor: Actor,
    entityId: number,
    action: RecordedAction | PublishedAction,
    details?: Details,
  ): Promise<void> {
    await this.log.record(tx, actor, { action, entityType: 'purchase_order', entityId, ...(details && { details }) });
  }
}

function subjectData(order: EventSubject): PurchaseOrderEvent {
  return {
    purchase_order_id: order.id,
    po_number: order.poNumber,
    status: order.status,
    total_amount: toNumber(order.totalAmount),
    currency: order.currency,
    vendor_id: order.vendorId,
  };
}
