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

/** A budget that the transaction has locked, so that its amounts are the present ones. */
export interface LockedBudget extends ControlledBudget, BudgetTerms {
  readonly category: string | null;
  /** Percentages, rising. */
  readonly alertThresholds: readonly number[];
  /** When it became active for the first time; null for one that never was. */
  readonly activatedAt: Date | null;
  /** The budget that its open orders were carried forward to. */
  readonly carriedToId: BudgetId | null;
  readonly notes: string | null;
  readonly externalId: string | null;
  readonly metadata: Metadata;
  /** How many movements its ledger has. */
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

/** What a {@link LockedBudget} is made of: a row of {@link LOCKED_COLUMNS}, whose amounts are numeric text. */
export type LockedRow = RowOf<Omit<ShownBudget, 'createdAt' | 'updatedAt'> & Pick<Budget, (typeof NOT_SHOWN)[number]>>;

/** Columns of a {@link LockedRow} of a budget `b`. */
export const LOCKED_COLUMNS = [
  selectSql(ShownBudget, 'b', { omit: ['createdAt', 'updatedAt'] }),
  ...NOT_SHOWN.map((field) => `b.${apiName(field)} AS "${field}"`),
].join(', ');

// By SQL, like the locks of the ledger, which read the same columns beside what a document holds.
const LOCK = `SELECT ${LOCKED_COLUMNS} FROM budgets b WHERE b.tenant_id = $1 AND b.id = $2 FOR NO KEY UPDATE`;
const LOCK_BOTH = `
SELECT ${LOCKED_COLUMNS} FROM budgets b WHERE b.tenant_id = $1 AND b.id IN ($2, $3) ORDER BY b.id FOR NO KEY UPDATE`;

/** Columns of a budget that people write. */
export type BudgetColumns = WrittenBudget &
  Pick<Budget, 'status' | 'categoryKey' | 'allocatedCapex' | 'allocatedOpex' | 'activatedAt' | 'carriedToId'>;

/** Budgets of the transaction's tenant, as people write them. Their running amounts are written by the ledger alone. */
@Injectable()
export class BudgetsRepository {
  /**
   * The budget, locked against movements and other edits until the transaction ends.
   * @throws DomainError NOT_FOUND
   */
  async lock(tx: Transaction, id: BudgetId): Promise<LockedBudget> {
    const [row] = await tx.query<LockedRow>(LOCK, [tx.tenantId, id]);
    if (!row) throw notFound();
    return lockedBudget(row);
  }

  /**
   * Two budgets, locked in the order of their ids whichever comes first; the second is undefined when there is none.
   * @throws DomainError NOT_FOUND when there is no first
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

  /** Inserts a budget and returns its id. */
  async insert(tx: Transaction, columns: BudgetColumns, at: Date): Promise<BudgetId> {
    const budget = { ...columns, tenantId: tx.tenantId, createdAt: at, updatedAt: at };
    const { id } = await tx.repository(Budget).save(budget);
    tx.changed.note('budget', id, BUDGET_FIELDS, null, columns);
    return id;
  }

  /** Changes a locked budget and raises its version. */
  async update(tx: Transaction, budget: LockedBudget, columns: Partial<BudgetColumns>, at: Date): Promise<void> {
    const key = { tenantId: tx.tenantId, id: budget.id };
    await tx.repository(Budget).update(key, { ...columns, updatedAt: at, version: budget.version + 1 });
    const before = { ...budget, allocatedAmount: budget.allocated };
    tx.changed.note('budget', budget.id, BUDGET_FIELDS, before, { ...before, ...columns });
    tx.told.raised('budget', budget.id, at);
  }
}

/** A locked row as the rules take it. */
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
