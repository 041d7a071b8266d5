import { Injectable } from '@nestjs/common';
import { apiName } from '../../common/records/changes';
import { notFound } from '../../common/errors';
import { type Decimal, decimal, type DecimalInput } from '../../common/money';
import type { Metadata } from '../../common/records/external';
import type { BudgetId } from '../../common/records/ids';
import type { Transaction } from '../../platform/database';
import { type RowOf, selectSql } from '../../platform/records';
import type { ControlledBudget } from './domain/control';
import type { BudgetTerms } from './domain/terms';
import { Budget, BUDGET_FIELDS, ShownBudget, type WrittenBudget } from './entities/budget.entity';

/** A locked budget. Its amounts cannot change until the transaction ends. */
export interface LockedBudget extends ControlledBudget, BudgetTerms {
  readonly category: string | null;
  /** Percentages, ascending. */
  readonly alertThresholds: readonly number[];
  /** First activation; null if the budget was never active. */
  readonly activatedAt: Date | null;
  /** The budget that its open orders were carried forward to. */
  readonly carriedToId: BudgetId | null;
  readonly notes: string | null;
  readonly externalId: string | null;
  readonly metadata: Metadata;
  /** Length of its ledger. */
  readonly movementCount: number;
  readonly version: number;
}

const NOT_SHOWN = [
  'activatedAt',
  'carriedToId',
  'paidAmount',
  'allocatedCapex',
  'allocatedOpex',
  'movementCount',
  'version',
] as const satisfies readonly (keyof Budget)[];

/** A row of {@link LOCKED_COLUMNS}. Amounts are numeric text. */
export type LockedRow = RowOf<Omit<ShownBudget, 'createdAt' | 'updatedAt'> & Pick<Budget, (typeof NOT_SHOWN)[number]>>;

export const LOCKED_COLUMNS = [
  selectSql(ShownBudget, 'b', { omit: ['createdAt', 'updatedAt'] }),
  ...NOT_SHOWN.map((field) => `b.${apiName(field)} AS "${field}"`),
].join(', ');

// Raw SQL, because the locks of the ledger read the same columns together with a document's amount.
const LOCK = `SELECT ${LOCKED_COLUMNS} FROM budgets b WHERE b.tenant_id = $1 AND b.id = $2 FOR NO KEY UPDATE`;
const LOCK_BOTH = `
SELECT ${LOCKED_COLUMNS} FROM budgets b WHERE b.tenant_id = $1 AND b.id IN ($2, $3) ORDER BY b.id FOR NO KEY UPDATE`;

/** Columns that users change, directly or by an action. */
export type BudgetColumns = WrittenBudget &
  Pick<Budget, 'status' | 'categoryKey' | 'allocatedCapex' | 'allocatedOpex' | 'activatedAt' | 'carriedToId'>;

/** Budgets of the transaction's tenant. Only the ledger writes their running amounts. */
@Injectable()
export class BudgetsRepository {
  /**
   * Locks the budget against movements and other edits until the transaction ends.
   * @throws DomainError NOT_FOUND
   */
  async lock(tx: Transaction, id: BudgetId): Promise<LockedBudget> {
    const [row] = await tx.query<LockedRow>(LOCK, [tx.tenantId, id]);
    if (!row) throw notFound();
    return lockedBudget(row);
  }

  /**
   * Locks two budgets in id order, to avoid deadlocks. `second` is undefined if it does not exist.
   * @throws DomainError NOT_FOUND if the first does not exist
   */
  async lockBoth(
    tx: Transaction,
    first: BudgetId,
    second: BudgetId,
  ): Promise<{ readonly first: LockedBudget; readonly second: LockedBudget | undefined }> {
    const rows = (await tx.query<LockedRow>(LOCK_BOTH, [tx.tenantId, first, second])).map(lockedBudget);
    const found = rows.find(({ id }) => id === first);
    if (!found) throw notFound();
    return { first: found, second: rows.find(({ id }) => id === second) };
  }

  async insert(tx: Transaction, columns: BudgetColumns, at: Date): Promise<BudgetId> {
    const budget = { ...columns, tenantId: tx.tenantId, createdAt: at, updatedAt: at };
    const { id } = await tx.repository(Budget).save(budget);
    tx.changed.note('budget', id, BUDGET_FIELDS, null, columns);
    return id;
  }

  async update(tx: Transaction, budget: LockedBudget, columns: Partial<BudgetColumns>, at: Date): Promise<void> {
    const key = { tenantId: tx.tenantId, id: budget.id };
    await tx.repository(Budget).update(key, { ...columns, updatedAt: at, version: budget.version + 1 });
    const before = { ...budget, allocatedAmount: budget.allocated };
    tx.changed.note('budget', budget.id, BUDGET_FIELDS, before, { ...before, ...columns });
    tx.outboxEvents.raised('budget', budget.id, at);
  }
}

export function lockedBudget({ allocatedAmount, allocatedCapex, allocatedOpex, ...row }: LockedRow): LockedBudget {
  const { reservedAmount, committedAmount, spentAmount, paidAmount, ...fields } = row;
  return {
    ...fields,
    allocated: decimal(allocatedAmount),
    allocatedCapex: part(allocatedCapex),
    allocatedOpex: part(allocatedOpex),
    amounts: {
      reserved: decimal(reservedAmount),
      committed: decimal(committedAmount),
      spent: decimal(spentAmount),
      paid: decimal(paidAmount),
    },
  };
}

function part(amount: DecimalInput | null): Decimal | null {
  return amount === null ? null : decimal(amount);
}
