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
import type { ReservedAndCommitted } from '../domain/ledger/postings';
import { type BudgetSubject, type CandidateBudget, chooseBudget } from '../domain/selection';

export interface ChargedDocument extends BudgetSubject {
  /** Null for an invoice without an order whose creator has no department. It then has no budget. */
  readonly departmentId: number | null;
  readonly currency: string;
  /** Determines the fiscal year. */
  readonly day: CalendarDate;
}

/** A locked budget, and the amount that one order or invoice has in it. */
export interface ReservedBudget {
  readonly budget: LockedBudget;
  readonly amount: Decimal;
  /** CAPEX or OPEX of the document when the amount was posted. A revised order may have another type now. */
  readonly expenseType: string;
}

export interface Holding extends ReservedAndCommitted {
  /** CAPEX or OPEX of the document at its last posting. */
  readonly expenseType: string;
}

/** The locked budget of a document, and the closed budget that would fit instead. */
interface Choice {
  readonly budget?: LockedBudget | undefined;
  readonly closed?: NamedCandidate;
}

type HoldingRow = { readonly reserved: string; readonly committed: string; readonly expense_type: string };
type NamedCandidate = CandidateBudget & { readonly name: string };
type ReservedRow = LockedRow & { readonly amount: string; readonly expense_type: string };

/** Active, frozen, or closed after being active; not locked. Parameters: tenant, department, fiscal year, currency. */
const CANDIDATES = `
SELECT id, name, category, status FROM budgets
 WHERE tenant_id = $1 AND department_id = $2 AND fiscal_year = $3 AND currency = $4
   AND (status IN (${CHOOSABLE_STATUSES.map((status) => `'${status}'`).join(', ')})
     OR status = 'closed' AND activated_at IS NOT NULL)`;

/** Locks and returns the budgets ({@link ReservedRow}) whose movements for document $2 satisfy the condition `having`. */
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
 * Locks and returns the last budget ({@link ReservedRow}) with a commitment of order $2. If nothing is left there and $3 is
 * positive, uses the budget that it was carried forward to. No row if the commitment is $3 already.
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

/** A {@link HoldingRow} of order $2 in budget $3; no row without an amount. */
const HOLDING = `
SELECT sum(reserved_change) AS reserved, sum(committed_change) AS committed,
       (array_agg(expense_type ORDER BY id DESC))[1] AS expense_type
  FROM budget_movements WHERE tenant_id = $1 AND purchase_order_id = $2 AND budget_id = $3
HAVING sum(reserved_change) > 0 OR sum(committed_change) > 0`;

/**
 * Finds and locks the budget of a document: the one to charge, or the one with its amount. Only the ledger
 * stores that relation; the lock on the order prevents changes of that amount. A transaction locks its budget after all
 * other rows except the vendor. It locks one budget, with two exceptions: a carry-forward locks two in id order; a void
 * or credit after a carry-forward locks the invoice's budget, then the order's. If these deadlock, one transaction is
 * retried.
 */
@Injectable()
export class DocumentBudgets {
  constructor(
    private readonly budgets: BudgetsRepository,
    private readonly tenants: TenantSettings,
  ) {}

  /**
   * The budget to charge, selected by {@link chooseBudget}; undefined if there is none.
   * @throws DomainError BUDGET_CLOSED if only a closed one fits; NOT_FOUND if the tenant does not exist
   */
  async lockChosen(tx: Transaction, document: ChargedDocument): Promise<LockedBudget | undefined> {
    const { budget, closed } = await this.choose(tx, document);
    if (closed) requireOpen(closed);
    return budget;
  }

  /**
   * Like {@link lockChosen}. If only a closed budget fits the document's day, uses the budget of `presentDay`.
   * @returns the locked budget, and the closed one that it replaces
   * @throws DomainError BUDGET_CLOSED if there is none for `presentDay`; NOT_FOUND if the tenant does not exist
   */
  async lockChosenOrPresent(tx: Transaction, document: ChargedDocument, presentDay: CalendarDate): Promise<Choice> {
    const { budget, closed } = await this.choose(tx, document);
    if (!closed) return { budget };
    const present = await this.lockChosen(tx, { ...document, day: presentDay });
    if (!present) requireOpen(closed);
    return { budget: present, closed };
  }

  /** The fitting budget, locked; or the closed one that would fit, not locked. */
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
      // While this waited for the lock, the budget was closed or got another category: select again.
      if (isChoosable(budget.status) && budget.category === chosen.category) return { budget };
    }
  }

  /** The budget with an order's reservation, and the reserved amount. */
  async lockReserving(tx: Transaction, orderId: OrderId): Promise<ReservedBudget | undefined> {
    return heldBudget(await tx.query<ReservedRow>(RESERVING, [tx.tenantId, orderId]));
  }

  /**
   * The budget with an order's commitment in any status, and the committed amount. Lines that reopen are committed to
   * the order's last budget, or to the budget that it was carried forward to.
   * @param to the new commitment; if it is the current one, nothing is locked and undefined is returned
   */
  async lockCommitting(tx: Transaction, orderId: OrderId, to?: Decimal): Promise<ReservedBudget | undefined> {
    return heldBudget(await tx.query<ReservedRow>(COMMITTING, [tx.tenantId, orderId, to?.toFixed() ?? null]));
  }

  /** The amounts of a locked order in a budget; undefined if there are none. */
  async holding(tx: Transaction, orderId: OrderId, budgetId: BudgetId): Promise<Holding | undefined> {
    const [row] = await tx.query<HoldingRow>(HOLDING, [tx.tenantId, orderId, budgetId]);
    if (!row) return undefined;
    return { reserved: decimal(row.reserved), committed: decimal(row.committed), expenseType: row.expense_type };
  }

  /** The budget that an invoice was spent from, and the amount. */
  async lockSpending(tx: Transaction, invoiceId: InvoiceId): Promise<ReservedBudget | undefined> {
    return heldBudget(await tx.query<ReservedRow>(SPENDING, [tx.tenantId, invoiceId]));
  }
}

function heldBudget([row]: ReservedRow[]): ReservedBudget | undefined {
  if (!row) return undefined;
  const { amount, expense_type: expenseType, ...budget } = row;
  return { budget: lockedBudget(budget), amount: decimal(amount), expenseType };
}
