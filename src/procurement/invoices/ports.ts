import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import type { CalendarDate } from '../../common/clock';
import type { Decimal } from '../../common/money';
import { requirePorts } from '../../common/errors/start-refusal';
import type { StandingWarnings, Warning } from '../../common/warnings';
import type { InvoiceId, OrderId, VendorId } from '../../common/records/ids';
import type { Transaction } from '../../platform/database';

/** An approved invoice as a budget sees it. */
export interface SpentInvoice {
  readonly id: InvoiceId;
  readonly invoiceNumber: string;
  /** The order it bills, whose budget it spends; null without one. */
  readonly orderId: OrderId | null;
  /** Whose budget an invoice without an order spends; null when neither it nor its creator has a department. */
  readonly departmentId: number | null;
  readonly vendorId: VendorId;
  readonly currency: string;
  /** Its day decides the fiscal year of the budget that an invoice without an order spends. */
  readonly invoiceDate: CalendarDate;
  /** The day of the same where the budget of that fiscal year is closed. */
  readonly approvedOn: CalendarDate;
  /** Set where its order is not in force, so that nothing is committed for it. */
  readonly early: EarlySpending | null;
}

/** What approved invoices of an order that is not in force ask of the budget that the order is, or would be, charged to. */
export interface EarlySpending {
  readonly departmentId: number;
  readonly expenseType: string;
  /** The day that decides the fiscal year. */
  readonly day: CalendarDate;
  /** What those invoices come to, credits taken off. */
  readonly requested: Decimal;
}

/** What an approval says about a budget that does not suffice. */
export interface SpendingOverride {
  readonly override: boolean;
  readonly comments: string | null;
}

/** How the approval of an invoice is checked. */
export interface SpendingCheck extends SpendingOverride {
  /**
   * What its order bound of the budget before the approval, where the invoice bills more than was agreed on. What it costs
   * above that and what the order binds still is then checked like an order. Null where it is within what was agreed on.
   */
  readonly boundBefore: Decimal | null;
}

/**
 * What invoices report to budgets, in the transaction of the invoice's change; the order, if any, is locked. The order itself
 * reports what it still commits (`BudgetPort.adjust`, when it is settled). Of the two calls the one that lowers a figure comes
 * first: an approval and a cancelled credit settle, then spend; a void or credit takes back, then settles. A threshold is therefore rightly compared
 * with the figures at the start of the transaction.
 * Implemented by `InvoiceSpendingService` (budgets).
 */
export interface SpendingPort {
  /** What the order binds of its budget; 0 where it has none. The budget stays locked. */
  bound(tx: Transaction, orderId: OrderId): Promise<Decimal>;
  /**
   * Approved: its header total is spent. Without an order the budget is chosen and checked here, with one that is not in force it
   * is checked; with one in force what it costs above the commitment is, where that is asked for.
   * @throws DomainError BUDGET_REQUIRED, BUDGET_FROZEN, BUDGET_CLOSED, BUDGET_EXCEEDED
   */
  spend(
    tx: Transaction,
    actor: Actor,
    invoice: SpentInvoice,
    amount: Decimal,
    over: SpendingCheck,
  ): Promise<readonly Warning[]>;
  /** Voided, or credited: that much is no longer spent. */
  takeBack(
    tx: Transaction,
    actor: Actor,
    invoice: SpentInvoice,
    amount: Decimal,
    cause: 'void' | 'credit',
  ): Promise<void>;
  /** A credit note was cancelled: that much is spent again. It is not checked, as the invoice's approval was. */
  restore(tx: Transaction, actor: Actor, invoice: SpentInvoice, amount: Decimal): Promise<void>;
  /** Paid; a refund is negative. */
  pay(tx: Transaction, actor: Actor, invoice: SpentInvoice, amount: Decimal): Promise<void>;
}

/** Where budgets plug in: `BudgetsModule` sets the port while the application starts. */
@Injectable()
export class InvoicePorts implements OnApplicationBootstrap {
  budgets: SpendingPort;
  /** What its budget makes whoever decides about an invoice `i` know. */
  warnings: StandingWarnings;

  /** @throws StartRefusal naming the ports that nobody set */
  onApplicationBootstrap(): void {
    requirePorts<InvoicePorts>(this, { budgets: 'BudgetsModule', warnings: 'BudgetsModule' });
  }
}
