import { Injectable } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import type { Decimal } from '../../common/money';
import type { Warning } from '../../common/warning';
import type { Transaction } from '../../database';
import type { SpendingOverride, SpendingPort, SpentInvoice } from '../../invoices';
import { VendorsService } from '../../vendors';
import { BudgetChoice } from './budget-choice';
import { BudgetControl } from './budget-control';
import { BudgetLedger } from '../ledger/ledger.service';
import { type BudgetOfDocument, DocumentBudgetsRepository } from './document-budgets.sql';
import { payment, type Posting, spending, takingBack } from '../domain/postings';

/** An invoice without an order says nothing of its kind; running costs are what such invoices mostly are. */
const EXPENSE_TYPE_WITHOUT_ORDER = 'OPEX';

/** What invoices do to budgets, in the transaction of the invoice's change; its order, if any, is locked. */
@Injectable()
export class InvoiceSpendingService implements SpendingPort {
  constructor(
    private readonly choice: BudgetChoice,
    private readonly budgets: DocumentBudgetsRepository,
    private readonly control: BudgetControl,
    private readonly ledger: BudgetLedger,
    private readonly vendors: VendorsService,
  ) {}

  /**
   * Approved: its header total is spent from its order's budget, unchecked, whatever became of that budget since; or,
   * without an order, from its department's, checked like an order.
   * @throws DomainError BUDGET_REQUIRED, BUDGET_FROZEN, BUDGET_EXCEEDED for an invoice without an order
   */
  async spend(
    tx: Transaction,
    actor: Actor,
    invoice: SpentInvoice,
    amount: Decimal,
    over: SpendingOverride,
  ): Promise<readonly Warning[]> {
    if (invoice.orderId === null) return this.spendWithoutOrder(tx, actor, invoice, amount, over);
    await this.post(tx, actor, invoice, await this.budgets.lockCommitting(tx, invoice.orderId), spending(amount));
    return [];
  }

  /** Voided, or credited: that much is no longer spent. */
  async takeBack(tx: Transaction, actor: Actor, invoice: SpentInvoice, amount: Decimal): Promise<void> {
    await this.post(tx, actor, invoice, await this.budgets.lockSpending(tx, invoice.id), takingBack(amount));
  }

  /** Paid; a refund is negative. */
  async pay(tx: Transaction, actor: Actor, invoice: SpentInvoice, amount: Decimal): Promise<void> {
    await this.post(tx, actor, invoice, await this.budgets.lockSpending(tx, invoice.id), payment(amount));
  }

  private async spendWithoutOrder(
    tx: Transaction,
    actor: Actor,
    invoice: SpentInvoice,
    amount: Decimal,
    over: SpendingOverride,
  ): Promise<readonly Warning[]> {
    const { departmentId, currency, approvedOn: day } = invoice;
    const { category: vendorCategory } = await this.vendors.lookUp(tx, invoice.vendorId);
    const expenseType = EXPENSE_TYPE_WITHOUT_ORDER;
    const seeker = { departmentId, currency, day, expenseType, vendorCategory };
    const budget = await this.choice.lock(tx, seeker);
    if (!budget) return this.choice.warnOfNone(tx, seeker);
    const document = { orderId: null, invoiceId: invoice.id, expenseType };
    const warnings = await this.control.grant(tx, actor, budget, amount, { document, over });
    await this.ledger.post(tx, actor, budget, document, spending(amount));
    return warnings;
  }

  private async post(
    tx: Transaction,
    actor: Actor,
    { id: invoiceId, orderId }: SpentInvoice,
    held: BudgetOfDocument | undefined,
    postings: readonly Posting[],
  ): Promise<void> {
    if (!held) return;
    const { budget, expenseType } = held;
    await this.ledger.post(tx, actor, budget, { orderId, invoiceId, expenseType }, postings);
  }
}
