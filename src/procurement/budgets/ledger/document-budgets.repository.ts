import { Injectable } from '@nestjs/common';
import { type CalendarDate, fiscalYear } from '../../../common/clock';
import { type Decimal, decimal } from '../../../common/money';
import type { BudgetId, InvoiceId, OrderId } from '../../../common/records/ids';
import type { Transaction } from '../../../platform/database';
import { TenantSettings } from '../../../organisation/tenants';
import {
  BudgetsRepository,
  LOCKED_COLUMNS,
  type LockedBudget,
  lockedBudget,
  type LockedRow,
} from '../budgets.repository';
import { requireOpen } from '../domain/control';
import { CHOOSABLE_STATUSES, isChoosable } from '../domain/lifecycle';
import type { HeldAmounts } from '../domain/ledger/postings';
import { type BudgetSubject, type CandidateBudget, chooseBudget } from '../domain/selection';

/** An order or invoice that is to be charged to a budget. */
export interface ChargedDocument extends BudgetSubject {
  /** Null for an invoice without an order whose creator has no department: it has no budget. */
  readonly departmentId: number | null;
  readonly currency: string;
  /** The day that decides the fiscal year. */
  readonly day: CalendarDate;
}

/** A locked budget with the amount of it that one order or invoice holds. */
export interface HeldBudget {
  readonly budget: LockedBudget;
  readonly amount: Decimal;
  /** CAPEX or OPEX, as of the document when the amount was posted; a revision may have changed the order's since. */
  readonly expenseType: string;
}

/** What an order holds of one budget. */
export interface Holding extends HeldAmounts {
  /** CAPEX or OPEX, as of the document when it was posted last. */
  readonly expenseType: string;
}

/** The budget that a document is charged to, locked, and the closed one that would fit it instead. */
interface Choice {
  readonly budget?: LockedBudget | undefined;
  readonly closed?: NamedCandidate;
}

type HoldingRow = { readonly reserved: string; readonly committed: string; readonly expense_type: string };
type NamedCandidate = CandidateBudget & { readonly name: string };
type HeldRow = LockedRow & { readonly amount: string; readonly expense_type: string };

/** The budgets of a department, fiscal year and currency that are active or frozen, or were so until they were closed. Not locked. */
const CANDIDATES = `
SELECT id, name, category, status FROM budgets
 WHERE tenant_id = $1 AND department_id = $2 AND fiscal_year = $3 AND currency = $4
   AND (status IN (${CHOOSABLE_STATUSES.map((status) => `'${status}'`).join(', ')})
     OR status = 'closed' AND activated_at IS NOT NULL)`;

/** Locks and answers, as {@link HeldRow}s, the budgets whose movements for document $2 fulfil the SQL condition `having`. */
const held = (document: string, amount: string, expenseType: string, having: string): string => `
SELECT ${LOCKED_COLUMNS}, m.amount, m.expense_type
  FROM budgets b
  JOIN (SELECT budget_id, sum(${amount}) AS amount, ${expenseType} AS expense_type
          FROM budget_movements WHERE tenant_id = $1 AND ${document} = $2
         GROUP BY budget_id HAVING ${having}) m ON m.budget_id = b.id
 WHERE b.tenant_id = $1 FOR NO KEY UPDATE OF b`;

const RESERVING = held(
  'purchase_order_id',
  'reserved_change',
  '(array_agg(expense_type ORDER BY id DESC))[1]',
  'sum(reserved_change) > 0',
);
const SPENDING = held(
  'invoice_id',
  'spent_change',
  `max(expense_type) FILTER (WHERE type = 'spend')`,
  `bool_or(type = 'spend')`,
);

/**
 * Locks and answers, as a {@link HeldRow}, the budget that order $2 is committed to: of those that ever took a commitment of
 * it the last, for it may have been carried forward. One that holds nothing any more and is to bind $3 again is bound to the
 * budget that the others of its budget were carried to. No row where it binds $3 already.
 */
const COMMITTING = `
SELECT ${LOCKED_COLUMNS}, m.amount, m.expense_type
  FROM (SELECT budget_id, sum(committed_change) AS amount,
               max(expense_type) FILTER (WHERE committed_change > 0) AS expense_type
          FROM budget_movements WHERE tenant_id = $1 AND purchase_order_id = $2
         GROUP BY budget_id HAVING bool_or(committed_change > 0)
         ORDER BY max(id) FILTER (WHERE committed_change > 0) DESC LIMIT 1) m
  JOIN budgets its ON its.tenant_id = $1 AND its.id = m.budget_id
  JOIN budgets b ON b.tenant_id = $1
   AND b.id = CASE WHEN m.amount = 0 AND $3::numeric > 0 THEN coalesce(its.carried_to_id, its.id) ELSE its.id END
 WHERE m.amount IS DISTINCT FROM $3::numeric FOR NO KEY UPDATE OF b`;

