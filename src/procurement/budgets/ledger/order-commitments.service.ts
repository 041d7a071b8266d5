import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../common/actor';
import { sum, ZERO } from '../../../common/money';
import type { Warning } from '../../../common/warnings';
import type { Transaction } from '../../../platform/database';
import type { BilledEarly, BudgetedOrder, BudgetOverride, BudgetPort, CommitReservation } from '../../purchase-orders';
import { TenantSettings } from '../../../organisation/tenants';
import { BudgetControl } from './budget-control';
import { DocumentBudgets, type ReservedBudget } from './document-budgets.repository';
import { LedgerService, type MovementDocument } from './ledger.service';
import { NO_BUDGET } from './stored-warnings.sql';
import { requireOpen, submitWarnings } from '../domain/control';
import { adjustment, commitment, payment, release, reservation, spending, reversal } from '../domain/ledger/postings';

type Adjustment = Parameters<BudgetPort['adjust']>[3];

/** Posts orders to budgets, in the transaction of the order's change and under its lock. */
@Injectable()
export class OrderCommitmentsService implements BudgetPort {
  constructor(
    private readonly budgets: DocumentBudgets,
    private readonly control: BudgetControl,
    private readonly ledger: LedgerService,
    private readonly tenants: TenantSettings,
  ) {}

  /**
   * @returns warnings: no budget, or one that will not suffice
   * @throws DomainError BUDGET_REQUIRED, BUDGET_FROZEN, BUDGET_CLOSED
   */
  async reserve(
    tx: Transaction,
    actor: Actor,
    order: BudgetedOrder,
    vendor: { readonly category: string | null },
  ): Promise<readonly Warning[]> {
    const { departmentId, currency, expenseType, submittedOn: day, total } = order;
    const charged = { departmentId, currency, expenseType, vendorCategory: vendor.category, day };
    const budget = await this.budgets.lockChosen(tx, charged);
    if (!budget) return this.control.warnOfNone(tx, charged);
    requireOpen(budget);
    const { settings } = await this.tenants.of(tx);
    const warnings = submitWarnings(budget, total, settings.over_budget_action);
    await this.ledger.post(tx, actor, budget, documentOf(order), reservation(total));
    return warnings;
  }

  /** On reject, withdraw, or cancel of a submitted order. */
  async release(tx: Transaction, actor: Actor, order: BudgetedOrder): Promise<void> {
    const held = await this.budgets.lockReserving(tx, order.id);
    if (held) await this.ledger.post(tx, actor, held.budget, documentOf(order), release(held.amount));
  }

  async lockReserving(tx: Transaction, actor: Actor, order: BudgetedOrder): Promise<CommitReservation> {
    const held = await this.budgets.lockReserving(tx, order.id);
    return (over, early) => (held ? this.commit(tx, actor, order, held, over, early) : Promise.resolve([NO_BUDGET]));
  }

  /**
   * Checks the budget and turns the reservation into a commitment. Also spends invoices that an override approved
   * earlier, and reduces the commitment by their amount.
   * @returns a warning if the budget does not suffice but the order may proceed
   * @throws DomainError BUDGET_FROZEN, BUDGET_CLOSED, BUDGET_EXCEEDED
   */
  private async commit(
    tx: Transaction,
    actor: Actor,
    order: BudgetedOrder,
    held: ReservedBudget,
    over: BudgetOverride,
    early: BilledEarly = { invoices: [], commitment: order.total },
  ): Promise<readonly Warning[]> {
    const document = documentOf(order);
    const requested = early.commitment.plus(sum(early.invoices.map(({ total, credited }) => total.minus(credited))));
    const warnings = await this.control.grant(tx, actor, held.budget, requested, { document, over });
    const committed = [
      ...commitment(held.amount, order.total),
      ...adjustment(order.total, early.commitment, 'fulfilment'),
    ];
    let budget = await this.ledger.post(tx, actor, held.budget, document, committed);
    for (const { id: invoiceId, total, credited, paid } of early.invoices) {
      // Also for an invoice that is credited in full: its refund must find the budget that it was spent from.
      const postings = [...spending(total), ...reversal(credited), ...payment(paid)];
      budget = await this.ledger.post(tx, actor, budget, { ...document, invoiceId }, postings);
    }
    return warnings;
  }

  /**
   * Sets the commitment of an approved order. With `check`, an increase is checked like an approval.
   * @returns a warning if the budget does not suffice for the increase but the change may proceed
   * @throws DomainError BUDGET_FROZEN, BUDGET_CLOSED, BUDGET_EXCEEDED
   */
  async adjust(tx: Transaction, actor: Actor, order: BudgetedOrder, change: Adjustment): Promise<readonly Warning[]> {
    const held = await this.budgets.lockCommitting(tx, order.id, change.commitment);
    if (!held) return [];
    const document = documentOf(order);
    const more = change.commitment.minus(held.amount);
    const checked = change.check && more.gt(ZERO);
    const warnings = checked ? await this.control.grant(tx, actor, held.budget, more, { document, over: change }) : [];
    await this.ledger.post(tx, actor, held.budget, document, adjustment(held.amount, change.commitment, change.cause));
    return warnings;
  }
}

function documentOf({ id, expenseType }: BudgetedOrder): MovementDocument {
  return { orderId: id, invoiceId: null, expenseType };
}
