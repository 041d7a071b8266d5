import { Injectable } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import { sum, ZERO } from '../../common/money';
import type { Warning } from '../../common/warning';
import type { Transaction } from '../../database';
import type { BilledEarly, BudgetedOrder, BudgetOverride, BudgetPort } from '../../purchase-orders';
import { TenantSettings } from '../../tenants';
import { BudgetChoice } from './budget-choice';
import { BudgetControl } from './budget-control';
import { BudgetLedger } from '../ledger/ledger.service';
import { DocumentBudgetsRepository } from './document-budgets.sql';
import { requireOpen, submitWarnings } from '../domain/control';
import { adjustment, commitment, payment, release, reservation, spending, takingBack } from '../domain/postings';
import type { MovementDocument } from '../ledger/ledger.repository';

type Adjustment = Parameters<BudgetPort['adjust']>[3];

/** What orders do to budgets, in the transaction of the order's change and under its lock. */
@Injectable()
export class OrderCommitmentsService implements BudgetPort {
  constructor(
    private readonly choice: BudgetChoice,
    private readonly budgets: DocumentBudgetsRepository,
    private readonly control: BudgetControl,
    private readonly ledger: BudgetLedger,
    private readonly tenants: TenantSettings,
  ) {}

  /** Submit: chooses the order's budget and reserves its total. Throws BUDGET_REQUIRED, BUDGET_FROZEN. */
  async reserve(
    tx: Transaction,
    actor: Actor,
    order: BudgetedOrder,
    vendor: { readonly category: string | null },
  ): Promise<readonly Warning[]> {
    const { departmentId, currency, expenseType, submittedOn: day, total } = order;
    const seeker = { departmentId, currency, expenseType, vendorCategory: vendor.category, day };
    const budget = await this.choice.lock(tx, seeker);
    if (!budget) return this.choice.warnOfNone(tx, seeker);
    requireOpen(budget);
    const { settings } = await this.tenants.of(tx);
    const warnings = submitWarnings(budget, total, settings.over_budget_action);
    await this.ledger.post(tx, actor, budget, documentOf(order), reservation(total));
    return warnings;
  }

  /** Reject, or cancel of an order that waits: what it has reserved is released. */
  async release(tx: Transaction, actor: Actor, order: BudgetedOrder): Promise<void> {
    const held = await this.budgets.lockReserving(tx, order.id);
    if (held) await this.ledger.post(tx, actor, held.budget, documentOf(order), release(held.amount));
  }

  /**
   * The last approve: the check, then the reservation becomes a commitment. Invoices that an override let pass before
   * found no commitment to spend from: they are spent, and what they bill relieved, now.
   * @throws DomainError BUDGET_FROZEN, BUDGET_EXCEEDED
   */
  async commit(
    tx: Transaction,
    actor: Actor,
    order: BudgetedOrder,
    over: BudgetOverride,
    early: BilledEarly = { invoices: [], commitment: order.total },
  ): Promise<readonly Warning[]> {
    const held = await this.budgets.lockReserving(tx, order.id);
    if (!held) return [];
    const document = documentOf(order);
    const requested = early.commitment.plus(sum(early.invoices.map(({ total, credited }) => total.minus(credited))));
    const warnings = await this.control.grant(tx, actor, held.budget, requested, { document, over });
    const committed = [
      ...commitment(held.amount, order.total),
      ...adjustment(order.total, early.commitment, 'fulfilment'),
    ];
    let budget = await this.ledger.post(tx, actor, held.budget, document, committed);
    for (const { id: invoiceId, total, credited, paid } of early.invoices) {
      // The whole story, an invoice credited in full included: what it was spent from is where a refund goes.
      const postings = [...spending(total), ...takingBack(credited), ...payment(paid)];
      budget = await this.ledger.post(tx, actor, budget, { ...document, invoiceId }, postings);
    }
    return warnings;
  }

  /**
   * Sets what an approved order still binds. Where `check` asks for it, a raise is granted like an approval.
   * @throws DomainError BUDGET_FROZEN, BUDGET_EXCEEDED
   */
  async adjust(tx: Transaction, actor: Actor, order: BudgetedOrder, change: Adjustment): Promise<readonly Warning[]> {
    const held = await this.budgets.lockCommitting(tx, order.id, { unless: change.commitment });
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
