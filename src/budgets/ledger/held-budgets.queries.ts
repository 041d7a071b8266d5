import { Injectable } from '@nestjs/common';
import { type Decimal, decimal } from '../../common/money';
import type { BudgetId, InvoiceId, OrderId } from '../../common/records/ids';
import type { Transaction } from '../../database';
import { LOCKED_COLUMNS, type LockedBudget, lockedBudget, type LockedRow } from '../budgets.repository';
import { CHOOSABLE_STATUSES } from '../domain/lifecycle';
import type { CandidateBudget } from '../domain/selection';

/** A locked budget with the amount of it that one order or invoice holds. */
export interface HeldBudget {
  readonly budget: LockedBudget;
  readonly amount: Decimal;
  /** CAPEX or OPEX, as of the document when the amount was posted; a revision may have changed the order's since. */
  readonly expenseType: string;
}

/** What the budgets that a document could be charged to have in common. */
export interface BudgetKey {
  readonly departmentId: number;
  readonly fiscalYear: number;
  readonly currency: string;
}

type RowOfDocument = LockedRow & { readonly amount: string; readonly expense_type: string };

const CHOOSABLE = CHOOSABLE_STATUSES.map((status) => `'${status}'`).join(', ');

/**
 * Finds and locks the budget that a document holds an amount of. The ledger alone knows which budget that is and how much
 * it holds; the lock on the order, taken before, keeps that sum from changing. To rule out deadlocks a transaction locks one
 * budget at most, after all other rows but the vendor's.
 */
@Injectable()
export class HeldBudgets {
  /** The active and frozen budgets of a department, fiscal year and currency. Not locked. */
  async candidates(tx: Transaction, { departmentId, fiscalYear, currency }: BudgetKey): Promise<CandidateBudget[]> {
    return tx.query<CandidateBudget>(
      `SELECT id, category FROM budgets
        WHERE tenant_id = $1 AND department_id = $2 AND fiscal_year = $3 AND currency = $4
          AND status IN (${CHOOSABLE})`,
      [tx.tenantId, departmentId, fiscalYear, currency],
    );
  }

  /** The budget, locked; undefined when there is none. */
  async lock(tx: Transaction, id: BudgetId): Promise<LockedBudget | undefined> {
    const [row] = await tx.query<LockedRow>(
      `SELECT ${LOCKED_COLUMNS} FROM budgets b WHERE b.tenant_id = $1 AND b.id = $2 FOR NO KEY UPDATE`,
      [tx.tenantId, id],
    );
    return row && lockedBudget(row);
  }

  /** The budget that an order has a reservation in, with the amount reserved; undefined for an order without a budget. */
  async lockReserving(tx: Transaction, orderId: OrderId): Promise<HeldBudget | undefined> {
    const rows = await tx.query<RowOfDocument>(
      `SELECT ${LOCKED_COLUMNS}, m.amount, m.expense_type
         FROM budgets b
         JOIN (SELECT budget_id, sum(reserved_change) AS amount,
                      (array_agg(expense_type ORDER BY id DESC))[1] AS expense_type
                 FROM budget_movements WHERE tenant_id = $1 AND purchase_order_id = $2
                GROUP BY budget_id HAVING sum(reserved_change) > 0) m ON m.budget_id = b.id
        WHERE b.tenant_id = $1 FOR NO KEY UPDATE OF b`,
      [tx.tenantId, orderId],
    );
    return heldBudget(rows);
  }

  /**
   * The budget that an order was committed to, with the amount that it still binds; undefined when there is none.
   * @param options.unless the order binds exactly this amount already: then nothing is locked, and undefined returned
   */
  async lockCommitting(
    tx: Transaction,
    orderId: OrderId,
    options: { readonly unless?: Decimal } = {},
  ): Promise<HeldBudget | undefined> {
    const rows = await tx.query<RowOfDocument>(
      `SELECT ${LOCKED_COLUMNS}, m.amount, m.expense_type
         FROM budgets b
         JOIN (SELECT budget_id, sum(committed_change) AS amount,
                      max(expense_type) FILTER (WHERE type = 'commit') AS expense_type
                 FROM budget_movements WHERE tenant_id = $1 AND purchase_order_id = $2
                GROUP BY budget_id
               HAVING bool_or(type = 'commit') AND sum(committed_change) IS DISTINCT FROM $3::numeric) m
           ON m.budget_id = b.id
        WHERE b.tenant_id = $1 FOR NO KEY UPDATE OF b`,
      [tx.tenantId, orderId, options.unless?.toFixed() ?? null],
    );
    return heldBudget(rows);
  }

  /** The budget that an invoice was spent from, with the amount; undefined when there is none. */
  async lockSpending(tx: Transaction, invoiceId: InvoiceId): Promise<HeldBudget | undefined> {
    const rows = await tx.query<RowOfDocument>(
      `SELECT ${LOCKED_COLUMNS}, m.amount, m.expense_type
         FROM budgets b
         JOIN (SELECT budget_id, sum(spent_change) AS amount,
                      max(expense_type) FILTER (WHERE type = 'spend') AS expense_type
                 FROM budget_movements WHERE tenant_id = $1 AND invoice_id = $2
                GROUP BY budget_id HAVING bool_or(type = 'spend')) m ON m.budget_id = b.id
        WHERE b.tenant_id = $1 FOR NO KEY UPDATE OF b`,
      [tx.tenantId, invoiceId],
    );
    return heldBudget(rows);
  }
}

function heldBudget([row]: RowOfDocument[]): HeldBudget | undefined {
  return row && { budget: lockedBudget(row), amount: decimal(row.amount), expenseType: row.expense_type };
}
