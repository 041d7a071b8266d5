import { Injectable } from '@nestjs/common';
import { notFound } from '../common/errors';
import type { Transaction } from '../database';
import { Budget } from './entities/budget.entity';
import { STORED, storedBudget, type StoredBudget, type StoredBudgetRow } from './stored-budget';

/** Columns of a budget that people write. */
export type BudgetColumns = Pick<
  Budget,
  | 'name'
  | 'category'
  | 'categoryKey'
  | 'currency'
  | 'departmentId'
  | 'fiscalYear'
  | 'status'
  | 'notes'
  | 'allocatedAmount'
  | 'allocatedCapex'
  | 'allocatedOpex'
  | 'alertThresholds'
>;

/** Budgets of the transaction's tenant, as people write them. The running amounts are the ledger's business. */
@Injectable()
export class BudgetsRepository {
  /** The budget, locked against movements and other edits. Throws NOT_FOUND. */
  async lock(tx: Transaction, id: number): Promise<StoredBudget> {
    const [row] = await tx.query<StoredBudgetRow>(
      `SELECT ${STORED} FROM budgets b WHERE b.tenant_id = $1 AND b.id = $2 FOR NO KEY UPDATE`,
      [tx.tenantId, id],
    );
    if (!row) throw notFound();
    return storedBudget(row);
  }

  async insert(tx: Transaction, columns: BudgetColumns, at: Date): Promise<number> {
    const budget = { ...columns, tenantId: tx.tenantId, createdAt: at, updatedAt: at };
    return (await tx.repository(Budget).save(budget)).id;
  }

  /** Changes a locked budget and raises its version. */
  async update(tx: Transaction, budget: StoredBudget, columns: Partial<BudgetColumns>, at: Date): Promise<void> {
    const key = { tenantId: tx.tenantId, id: budget.id };
    await tx.repository(Budget).update(key, { ...columns, updatedAt: at, version: budget.version + 1 });
  }

  /** Whether a department of the tenant is in use. */
  async hasDepartment(tx: Transaction, id: number): Promise<boolean> {
    const rows = await tx.query('SELECT FROM departments WHERE tenant_id = $1 AND id = $2 AND is_active', [
      tx.tenantId,
      id,
    ]);
    return rows.length > 0;
  }
}
