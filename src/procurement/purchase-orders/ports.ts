import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { ExpenseType } from '../approvals';
import type { Actor } from '../../common/actor';
import type { CalendarDate } from '../../common/clock';
import type { Decimal } from '../../common/money';
import { requirePorts } from '../../common/errors/start-refusal';
import type { StoredWarnings, Warning } from '../../common/warnings';
import type { InvoiceId, OrderId, OrderItemId, VendorId } from '../../common/records/ids';
import type { Transaction } from '../../platform/database';
import type { LockedOrder } from './purchase-orders.repository';

/** The fields of an order that its budget uses. */
export interface BudgetedOrder {
  readonly id: OrderId;
  readonly poNumber: string;
  readonly departmentId: number;
  readonly expenseType: ExpenseType;
  readonly currency: string;
  /** VAT included. */
  readonly total: Decimal;
  /** UTC day of the submission. It selects the budget. */
  readonly submittedOn: CalendarDate;
}

/** Whether an approval may exceed the budget. */
export interface BudgetOverride {
  /** The caller requested the override and has the ability for it. */
  readonly override: boolean;
  readonly comments: string | null;
}

/** An invoice that was approved by an override before its order was approved. No budget contains it yet. */
export interface EarlyInvoice {
  readonly id: InvoiceId;
  /** Header total, before credits. */
  readonly total: Decimal;
  readonly credited: Decimal;
  readonly paid: Decimal;
}

export interface BilledEarly {
  readonly invoices: readonly EarlyInvoice[];
  /** The order's commitment without these invoices. */
  readonly commitment: Decimal;
}

export type CommitmentCause = 'amendment' | 'cancel' | 'close' | 'reopen' | 'fulfilment';

/**
 * Checks the budget, releases the reservation, commits the total and posts early invoices.
 * @throws DomainError BUDGET_FROZEN, BUDGET_CLOSED, BUDGET_EXCEEDED
 */
export type CommitReservation = (over: BudgetOverride, early?: BilledEarly) => Promise<readonly Warning[]>;

/** Runs in the transaction of an order's change, under its lock. Implemented by `OrderCommitmentsService` (budgets). */
export interface BudgetPort {
  /**
   * On submit: selects the order's budget permanently and reserves the total.
   * @throws DomainError BUDGET_REQUIRED, BUDGET_FROZEN, BUDGET_CLOSED
   */
  reserve(
    tx: Transaction,
    actor: Actor,
    order: BudgetedOrder,
    vendor: { readonly category: string | null },
  ): Promise<readonly Warning[]>;
  /** On reject, withdraw, or cancel of a submitted order: releases the reservation. */
  release(tx: Transaction, actor: Actor, order: BudgetedOrder): Promise<void>;
  /** On the last approval: locks the budget that has the order's reservation. */
  lockReserving(tx: Transaction, actor: Actor, order: BudgetedOrder): Promise<CommitReservation>;
  /**
   * Sets the order's commitment. With `check`, an increase is checked like an approval.
   * @throws DomainError BUDGET_FROZEN, BUDGET_CLOSED, BUDGET_EXCEEDED with `check` only
   */
  adjust(
    tx: Transaction,
    actor: Actor,
    order: BudgetedOrder,
    change: { readonly commitment: Decimal; readonly cause: CommitmentCause; readonly check: boolean } & BudgetOverride,
  ): Promise<readonly Warning[]>;
}

/** By order line, without lines that have none. Implemented by `ReceivingService` (goods-receipts). */
export interface ReceiptFacts {
  /** Received minus rejected minus returned. */
  acceptedByItem(tx: Transaction, orderId: OrderId): Promise<ReadonlyMap<OrderItemId, Decimal>>;
  returnedByItem(tx: Transaction, orderId: OrderId): Promise<ReadonlyMap<OrderItemId, Decimal>>;
  /** Whether invoices of the order are matched with its receipts as well. */
  isThreeWay(tx: Transaction, order: { readonly id: OrderId; readonly approvedAt: Date | null }): Promise<boolean>;
}

/** Maps are by order line, without lines that have none. Implemented by `MatchingRepository` (invoices). */
export interface InvoiceFacts {
  /** Quantities on approved and paid invoices, minus line credits. */
  billedByItem(tx: Transaction, orderId: OrderId): Promise<ReadonlyMap<OrderItemId, Decimal>>;
  /** Quantities that line credits took off approved and paid invoices. */
  creditedByItem(tx: Transaction, orderId: OrderId): Promise<ReadonlyMap<OrderItemId, Decimal>>;
  approvedOf(tx: Transaction, orderId: OrderId): Promise<readonly EarlyInvoice[]>;
  /** `live`: invoices that are neither draft nor cancelled. `waiting`: invoices that are submitted or pending. */
  openCounts(tx: Transaction, orderId: OrderId): Promise<{ readonly live: number; readonly waiting: number }>;
}

/** Accepted and billed quantities by order line, without lines that have none. */
export interface OrderProgress {
  /** Received minus rejected minus returned. */
  readonly accepted: ReadonlyMap<OrderItemId, Decimal>;
  /** On approved and paid invoices, minus line credits. */
  readonly billed: ReadonlyMap<OrderItemId, Decimal>;
  readonly threeWay: boolean;
}

/** Matches invoices with orders. Implemented by `MatchingService` (invoices). */
export interface OrderMatching {
  /**
   * Matches the order's undecided invoices again, because the order, its receipts or its billed quantities changed.
   * @param known progress that the caller has already read in this transaction
   */
  rematch(tx: Transaction, actor: Actor, order: LockedOrder, known?: { progress?: OrderProgress }): Promise<void>;
}

/**
 * A module that derives data from orders. Called at every change of an order that is or was approved. Implemented by
 * `VendorPerformanceService` (vendor-performance).
 */
export interface OrderFollower {
  /** The order, its receipts or its invoices change in this transaction: follows before the commit. */
  changed(tx: Transaction, order: { readonly id: OrderId; readonly vendorId: VendorId }): void;
  /** Locks the vendor, after the budget, and reads the order's changes so far. @returns follows them */
  lock(tx: Transaction, order: { readonly id: OrderId; readonly vendorId: VendorId }): Promise<() => Promise<void>>;
}

/** The ports that downstream modules set while the application starts, one each. */
@Injectable()
export class OrderPorts implements OnApplicationBootstrap {
  budgets: BudgetPort;
  /** SQL for the budget warnings of an order `o`, which its approvers read. */
  warnings: StoredWarnings;
  receipts: ReceiptFacts;
  invoices: InvoiceFacts;
  matching: OrderMatching;
  follower: OrderFollower;

  /** @throws StartRefusal naming the ports that no module set */
  onApplicationBootstrap(): void {
    requirePorts<OrderPorts>(this, {
      budgets: 'BudgetsModule',
      warnings: 'BudgetsModule',
      receipts: 'GoodsReceiptsModule',
      invoices: 'InvoicesModule',
      matching: 'InvoicesModule',
      follower: 'VendorPerformanceModule',
    });
  }
}
