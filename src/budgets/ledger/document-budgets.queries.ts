import { Injectable } from '@nestjs/common';
import { type CalendarDate, fiscalYear } from '../../common/clock';
import { type Decimal, decimal } from '../../common/money';
import type { InvoiceId, OrderId } from '../../common/records/ids';
import type { Transaction } from '../../database';
import { TenantSettings } from '../../tenants';
import {
  BudgetsRepository,
  LOCKED_COLUMNS,
  type LockedBudget,
  lockedBudget,
  type LockedRow,
} from '../budgets.repository';
import { requireOpen } from '../domain/control';
import { CHOOSABLE_STATUSES, isChoosable } from '../domain/lifecycle';
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

const typeOf = (movement: string): string => `max(expense_type) FILTER (WHERE type = '${movement}')`;

const RESERVING = held(
  'purchase_order_id',
  'reserved_change',
  '(array_agg(expense_type ORDER BY id DESC))[1]',
  'sum(reserved_change) > 0',
);
const COMMITTING = held(
  'purchase_order_id',
  'committed_change',
  typeOf('commit'),
  `bool_or(type = 'commit') AND sum(committed_change) IS DISTINCT FROM $3::numeric`,
);
const SPENDING = held('invoice_id', 'spent_change', typeOf('spend'), `bool_or(type = 'spend')`);

/**
 * Finds and locks the budget of a document: the one that it is to be charged to, or the one that it holds an amount of. The
 * ledger alone knows which budget that is and how much it holds; the lock on the order, taken before, keeps that sum from
 * changing. To rule out deadlocks a transaction locks one budget at most, after all other rows but the vendor's.
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
    const { departmentId, currency, day } = document;
    if (departmentId === null) return undefined;
    const { settings } = await this.tenants.of(tx);
    const year = fiscalYear(day, settings.fiscal_year_start_month);
    for (;;) {
      const candidates = await tx.query<NamedCandidate>(CANDIDATES, [tx.tenantId, departmentId, year, currency]);
      const chosen = chooseBudget(candidates, document);
      if (!chosen) return undefined;
      if (!isChoosable(chosen.status)) requireOpen(chosen);
      const budget = await this.budgets.lock(tx, chosen.id);
      // Waiting for the lock, somebody may have closed the budget or changed its category: then choose again.
      if (isChoosable(budget.status) && budget.category === chosen.category) return budget;
    }
  }

  /** The budget that an order has a reservation in, with the amount reserved; undefined for an order without a budget. */
  async lockReserving(tx: Transaction, orderId: OrderId): Promise<HeldBudget | undefined> {
    return heldBudget(await tx.query<HeldRow>(RESERVING, [tx.tenantId, orderId]));
  }

  /**
   * The budget that an order was committed to, with the amount that it still binds; undefined when there is none.
   * @param unless the order binds exactly this amount already: then nothing is locked, and undefined returned
   */
  async lockCommitting(tx: Transaction, orderId: OrderId, unless?: Decimal): Promise<HeldBudget | undefined> {
    return heldBudget(await tx.query<HeldRow>(COMMITTING, [tx.tenantId, orderId, unless?.toFixed() ?? null]));
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
