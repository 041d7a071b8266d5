import { Injectable } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import type { Decimal } from '../../common/money';
import type { Warning } from '../../common/messages/warning';
import type { Transaction } from '../../database';
import type { SpendingOverride, SpendingPort, SpentInvoice } from '../../invoices';
import { VendorsService } from '../../vendors';
import { BudgetControl } from './budget-control';
import { DocumentBudgets, type HeldBudget } from './document-budgets.queries';
import { LedgerService } from './ledger.service';
import { payment, type Posting, spending, takingBack } from '../domain/ledger/postings';

/** The expense type of an invoice without an order, which names none: most such invoices are running costs. */
const EXPENSE_TYPE_WITHOUT_ORDER = 'OPEX';

/** What invoices do to budgets, in the transaction of the invoice's change; its order, if any, is locked. */
@Injectable()
export class InvoiceSpendingService implements SpendingPort {
  constructor(
    private readonly budgets: DocumentBudgets,
    private readonly control: BudgetControl,
    private readonly ledger: LedgerService,
    private readonly vendors: VendorsService,
  ) {}

  /**
   * Approve: spends the invoice's header total from its order's budget, without a check and even when that budget is frozen
   * or closed since. Without an order, from the budget of its department, with the check of an order's approval.
   * @returns warnings for an invoice without an order: no budget, or one that does not suffice
   * @throws DomainError BUDGET_REQUIRED, BUDGET_FROZEN, BUDGET_CLOSED, BUDGET_EXCEEDED for an invoice without an order
   */
  async spend(
    tx: Transaction,
    actor: Actor,
    invoice: SpentInvoice,
    amount: Decimal,
    over: SpendingOverride,
  ): Promise<readonly Warning[]> {
    if (invoice.orderId !== null) {
      await this.post(tx, actor, invoice, await this.budgets.lockCommitting(tx, invoice.orderId), spending(amount));
      return [];
    }
    const { departmentId, currency, approvedOn: day } = invoice;
    const { category: vendorCategory } = await this.vendors.lookUp(tx, invoice.vendorId);
    const expenseType = EXPENSE_TYPE_WITHOUT_ORDER;
    const charged = { departmentId, currency, day, expenseType, vendorCategory };
    const budget = await this.budgets.lockChosen(tx, charged);
    if (!budget) return this.control.warnOfNone(tx, charged);
    const document = { orderId: null, invoiceId: invoice.id, expenseType };
    const warnings = await this.control.grant(tx, actor, budget, amount, { document, over });
    await this.ledger.post(tx, actor, budget, document, spending(amount));
    return warnings;
  }

  /** Void or credit: the amount is no longer spent. */
  async takeBack(tx: Transaction, actor: Actor, invoice: SpentInvoice, amount: Decimal): Promise<void> {
    await this.post(tx, actor, invoice, await this.budgets.lockSpending(tx, invoice.id), takingBack(amount));
  }

  /** Payment; the amount of a refund is negative. */
  async pay(tx: Transaction, actor: Actor, invoice: SpentInvoice, amount: Decimal): Promise<void> {
    await this.post(tx, actor, invoice, await this.budgets.lockSpending(tx, invoice.id), payment(amount));
  }

  private async post(
    tx: Transaction,
    actor: Actor,
    { id: invoiceId, orderId }: SpentInvoice,
    held: HeldBudget | undefined,
    postings: readonly Posting[],
  ): Promise<void> {
    if (!held) return;
    const { budget, expenseType } = held;
    await this.ledger.post(tx, actor, budget, { orderId, invoiceId, expenseType }, postings);
  }
}
