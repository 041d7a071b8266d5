import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import type { CalendarDate } from '../../common/clock';
import type { Decimal } from '../../common/money';
import { requirePorts } from '../../common/errors/start-refusal';
import type { StoredWarnings, Warning } from '../../common/warnings';
import type { InvoiceId, OrderId, VendorId } from '../../common/records/ids';
import type { Transaction } from '../../platform/database';

export interface SpentInvoice {
  readonly id: InvoiceId;
  readonly invoiceNumber: string;
  /** The order whose budget it spends; null without an order. */
  readonly orderId: OrderId | null;
  /** The department whose budget an invoice without an order spends, if it or its creator has one. */
  readonly departmentId: number | null;
  readonly vendorId: VendorId;
  readonly currency: string;
  /** Selects the fiscal year of the budget for an invoice without an order. */
  readonly invoiceDate: CalendarDate;
  /** Selects the fiscal year instead if the budget of `invoiceDate` is closed. */
  readonly approvedOn: CalendarDate;
  /** Set if the order is not in force, so nothing is committed for it. */
  readonly early: EarlySpending | null;
}

/** Budget demand of the approved invoices of an order that is not in force. The budget is that of the order. */
export interface EarlySpending {
  readonly departmentId: number;
  readonly expenseType: string;
  readonly day: CalendarDate;
  readonly requested: Decimal;
}

export interface SpendingOverride {
  readonly override: boolean;
  readonly comments: string | null;
}

export interface SpendingCheck extends SpendingOverride {
  /**
   * The order's commitment before the approval, set if the invoice bills more than agreed. The cost above it, less the
   * remaining commitment, is then checked like an order. Null if the invoice is within the agreement.
   */
  readonly boundBefore: Decimal | null;
}

/**
 * Implemented by `InvoiceSpendingService` (budgets). Reports invoice changes to budgets, in the transaction of the
 * change, with the order locked. The order reports its remaining commitment itself (`BudgetPort.adjust`, called when it
 * is settled). The call that lowers a figure runs first: an approval or a cancelled credit settles, then spends; a void
 * or credit takes back, then settles. Thresholds therefore compare with the figures at the start of the transaction.
 */
export interface SpendingPort {
  /** The order's commitment, 0 without a budget. Locks the budget. */
  bound(tx: Transaction, orderId: OrderId): Promise<Decimal>;
  /**
   * Adds the header total of an approved invoice to the spent amount. The budget is checked in three cases: without an
   * order (it is also chosen here), for an order that is not in force, and if `over.boundBefore` is set.
   * @throws DomainError BUDGET_REQUIRED, BUDGET_FROZEN, BUDGET_CLOSED, BUDGET_EXCEEDED
   */
  spend(
    tx: Transaction,
    actor: Actor,
    invoice: SpentInvoice,
    amount: Decimal,
    over: SpendingCheck,
  ): Promise<readonly Warning[]>;
  /** Subtracts the amount of a void or credit from the spent amount. */
  reverse(
    tx: Transaction,
    actor: Actor,
    invoice: SpentInvoice,
    amount: Decimal,
    cause: 'void' | 'credit',
  ): Promise<void>;
  /** Adds the amount of a cancelled credit note to the spent amount again. Unchecked: the approval was checked. */
  restore(tx: Transaction, actor: Actor, invoice: SpentInvoice, amount: Decimal): Promise<void>;
  /** Adds a payment to the paid amount; a refund is negative. */
  pay(tx: Transaction, actor: Actor, invoice: SpentInvoice, amount: Decimal): Promise<void>;
}

/** `BudgetsModule` sets these ports at startup. */
@Injectable()
export class InvoicePorts implements OnApplicationBootstrap {
  budgets: SpendingPort;
  /** SQL for the budget warnings of a pending invoice `i`. */
  warnings: StoredWarnings;

  onApplicationBootstrap(): void {
    requirePorts<InvoicePorts>(this, { budgets: 'BudgetsModule', warnings: 'BudgetsModule' });
  }
}
