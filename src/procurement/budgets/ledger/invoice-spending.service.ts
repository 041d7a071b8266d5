import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../common/actor';
import { type Decimal, ZERO } from '../../../common/money';
import type { OrderId } from '../../../common/records/ids';
import type { Warning } from '../../../common/warnings';
import type { Transaction } from '../../../platform/database';
import type { SpendingCheck, SpendingPort, SpentInvoice } from '../../invoices';
import { VendorReferences } from '../../vendors';
import { BudgetControl } from './budget-control';
import { DocumentBudgets, type HeldBudget } from './document-budgets.repository';
import { LedgerService, type MovementDocument } from './ledger.service';
import { NO_AMOUNTS, plus } from '../domain/ledger/amounts';
import { closedWarning } from '../domain/control';
import { EXPENSE_TYPE_WITHOUT_ORDER } from './standing-warnings.sql';
import { payment, type Posting, restoring, spending, takingBack } from '../domain/ledger/postings';

/** What invoices do to budgets, in the transaction of the invoice's change; its order, if any, is locked. */
@Injectable()
export class InvoiceSpendingService implements SpendingPort {
  constructor(
    private readonly budgets: DocumentBudgets,
    private readonly control: BudgetControl,
    private readonly ledger: LedgerService,
    private readonly vendors: VendorReferences,
  ) {}

  /** What the order binds of its budget; 0 where it has none. */
  async bound(tx: Transaction, orderId: OrderId): Promise<Decimal> {
    return (await this.budgets.lockCommitting(tx, orderId))?.amount ?? ZERO;
  }

  /**
   * Approve: spends the invoice's header total from its order's budget, even when that is frozen or closed since. What it costs
   * above the commitment that it releases is checked where it bills more than was agreed on, or a completed order again. Without
   * an order, or with one that is not in force, all of it is checked like an order's approval. Without an order it is charged to
   * the fiscal year of its invoice date; if that year's budget is closed, to the present year's.
   * @returns warnings: no budget, one that is closed, or one that does not suffice
   * @throws DomainError BUDGET_REQUIRED, BUDGET_FROZEN, BUDGET_CLOSED, BUDGET_EXCEEDED where it is checked
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

  /** What an invoice costs above the commitment that it releases is asked of the budget as it was before the release. */
  private async checkExcess(
    tx: Transaction,
    actor: Actor,
    invoice: SpentInvoice,
    { budget, amount: bound, expenseType }: HeldBudget,
    { amount, boundBefore, ...over }: SpendingCheck & { readonly amount: Decimal },
  ): Promise<readonly Warning[]> {
    const released = (boundBefore ?? bound).minus(bound);
    const excess = amount.minus(released);
    if (excess.lte(0)) return [];
    const before = { ...budget, amounts: plus(budget.amounts, { ...NO_AMOUNTS, committed: released }) };
    return this.control.grant(tx, actor, before, excess, { document: documentOf(invoice, expenseType), over });
  }

  /**
   * An order that is not in force binds nothing, and its invoices are posted when it is approved. Until then they are checked
   * against the budget that it reserves, or would be charged to, so that no override is a way around that budget.
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

  /** Void or credit: the amount is no longer spent. */
  async takeBack(tx: Transaction, actor: Actor, invoice: SpentInvoice, amount: Decimal): Promise<void> {
    await this.post(tx, actor, invoice, await this.budgets.lockSpending(tx, invoice.id), takingBack(amount));
  }

  /** A cancelled credit: the amount is spent again, from the budget that the invoice was spent from. */
  async restore(tx: Transaction, actor: Actor, invoice: SpentInvoice, amount: Decimal): Promise<void> {
    await this.post(tx, actor, invoice, await this.budgets.lockSpending(tx, invoice.id), restoring(amount));
  }

  /** Payment; the amount of a refund is negative. */
  async pay(tx: Transaction, actor: Actor, invoice: SpentInvoice, amount: Decimal): Promise<void> {
    await this.post(tx, actor, invoice, await this.budgets.lockSpending(tx, invoice.id), payment(amount));
  }

  private async post(
    tx: Transaction,
    actor: Actor,
    invoice: SpentInvoice,
    held: HeldBudget | undefined,
    postings: readonly Posting[],
  ): Promise<void> {
    if (held) await this.ledger.post(tx, actor, held.budget, documentOf(invoice, held.expenseType), postings);
  }
}

function documentOf({ id: invoiceId, orderId }: SpentInvoice, expenseType: string): MovementDocument {
  return { orderId, invoiceId, expenseType };
}
