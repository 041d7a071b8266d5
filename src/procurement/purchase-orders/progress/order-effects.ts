import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../common/actor';
import { calendarDate } from '../../../common/clock';
import type { PurchaseOrderEvent, EventData } from '../../../common/events';
import type { Warning } from '../../../common/warnings';
import { type Decimal, toNumber, ZERO } from '../../../common/money';
import type { OrderId } from '../../../common/records/ids';
import { AuditLog, type AuditRecord, Outbox, type Transaction } from '../../../platform/database';
import { VendorTotals } from '../../vendors';
import type { PurchaseOrder } from '../entities/purchase-order.entity';
import { type BilledEarly, type BudgetedOrder, type BudgetOverride, type CommitmentCause, OrderPorts } from '../ports';

/** What is recorded in an order's audit trail and published to nobody. */
type RecordedAction =
  | 'updated'
  | 'item_added'
  | 'item_updated'
  | 'item_removed'
  | 'amendment_requested'
  | 'amendment_step_approved'
  | 'amendment_rejected'
  | 'amendment_cancelled'
  | 'amendment_withdrawn';

/** What is published to subscribers too: `purchase_order.<action>`. */
type PublishedAction = keyof EventData extends infer Name
  ? Name extends `purchase_order.${infer Action}`
    ? Action
    : never
  : never;

/** What the event says beyond what every event of an order says. */
type More<Action extends PublishedAction> = Omit<EventData[`purchase_order.${Action}`], keyof PurchaseOrderEvent>;

/** What an event says of every order. */
type EventSubject = Pick<
  PurchaseOrder,
  'id' | 'poNumber' | 'status' | 'totalAmount' | 'currency' | 'vendorId' | 'departmentId' | 'externalId'
>;

type Details = Readonly<Record<string, unknown>>;

/**
 * What follows from a change of an order: in its budget and its vendor's totals and performance, in its audit trail, which
 * nobody can change, and for subscribers. Every method runs in the transaction of the change, after the order was written.
 */
