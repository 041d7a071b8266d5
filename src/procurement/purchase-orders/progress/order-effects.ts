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

/** Actions that are recorded in the audit trail only. */
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

/** Actions that are also published to subscribers as `purchase_order.<action>`. */
type PublishedAction = keyof EventData extends infer Name
  ? Name extends `purchase_order.${infer Action}`
    ? Action
    : never
  : never;

/** The fields of an event that not every order event has. */
type More<Action extends PublishedAction> = Omit<EventData[`purchase_order.${Action}`], keyof PurchaseOrderEvent>;

/** The fields of an order that every order event contains. */
type EventSubject = Pick<
  PurchaseOrder,
  'id' | 'poNumber' | 'status' | 'totalAmount' | 'currency' | 'vendorId' | 'departmentId' | 'externalId'
>;

type Details = Readonly<Record<string, unknown>>;

/** Effects of an order's change, in the same transaction and after the order was saved. */
@Injectable()
export class OrderEffects {
  constructor(
    private readonly ports: OrderPorts,
    private readonly vendors: VendorTotals,
    private readonly log: AuditLog,
    private readonly outbox: Outbox,
  ) {}

  /** @throws DomainError BUDGET_REQUIRED, BUDGET_FROZEN, BUDGET_CLOSED */
  async submitted(
    tx: Transaction,
    actor: Actor,
    order: PurchaseOrder,
    vendor: { readonly category: string | null },
  ): Promise<readonly Warning[]> {
    return this.ports.budgets.reserve(tx, actor, budgetedOrder(order), vendor);
  }

  /** On reject, withdraw, or cancel of a submitted order: releases the reservation. */
  async released(tx: Transaction, actor: Actor, order: PurchaseOrder): Promise<void> {
    await this.ports.budgets.release(tx, actor, budgetedOrder(order));
  }

  /** @throws DomainError BUDGET_FROZEN, BUDGET_CLOSED, BUDGET_EXCEEDED */
  async approved(
    tx: Transaction,
    actor: Actor,
    order: PurchaseOrder,
    { over, early }: { readonly over: BudgetOverride; readonly early: BilledEarly | undefined },
  ): Promise<readonly Warning[]> {
    // In one round trip, after which the budget is locked only until the next one commits.
    const [commit, follow] = await Promise.all([
      this.ports.budgets.lockReserving(tx, actor, budgetedOrder(order)),
      this.ports.follower.lock(tx, order),
    ]);
    const warnings = await commit(over, early);
    this.countForVendor(tx, order, 1, order.totalAmount);
    await follow();
    return warnings;
  }

  /**
   * On an amendment: commits the difference, after a budget check if the commitment rises. It can rise without a higher
   * total: a billed line became cheaper and another line dearer.
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
    if (!rise.eq(0)) this.countForVendor(tx, order, 0, rise);
    return warnings;
  }

  /** Sets the order's commitment without a budget check. */
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

  /** @throws DomainError BUDGET_FROZEN, BUDGET_CLOSED, BUDGET_EXCEEDED */
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

  /** On cancel after approval: sets the commitment to zero and subtracts the order from the vendor's totals. */
  async cancelled(tx: Transaction, actor: Actor, order: PurchaseOrder): Promise<void> {
    await this.binds(tx, actor, order, ZERO, 'cancel');
    this.countForVendor(tx, order, -1, ZERO.minus(order.totalAmount));
  }

  async record(
    tx: Transaction,
    actor: Actor,
    orderId: OrderId,
    action: RecordedAction,
    details?: Details,
  ): Promise<void> {
    await this.log.record(tx, actor, auditEntry(orderId, action, details));
  }

  /** Adds an audit entry and publishes the event of the same name. */
  async recordAndPublish<Action extends PublishedAction>(
    tx: Transaction,
    actor: Actor,
    order: EventSubject,
    action: Action,
    more: More<Action>,
    details?: Details,
  ): Promise<void> {
    await Promise.all([
      this.log.record(tx, actor, auditEntry(order.id, action, details)),
      this.publishEvent(tx, order, action, more),
    ]);
  }

  /** Publishes an event without an audit entry. */
  async publishEvent<Action extends PublishedAction>(
    tx: Transaction,
    order: EventSubject,
    action: Action,
    more: More<Action>,
  ): Promise<void> {
    const data = { ...subjectData(order), ...more } as unknown as EventData[`purchase_order.${Action}`];
    await this.outbox.record(tx, `purchase_order.${action}`, data);
  }

  private countForVendor(tx: Transaction, order: PurchaseOrder, orders: number, spend: Decimal): void {
    this.vendors.add(tx, order.vendorId, { orders, spend, currency: order.currency });
  }
}

function budgetedOrder(order: PurchaseOrder): BudgetedOrder {
  if (!order.submittedAt) throw new Error('Only a submitted order has a budget');
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
