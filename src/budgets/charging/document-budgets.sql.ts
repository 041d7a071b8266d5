import { Injectable } from '@nestjs/common';
import { type Decimal, decimal } from '../../common/money';
import type { Transaction } from '../../database';
import type { CandidateBudget } from '../domain/selection';
import { STORED, storedBudget, type StoredBudget, type StoredBudgetRow } from '../stored-budget';

/** A locked budget with what one document holds of it. */
export interface BudgetOfDocument {
  readonly budget: StoredBudget;
  readonly amount: Decimal;
  /** CAPEX or OPEX as the document was when it took from the budget: a revised order may have been the other before. */
  readonly expenseType: string;
}

/** What budgets are looked for by. */
export interface BudgetKey {
  readonly departmentId: number;
  readonly fiscalYear: number;
  readonly currency: string;
}

type RowOfDocument = StoredBudgetRow & { readonly amount: string; readonly expense_type: string };

/**
 * Finds and locks the budget of a document. The ledger alone remembers which that is, and how much of it the document
 * holds; the lock on the order, taken before, keeps that sum still. A budget is always the last row but the vendor's that
 * a transaction locks, and it locks one alone.
 */
@Injectable()
export class DocumentBudgetsRepository {
  /** Budgets that could be an order's: active or frozen. Not locked. */
  async candidates(tx: Transaction, { departmentId, fiscalYear, currency }: BudgetKey): Promise<CandidateBudget[]> {
    return tx.query<CandidateBudget>(
      `SELECT id, category FROM budgets
        WHERE tenant_id = $1 AND department_id = $2 AND fiscal_year = $3 AND currency = $4
          AND status IN ('active', 'frozen')`,
      [tx.tenantId, departmentId, fiscalYear, currency],
    );
  }

  /** A budget, locked. Undefined when there is none. */
  async lock(tx: Transaction, id: number): Promise<StoredBudget | undefined> {
    const [row] = await tx.query<StoredBudgetRow>(
      `SELECT ${STORED} FROM budgets b WHERE b.tenant_id = $1 AND b.id = $2 FOR NO KEY UPDATE`,
      [tx.tenantId, id],
    );
    return row && storedBudget(row);
  }

  /** The budget an order has something reserved of, with how much. Undefined when it waits without a budget. */
  async lockReserving(tx: Transaction, orderId: number): Promise<BudgetOfDocument | undefined> {
    const rows = await tx.query<RowOfDocument>(
      `SELECT ${STORED}, m.amount, m.expense_type
         FROM budgets b
         JOIN (SELECT budget_id, sum(reserved_change) AS amount,
                      (array_agg(expense_type ORDER BY id DESC))[1] AS expense_type
                 FROM budget_movements WHERE tenant_id = $1 AND purchase_order_id = $2
                GROUP BY budget_id HAVING sum(reserved_change) > 0) m ON m.budget_id = b.id
        WHERE b.tenant_id = $1 FOR NO KEY UPDATE OF b`,
      [tx.tenantId, orderId],
    );
    return ofDocument(rows);
  }

  /**
   * The budget that an order's approval was committed to, with what the order binds of it now. Undefined when there is
   * none.
   * @param options.unless binds exactly so much: then there is nothing to do, nothing is locked, and the answer is
   *   undefined too
   */
  async lockCommitting(
    tx: Transaction,
    orderId: number,
    options: { readonly unless?: Decimal } = {},
  ): Promise<BudgetOfDocument | undefined> {
    const rows = await tx.query<RowOfDocument>(
      `SELECT ${STORED}, m.amount, m.expense_type
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
    return ofDocument(rows);
  }

  /** The budget that an invoice was spent from. Undefined when there is none. */
  async lockSpending(tx: Transaction, invoiceId: number): Promise<BudgetOfDocument | undefined> {
    const rows = await tx.query<RowOfDocument>(
      `SELECT ${STORED}, m.amount, m.expense_type
         FROM budgets b
         JOIN (SELECT budget_id, sum(spent_change) AS amount,
                      max(expense_type) FILTER (WHERE type = 'spend') AS expense_type
                 FROM budget_movements WHERE tenant_id = $1 AND invoice_id = $2
                GROUP BY budget_id HAVING bool_or(type = 'spend')) m ON m.budget_id = b.id
        WHERE b.tenant_id = $1 FOR NO KEY UPDATE OF b`,
      [tx.tenantId, invoiceId],
    );
    return ofDocument(rows);
  }
}

function ofDocument([row]: RowOfDocument[]): BudgetOfDocument | undefined {
  return row && { budget: storedBudget(row), amount: decimal(row.amount), expenseType: row.expense_type };
}
