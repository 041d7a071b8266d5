import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../database';
import type { BudgetFigures } from '../domain/figures';
import type { Posting } from '../domain/postings';

/** What a movement belongs to. */
export interface MovementDocument {
  readonly orderId: number | null;
  readonly invoiceId: number | null;
  /** CAPEX or OPEX. */
  readonly expenseType: string;
}

interface Posted {
  /** The sum of the postings. */
  readonly change: BudgetFigures;
  readonly by: number | null;
  readonly at: Date;
}

/** The ledger, and the running amounts and the count that are its sums. */
@Injectable()
export class LedgerRepository {
  /** Appends movements and adds them to their budget, which the caller has locked: one flight. */
  async write(
    tx: Transaction,
    budgetId: number,
    document: MovementDocument,
    postings: readonly Posting[],
    { change, by, at }: Posted,
  ): Promise<void> {
    const { orderId, invoiceId, expenseType } = document;
    await Promise.all([
      tx.query(
        `INSERT INTO budget_movements (tenant_id, budget_id, type, purchase_order_id, invoice_id, expense_type,
                                       reserved_change, committed_change, spent_change, paid_change, created_by_id, created_at)
         SELECT $1, $2, p.type, $3, $4, $5, p.reserved, p.committed, p.spent, p.paid, $6, $7
           FROM jsonb_to_recordset($8::jsonb)
                AS p (type text, reserved numeric, committed numeric, spent numeric, paid numeric)`,
        [tx.tenantId, budgetId, orderId, invoiceId, expenseType, by, at, postingsJson(postings)],
      ),
      tx.query(
        `UPDATE budgets
            SET reserved_amount = reserved_amount + $3, committed_amount = committed_amount + $4,
                spent_amount = spent_amount + $5, paid_amount = paid_amount + $6,
                capex_reserved = capex_reserved + CASE WHEN $7 THEN $3 ELSE 0 END,
                capex_committed = capex_committed + CASE WHEN $7 THEN $4 ELSE 0 END,
                capex_spent = capex_spent + CASE WHEN $7 THEN $5 ELSE 0 END,
                movement_count = movement_count + $8
          WHERE tenant_id = $1 AND id = $2`,
        [
          tx.tenantId,
          budgetId,
          change.reserved.toFixed(),
          change.committed.toFixed(),
          change.spent.toFixed(),
          change.paid.toFixed(),
          expenseType === 'CAPEX',
          postings.length,
        ],
      ),
    ]);
  }

  /** Whether the budget has any movement: then its department, year and currency are fixed. */
  async isUsed(tx: Transaction, budgetId: number): Promise<boolean> {
    const rows = await tx.query('SELECT FROM budget_movements WHERE tenant_id = $1 AND budget_id = $2 LIMIT 1', [
      tx.tenantId,
      budgetId,
    ]);
    return rows.length > 0;
  }
}

/** Decimals go as text, so that none passes through a float. */
function postingsJson(postings: readonly Posting[]): string {
  return JSON.stringify(
    postings.map(({ type, change }) => ({
      type,
      reserved: change.reserved.toFixed(),
      committed: change.committed.toFixed(),
      spent: change.spent.toFixed(),
      paid: change.paid.toFixed(),
    })),
  );
}