@Injectable()
export class OrderEffects {
  constructor(
    private readonly ports: OrderPorts,
    private readonly vendors: VendorTotals,
    private readonly log: AuditLog,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Submitted: its total is reserved.
   * @throws DomainError BUDGET_REQUIRED, BUDGET_FROZEN, BUDGET_CLOSED
   */
  async submitted(
    tx: Transaction,
    actor: Actor,
    order: PurchaseOrder,
    vendor: { readonly category: string | null },
  ): Promise<readonly Warning[]> {
    return this.ports.budgets.reserve(tx, actor, budgetedOrder(order), vendor);
  }

  /** Rejected, or cancelled or withdrawn while it waited: the reservation is released. */
  async released(tx: Transaction, actor: Actor, order: PurchaseOrder): Promise<void> {
    await this.ports.budgets.release(tx, actor, budgetedOrder(order));
  }

  /**
   * Approved: its total is committed, less what was billed early.
   * @throws DomainError BUDGET_FROZEN, BUDGET_CLOSED, BUDGET_EXCEEDED
   */
  async approved(
    tx: Transaction,
    actor: Actor,
    order: PurchaseOrder,
    { over, early }: { readonly over: BudgetOverride; readonly early: BilledEarly | undefined },
  ): Promise<readonly Warning[]> {
    const warnings = await this.ports.budgets.commit(tx, actor, budgetedOrder(order), over, early);
    await this.countForVendor(tx, order, 1, order.totalAmount);
    this.ports.follower.changed(tx, order);
    return warnings;
  }

  /**
   * Amended: the difference is committed, after a check where the order binds more than before. It can though its total has
   * not risen: a line that is billed got cheaper, another one dearer.
   * @throws DomainError BUDGET_FROZEN, BUDGET_CLOSED, BUDGET_EXCEEDED
   */
  async amended(
    tx: Transaction,
    actor: Actor,
    order: PurchaseOrder,
    change: { readonly totalBefore: Decimal; readonly commitment: Decimal; readonly over: BudgetOverride },
  ): Promise<readonly Warning[]> {
    const { totalBefore, commitment, over } = change;
    const rise = order.totalAmount.minus(totalBefore);
    const adjustment = { commitment, cause: 'amendment', check: true, ...over } as const;
    const warnings = await this.ports.budgets.adjust(tx, actor, budgetedOrder(order), adjustment);
    if (!rise.eq(0)) await this.countForVendor(tx, order, 0, rise);
    return warnings;
  }

  /** Sets what the order commits of its budget to `commitment`: receipts or invoices changed it, or the order has ended. */
  async binds(
    tx: Transaction,
    actor: Actor,
    order: PurchaseOrder,
    commitment: Decimal,
    cause: CommitmentCause,
  ): Promise<void> {
    const change = { commitment, cause, check: false, override: false, comments: null };
    await this.ports.budgets.adjust(tx, actor, budgetedOrder(order), change);
    this.ports.follower.changed(tx, order);
  }

  /**
   * Reopened after a close: what it binds again is checked like an approval.
   * @throws DomainError BUDGET_FROZEN, BUDGET_CLOSED, BUDGET_EXCEEDED
   */
  async reopened(
    tx: Transaction,
    actor: Actor,
    order: PurchaseOrder,
    commitment: Decimal,
    over: BudgetOverride,
  ): Promise<readonly Warning[]> {
    const change = { commitment, cause: 'reopen', check: true, ...over } as const;
    const warnings = await this.ports.budgets.adjust(tx, actor, budgetedOrder(order), change);
    this.ports.follower.changed(tx, order);
    return warnings;
  }

  /** Cancelled after it was approved: it binds nothing and counts for nothing. */
  async cancelled(tx: Transaction, actor: Actor, order: PurchaseOrder): Promise<void> {
    await this.binds(tx, actor, order, ZERO, 'cancel');
    await this.countForVendor(tx, order, -1, ZERO.minus(order.totalAmount));
  }

  /** An entry of the order's audit trail. */
  async record(
    tx: Transaction,
    actor: Actor,
    orderId: OrderId,
    action: RecordedAction,
    details?: Details,
  ): Promise<void> {
    await this.log.record(tx, actor, auditEntry(orderId, action, details));
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
    await Promise.all([
      this.log.record(tx, actor, auditEntry(order.id, action, details)),
      this.tell(tx, order, action, more),
    ]);
  }

  /** The event alone: of what an entry of another name tells in the audit trail. */
  async tell<Action extends PublishedAction>(
    tx: Transaction,
    order: EventSubject,
    action: Action,
    more: More<Action>,
  ): Promise<void> {
    const data = { ...subjectData(order), ...more } as unknown as EventData[`purchase_order.${Action}`];
    await this.outbox.record(tx, `purchase_order.${action}`, data);
  }

  private async countForVendor(tx: Transaction, order: PurchaseOrder, orders: number, spend: Decimal): Promise<void> {
    await this.vendors.add(tx, order.vendorId, { orders, spend, currency: order.currency });
  }
}

/** An order as a budget sees it, once it was submitted. */
function budgetedOrder(order: PurchaseOrder): BudgetedOrder {
  if (!order.submittedAt) throw new Error('Budgets hear of an order only once it was submitted');
  const { id, poNumber, departmentId, expenseType, currency, totalAmount: total, submittedAt } = order;
  return { id, poNumber, departmentId, expenseType, currency, total, submittedOn: calendarDate(submittedAt) };
}

function auditEntry(entityId: OrderId, action: RecordedAction | PublishedAction, details?: Details): AuditRecord {
  return { action, entityType: 'purchase_order', entityId, ...(details && { details }) };
}

function subjectData(order: EventSubject): PurchaseOrderEvent {
  return {
    purchase_order_id: order.id,
    po_number: order.poNumber,
    status: order.status,
    total_amount: toNumber(order.totalAmount),
    currency: order.currency,
    vendor_id: order.vendorId,
    department_id: order.departmentId,
    external_id: order.externalId,
  };
}
