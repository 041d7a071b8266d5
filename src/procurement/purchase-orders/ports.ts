import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { ExpenseType } from '../approvals';
import type { Actor } from '../../common/actor';
import type { CalendarDate } from '../../common/clock';
import type { Decimal } from '../../common/money';
import { requirePorts } from '../../common/errors/start-refusal';
import type { StandingWarnings, Warning } from '../../common/warnings';
import type { InvoiceId, OrderId, OrderItemId, VendorId } from '../../common/records/ids';
import type { Transaction } from '../../platform/database';
import type { LockedOrder } from './purchase-orders.repository';

/** An order as a budget sees it. */
export interface BudgetedOrder {
  readonly id: OrderId;
  readonly poNumber: string;
  readonly departmentId: number;
  readonly expenseType: ExpenseType;
  readonly currency: string;
  /** VAT included. */
  readonly total: Decimal;
  /** The day of its submit, by which its budget is chosen. */
  readonly submittedOn: CalendarDate;
}

/** What an approval says about a budget that does not suffice. */
export interface BudgetOverride {
  /** The caller asked for it and may. */
  readonly override: boolean;
  readonly comments: string | null;
}

/** An invoice that an override let pass before its order was approved; of no budget yet. */
export interface EarlyInvoice {
  readonly id: InvoiceId;
  /** Its header total, before its credits. */
  readonly total: Decimal;
  readonly credited: Decimal;
  readonly paid: Decimal;
}

/** What was billed of an order before it was approved. */
export interface BilledEarly {
  readonly invoices: readonly EarlyInvoice[];
  /** What the order binds beside them. */
  readonly commitment: Decimal;
}

/** Why an order's commitment changes. */
export type CommitmentCause = 'amendment' | 'cancel' | 'close' | 'reopen' | 'fulfilment';

/**
 * What orders report to budgets. Every method runs in the transaction of the order's change, under the order's lock.
 * Implemented by `OrderCommitmentsService` (budgets).
 */
export interface BudgetPort {
  /**
   * submit: chooses the order's budget, for good, and reserves its total.
   * @throws DomainError BUDGET_REQUIRED, BUDGET_FROZEN, BUDGET_CLOSED
   */
  reserve(
    tx: Transaction,
    actor: Actor,
    order: BudgetedOrder,
    vendor: { readonly category: string | null },
  ): Promise<readonly Warning[]>;
  /** reject, or cancel of an order that waits: the reservation is released. */
  release(tx: Transaction, actor: Actor, order: BudgetedOrder): Promise<void>;
  /**
   * The last approve: the budget is checked, the reservation released, the total committed; of what was billed early
   * (undefined when nothing was) the budget hears now.
   * @throws DomainError BUDGET_FROZEN, BUDGET_CLOSED, BUDGET_EXCEEDED
   */
  commit(
    tx: Transaction,
    actor: Actor,
    order: BudgetedOrder,
    over: BudgetOverride,
    early?: BilledEarly,
  ): Promise<readonly Warning[]>;
  /**
   * Sets what the order still binds; with `check` a raise of it is checked like an approval.
   * @throws DomainError BUDGET_FROZEN, BUDGET_CLOSED, BUDGET_EXCEEDED where it is checked
   */
  adjust(
    tx: Transaction,
    actor: Actor,
    order: BudgetedOrder,
    change: { readonly commitment: Decimal; readonly cause: CommitmentCause; readonly check: boolean } & BudgetOverride,
  ): Promise<readonly Warning[]>;
}

/**
 * What orders ask of goods receipts, in the transaction of the order's change.
 * Implemented by `ReceivingService` (goods-receipts).
 */
export interface ReceiptFacts {
  /** Received less rejected less returned, by order line; lines without any may be left out. */
  acceptedByItem(tx: Transaction, orderId: OrderId): Promise<ReadonlyMap<OrderItemId, Decimal>>;
  /** Returned, by order line; lines without any may be left out. */
  returnedByItem(tx: Transaction, orderId: OrderId): Promise<ReadonlyMap<OrderItemId, Decimal>>;
  /** Whether the order's invoices are matched with its receipts too. */
  isThreeWay(tx: Transaction, order: { readonly id: OrderId; readonly approvedAt: Date | null }): Promise<boolean>;
}

/** What orders ask of invoices, in the transaction of the order's change. Implemented by `MatchingRepository` (invoices). */
export interface InvoiceFacts {
  /** On approved invoices less line credits, by order line; lines without any may be left out. */
  billedByItem(tx: Transaction, orderId: OrderId): Promise<ReadonlyMap<OrderItemId, Decimal>>;
  /** Quantities that line credits took off approved invoices, by order line; lines without any may be left out. */
  creditedByItem(tx: Transaction, orderId: OrderId): Promise<ReadonlyMap<OrderItemId, Decimal>>;
  /** The order's approved and paid invoices. */
  approvedOf(tx: Transaction, orderId: OrderId): Promise<readonly EarlyInvoice[]>;
  /** How many of the order's invoices are neither draft nor cancelled, and how many submitted or pending. */
  standing(tx: Transaction, orderId: OrderId): Promise<{ readonly live: number; readonly waiting: number }>;
}

/** What has come of an order so far. Quantities by order line; lines without any may be left out. */
export interface OrderProgress {
  /** Received less rejected less returned. */
  readonly accepted: ReadonlyMap<OrderItemId, Decimal>;
  /** On approved and paid invoices, less line credits. */
  readonly billed: ReadonlyMap<OrderItemId, Decimal>;
  /** Whether its invoices are matched with its receipts too. */
  readonly threeWay: boolean;
}

/** Who holds invoices against orders. Implemented by `MatchingService` (invoices). */
export interface OrderMatching {
  /**
   * What an order's invoices are matched with has changed: those that wait are matched again.
   * @param known what the caller has read of the order in this transaction, so that it is not read again
   */
  rematch(tx: Transaction, actor: Actor, order: LockedOrder, known?: { progress?: OrderProgress }): Promise<void>;
}

/**
 * A module that derives something from orders: called at every change of an order that is or was approved.
 * Implemented by `VendorPerformanceService` (vendor-performance).
 */
export interface OrderFollower {
  /** The order, what was received of it or what was billed of it has changed in this transaction. */
  changed(tx: Transaction, order: { readonly id: OrderId; readonly vendorId: VendorId }): void;
}

/** Where the modules behind orders plug in: each sets its own port, once, while the application starts. */
@Injectable()
export class OrderPorts implements OnApplicationBootstrap {
  budgets: BudgetPort;
  /** What its budget makes whoever decides about an order `o` know. */
  warnings: StandingWarnings;
  receipts: ReceiptFacts;
  invoices: InvoiceFacts;
  matching: OrderMatching;
  follower: OrderFollower;

  /** @throws StartRefusal naming the ports that nobody set */
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
