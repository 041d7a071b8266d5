import { Injectable } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import { calendarDate } from '../../common/clock';
import { type Decimal, ZERO } from '../../common/money';
import type { Warning } from '../../common/messages/warning';
import type { Transaction } from '../../database';
import { VendorTotals } from '../../vendors';
import type { PurchaseOrder } from '../entities/purchase-order.entity';
import type { LockedOrder } from '../purchase-orders.repository';
import { type BilledEarly, type BudgetedOrder, type BudgetOverride, type CommitmentCause, OrderPorts } from './ports';

const UNCHECKED = { check: false, override: false, comments: null };

/**
 * What follows in other modules from a change of an order: its budget, its vendor's totals, the matching of its invoices, and
 * its vendor's performance. Every method runs in the transaction of the change, after the order was written.
 */
@Injectable()
export class OrderEffects {
  constructor(
    private readonly ports: OrderPorts,
    private readonly vendors: VendorTotals,
  ) {}

  /**
   * Submitted: its total is reserved.
   * @throws DomainError BUDGET_REQUIRED, BUDGET_FROZEN
   */
  async submitted(
    tx: Transaction,
    actor: Actor,
    order: PurchaseOrder,
    vendor: { readonly category: string | null },
  ): Promise<readonly Warning[]> {
    return this.ports.budgets.reserve(tx, actor, budgetedOrder(order), vendor);
  }

  /** Rejected, or cancelled while it waited: the reservation is released. */
  async released(tx: Transaction, actor: Actor, order: PurchaseOrder): Promise<void> {
    await this.ports.budgets.release(tx, actor, budgetedOrder(order));
  }

  /**
   * Approved: its total is committed, less what was billed early.
   * @throws DomainError BUDGET_FROZEN, BUDGET_EXCEEDED
   */
  async approved(
    tx: Transaction,
    actor: Actor,
    { order, items }: LockedOrder,
    { over, early }: { readonly over: BudgetOverride; readonly early: BilledEarly | undefined },
  ): Promise<readonly Warning[]> {
    const warnings = await this.ports.budgets.commit(tx, actor, budgetedOrder(order), over, early);
    await this.countForVendor(tx, order, 1, order.totalAmount);
    await this.ports.matching.rematch(tx, actor, { order, items });
    this.ports.follower.changed(tx, order);
    return warnings;
  }

  /**
   * Amended: the difference is committed, after a check when the total rose.
   * @throws DomainError BUDGET_FROZEN, BUDGET_EXCEEDED
   */
  async amended(
    tx: Transaction,
    actor: Actor,
    { order, items }: LockedOrder,
    change: { readonly totalBefore: Decimal; readonly commitment: Decimal; readonly over: BudgetOverride },
  ): Promise<readonly Warning[]> {
    const { totalBefore, commitment, over } = change;
    const rise = order.totalAmount.minus(totalBefore);
    const adjustment = { commitment, cause: 'amendment', check: rise.gt(0), ...over } as const;
    const warnings = await this.ports.budgets.adjust(tx, actor, budgetedOrder(order), adjustment);
    if (!rise.eq(0)) await this.countForVendor(tx, order, 0, rise);
    await this.ports.matching.rematch(tx, actor, { order, items });
    return warnings;
  }

  /** Receipts or invoices changed what it still binds. */
  async progressed(tx: Transaction, actor: Actor, order: PurchaseOrder, commitment: Decimal): Promise<void> {
    await this.bind(tx, actor, order, commitment, 'fulfilment');
  }

  /** Closed short: it binds nothing any more. */
  async closed(tx: Transaction, actor: Actor, order: PurchaseOrder): Promise<void> {
    await this.bind(tx, actor, order, ZERO, 'close');
  }

  /** Cancelled after it was approved: it binds nothing and counts for nothing. */
  async cancelled(tx: Transaction, actor: Actor, order: PurchaseOrder): Promise<void> {
    await this.bind(tx, actor, order, ZERO, 'cancel');
    await this.countForVendor(tx, order, -1, ZERO.minus(order.totalAmount));
  }

  private async bind(
    tx: Transaction,
    actor: Actor,
    order: PurchaseOrder,
    commitment: Decimal,
    cause: CommitmentCause,
  ): Promise<void> {
    await this.ports.budgets.adjust(tx, actor, budgetedOrder(order), { commitment, cause, ...UNCHECKED });
    this.ports.follower.changed(tx, order);
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