/** What order $2 holds of budget $3, as a {@link HoldingRow}; no row where it holds nothing. */
const HOLDING = `
SELECT sum(reserved_change) AS reserved, sum(committed_change) AS committed,
       (array_agg(expense_type ORDER BY id DESC))[1] AS expense_type
  FROM budget_movements WHERE tenant_id = $1 AND purchase_order_id = $2 AND budget_id = $3
HAVING sum(reserved_change) > 0 OR sum(committed_change) > 0`;

/**
 * Finds and locks the budget of a document: the one that it is to be charged to, or the one that it holds an amount of. The
 * ledger alone knows which budget that is and how much it holds; the lock on the order, taken before, keeps that sum from
 * changing. A transaction locks its budget after all other rows but the vendor's, and one at most, but for two cases: a
 * carry-forward locks two in the order of their ids; a void or credit of an order that was carried forward locks the budget
 * that the invoice was spent from, then the order's. Should these wait for each other, one of them runs again.
 */
@Injectable()
export class DocumentBudgets {
  constructor(
    private readonly budgets: BudgetsRepository,
    private readonly tenants: TenantSettings,
  ) {}

  /**
   * The budget that a document is to be charged to; undefined when there is none. Which one: {@link chooseBudget}.
   * @throws DomainError BUDGET_CLOSED where only a closed one fits; NOT_FOUND when the tenant is gone
   */
  async lockChosen(tx: Transaction, document: ChargedDocument): Promise<LockedBudget | undefined> {
    const { budget, closed } = await this.choose(tx, document);
    if (closed) requireOpen(closed);
    return budget;
  }

  /**
   * The same; where only a closed budget fits the document's day, the budget of `presentDay`.
   * @returns the locked budget, and the closed one in whose place it is
   * @throws DomainError BUDGET_CLOSED where there is none of `presentDay`; NOT_FOUND when the tenant is gone
   */
  async lockChosenOrPresent(tx: Transaction, document: ChargedDocument, presentDay: CalendarDate): Promise<Choice> {
    const { budget, closed } = await this.choose(tx, document);
    if (!closed) return { budget };
    const present = await this.lockChosen(tx, { ...document, day: presentDay });
    if (!present) requireOpen(closed);
    return { budget: present, closed };
  }

  /** The budget that fits, locked; or the closed one that would fit, not locked. */
  private async choose(tx: Transaction, document: ChargedDocument): Promise<Choice> {
    const { departmentId, currency, day } = document;
    if (departmentId === null) return {};
    const { settings } = await this.tenants.of(tx);
    const year = fiscalYear(day, settings.fiscal_year_start_month);
    for (;;) {
      const candidates = await tx.query<NamedCandidate>(CANDIDATES, [tx.tenantId, departmentId, year, currency]);
      const chosen = chooseBudget(candidates, document);
      if (!chosen) return {};
      if (!isChoosable(chosen.status)) return { closed: chosen };
      const budget = await this.budgets.lock(tx, chosen.id);
      // Waiting for the lock, somebody may have closed the budget or changed its category: then choose again.
      if (isChoosable(budget.status) && budget.category === chosen.category) return { budget };
    }
  }

  /** The budget that an order has a reservation in, with the amount reserved; undefined for an order without a budget. */
  async lockReserving(tx: Transaction, orderId: OrderId): Promise<HeldBudget | undefined> {
    return heldBudget(await tx.query<HeldRow>(RESERVING, [tx.tenantId, orderId]));
  }

  /**
   * The budget that an order was committed to, with the amount that it still binds; undefined when there is none. Whatever
   * the status of the budget: what is bound stays, and lines that open again are bound where the order was, or to the budget
   * that it was carried forward to.
   * @param to what the order is to bind; when it binds that already, nothing is locked and undefined returned
   */
  async lockCommitting(tx: Transaction, orderId: OrderId, to?: Decimal): Promise<HeldBudget | undefined> {
    return heldBudget(await tx.query<HeldRow>(COMMITTING, [tx.tenantId, orderId, to?.toFixed() ?? null]));
  }

  /** What a locked order holds of a budget; undefined when it holds nothing. */
  async holding(tx: Transaction, orderId: OrderId, budgetId: BudgetId): Promise<Holding | undefined> {
    const [row] = await tx.query<HoldingRow>(HOLDING, [tx.tenantId, orderId, budgetId]);
    if (!row) return undefined;
    return { reserved: decimal(row.reserved), committed: decimal(row.committed), expenseType: row.expense_type };
  }

  /** The budget that an invoice was spent from, with the amount; undefined when there is none. */
  async lockSpending(tx: Transaction, invoiceId: InvoiceId): Promise<HeldBudget | undefined> {
    return heldBudget(await tx.query<HeldRow>(SPENDING, [tx.tenantId, invoiceId]));
  }
}

function heldBudget([row]: HeldRow[]): HeldBudget | undefined {
  if (!row) return undefined;
  const { amount, expense_type: expenseType, ...budget } = row;
  return { budget: lockedBudget(budget), amount: decimal(amount), expenseType };
}
