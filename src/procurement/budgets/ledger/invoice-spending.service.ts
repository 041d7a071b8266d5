import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../common/actor';
import { type Decimal, ZERO } from '../../../common/money';
import type { OrderId } from '../../../common/records/ids';
import type { Warning } from '../../../common/warnings';
import type { Transaction } from '../../../platform/database';
import type { SpendingCheck, SpendingPort, SpentInvoice } from '../../invoices';
import { VendorReferences } from '../../vendors';
import { BudgetControl } from './budget-control';
import { DocumentBudgets, type ReservedBudget } from './document-budgets.repository';
import { LedgerService, type MovementDocument } from './ledger.service';
import { NO_AMOUNTS, plus } from '../domain/ledger/amounts';
import { closedWarning } from '../domain/control';
import { EXPENSE_TYPE_WITHOUT_ORDER } from './stored-warnings.sql';
import { payment, type Posting, restoring, spending, reversal } from '../domain/ledger/postings';

/** Posts invoices to budgets, in the transaction of the invoice's change. Its order, if any, must be locked. */
@Injectable()
export class InvoiceSpendingService implements SpendingPort {
  constructor(
    private readonly budgets: DocumentBudgets,
    private readonly control: BudgetControl,
    private readonly ledger: LedgerService,
    private readonly vendors: VendorReferences,
  ) {}

  /** Commitment of the order; 0 without a budget. */
  async bound(tx: Transaction, orderId: OrderId): Promise<Decimal> {
    return (await this.budgets.lockCommitting(tx, orderId))?.amount ?? ZERO;
  }

  /**
   * On approval: spends the header total from the order's budget, even if it was frozen or closed later.
   *
   * - With an order in force, an excess over the released commitment is checked if the invoice bills more than agreed,
   *   or bills a completed order.
   * - Otherwise the whole amount is checked like an order's approval.
   * - Without any order, the fiscal year of the invoice date is charged, or the current year if that budget is closed.
   *
   * @returns warnings: no budget, a closed one, or one that does not suffice
   * @throws DomainError BUDGET_REQUIRED, BUDGET_FROZEN, BUDGET_CLOSED, BUDGET_EXCEEDED if it is checked
   */
  async spend(
    tx: Transaction,
    actor: Actor,
    invoice: SpentInvoice,
    amount: Decimal,
    over: SpendingCheck,
  ): Promise<readonly Warning[]> {
    if (invoice.orderId !== null)
      return this.spendOfOrder(tx, actor, { ...invoice, orderId: invoice.orderId }, amount, over);
    const { departmentId, currency, invoiceDate: day } = invoice;
    const { category: vendorCategory } = await this.vendors.lookUp(tx, invoice.vendorId);
    const expenseType = EXPENSE_TYPE_WITHOUT_ORDER;
    const charged = { departmentId, currency, day, expenseType, vendorCategory };
    const { budget, closed } = await this.budgets.lockChosenOrPresent(tx, charged, invoice.approvedOn);
    if (!budget) return this.control.warnOfNone(tx, charged);
    const document = { orderId: null, invoiceId: invoice.id, expenseType };
    const warnings = await this.control.grant(tx, actor, budget, amount, { document, over });
    await this.ledger.post(tx, actor, budget, document, spending(amount));
    return closed ? [closedWarning(closed, budget), ...warnings] : warnings;
  }

  private async spendOfOrder(
    tx: Transaction,
    actor: Actor,
    invoice: SpentInvoice & { readonly orderId: OrderId },
    amount: Decimal,
    over: SpendingCheck,
  ): Promise<readonly Warning[]> {
    const held = await this.budgets.lockCommitting(tx, invoice.orderId);
    if (!held) return this.checkEarly(tx, actor, invoice, over);
    const warnings = over.boundBefore ? await this.checkExcess(tx, actor, invoice, held, { ...over, amount }) : [];
    await this.post(tx, actor, invoice, held, spending(amount));
    return warnings;
  }

  /** Checks the excess over the released commitment against the budget before that release. */
  private async checkExcess(
    tx: Transaction,
    actor: Actor,
    invoice: SpentInvoice,
    { budget, amount: bound, expenseType }: ReservedBudget,
    { amount, boundBefore, ...over }: SpendingCheck & { readonly amount: Decimal },
  ): Promise<readonly Warning[]> {
    const released = (boundBefore ?? bound).minus(bound);
    const excess = amount.minus(released);
    if (excess.lte(0)) return [];
    const before = { ...budget, amounts: plus(budget.amounts, { ...NO_AMOUNTS, committed: released }) };
    return this.control.grant(tx, actor, before, excess, { document: documentOf(invoice, expenseType), over });
  }

  /**
   * An order that is not in force has no commitment; its invoices are posted when it is approved. Until then they are
   * checked against the budget that it reserves or would use, so that an override cannot bypass that budget.
   */
  private async checkEarly(
    tx: Transaction,
    actor: Actor,
    invoice: SpentInvoice & { readonly orderId: OrderId },
    over: SpendingCheck,
  ): Promise<readonly Warning[]> {
    const { early, currency, vendorId } = invoice;
    if (!early) return [];
    const { departmentId, expenseType, day, requested } = early;
    const { category: vendorCategory } = await this.vendors.lookUp(tx, vendorId);
    const charged = { departmentId, currency, day, expenseType, vendorCategory };
    const reserving = await this.budgets.lockReserving(tx, invoice.orderId);
    const budget = reserving?.budget ?? (await this.budgets.lockChosen(tx, charged));
    if (!budget) return this.control.warnOfNone(tx, charged);
    return this.control.grant(tx, actor, budget, requested, { document: documentOf(invoice, expenseType), over });
  }

  /** On a void or credit. */
  async reverse(tx: Transaction, actor: Actor, invoice: SpentInvoice, amount: Decimal): Promise<void> {
    await this.post(tx, actor, invoice, await this.budgets.lockSpending(tx, invoice.id), reversal(amount));
  }

  /** On the cancel of a credit: spends the amount again from the invoice's budget. */
  async restore(tx: Transaction, actor: Actor, invoice: SpentInvoice, amount: Decimal): Promise<void> {
    await this.post(tx, actor, invoice, await this.budgets.lockSpending(tx, invoice.id), restoring(amount));
  }

  async pay(tx: Transaction, actor: Actor, invoice: SpentInvoice, amount: Decimal): Promise<void> {
    await this.post(tx, actor, invoice, await this.budgets.lockSpending(tx, invoice.id), payment(amount));
  }

  private async post(
    tx: Transaction,
    actor: Actor,
    invoice: SpentInvoice,
    held: ReservedBudget | undefined,
    postings: readonly Posting[],
  ): Promise<void> {
    if (held) await this.ledger.post(tx, actor, held.budget, documentOf(invoice, held.expenseType), postings);
  }
}

function documentOf({ id: invoiceId, orderId }: SpentInvoice, expenseType: string): MovementDocument {
  return { orderId, invoiceId, expenseType };
}
