import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Actor } from '../common/actor';
import type { CalendarDate } from '../common/clock';
import type { Decimal } from '../common/money';
import { requirePorts } from '../common/errors/start-refusal';
import type { Warning } from '../common/messages/warning';
import type { InvoiceId, OrderId, VendorId } from '../common/records/ids';
import type { Transaction } from '../database';

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
  /** The day by which the budget of an invoice without an order is chosen. */
  readonly approvedOn: CalendarDate;
}

/** What an approval says about a budget that does not suffice. */
export interface SpendingOverride {
  readonly override: boolean;
  readonly comments: string | null;
}

/**
 * What invoices report to budgets, in the transaction of the invoice's change; the order, if any, is locked. The order itself
 * reports what it still commits (`BudgetPort.adjust`, when it is settled). Of the two calls the one that lowers a figure comes
 * first: an approval settles, then spends; a void or credit takes back, then settles. A threshold is therefore rightly compared
 * with the figures at the start of the transaction.
 */
export interface SpendingPort {
  /**
   * Approved: its header total is spent. Without an order the budget is chosen and checked here.
   * @throws DomainError BUDGET_REQUIRED, BUDGET_FROZEN, BUDGET_CLOSED or BUDGET_EXCEEDED for an invoice without an order
   */
  spend(
    tx: Transaction,
    actor: Actor,
    invoice: SpentInvoice,
    amount: Decimal,
    over: SpendingOverride,
  ): Promise<readonly Warning[]>;
  /** Voided, or credited: that much is no longer spent. */
  takeBack(
    tx: Transaction,
    actor: Actor,
    invoice: SpentInvoice,
    amount: Decimal,
    cause: 'void' | 'credit',
  ): Promise<void>;
  /** Paid; a refund is negative. */
  pay(tx: Transaction, actor: Actor, invoice: SpentInvoice, amount: Decimal): Promise<void>;
}

/** Where budgets plug in: `BudgetsModule` sets the port while the application starts. */
@Injectable()
export class InvoicePorts implements OnApplicationBootstrap {
  budgets: SpendingPort;

  /** @throws StartRefusal naming the ports that nobody set */
  onApplicationBootstrap(): void {
    requirePorts<InvoicePorts>(this, { budgets: 'BudgetsModule' });
  }
}
