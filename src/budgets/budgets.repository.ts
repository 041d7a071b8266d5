import { Injectable } from '@nestjs/common';
import { apiName } from '../common/records/changes';
import { notFound } from '../common/errors';
import { type Decimal, decimal, type DecimalInput } from '../common/money';
import type { BudgetId } from '../common/records/ids';
import type { Transaction } from '../database';
import type { ControlledBudget } from './domain/control';
import type { BudgetTerms } from './domain/terms';
import { Budget } from './entities/budget.entity';

/** A budget that the transaction has locked, so that its amounts are the present ones. */
export interface LockedBudget extends ControlledBudget, BudgetTerms {
  readonly category: string | null;
  /** Percentages, rising. */
  readonly alertThresholds: readonly number[];
  /** How many movements its ledger has. */
  readonly movementCount: number;
  readonly version: number;
}

const FIELDS = [
  'id',
  'name',
  'category',
  'currency',
  'departmentId',
  'fiscalYear',
  'status',
  'alertThresholds',
] as const;
const AMOUNTS = ['allocatedAmount', 'reservedAmount', 'committedAmount', 'spentAmount', 'paidAmount'] as const;
const PARTS = ['allocatedCapex', 'allocatedOpex'] as const;
const COUNTS = ['movementCount', 'version'] as const;

/** What a {@link LockedBudget} is made of: the entity, or a row of {@link LOCKED_COLUMNS}, whose amounts are numeric text. */
export type LockedRow = Pick<Budget, (typeof FIELDS | typeof COUNTS)[number]> &
  Readonly<Record<(typeof AMOUNTS)[number], DecimalInput>> &
  Readonly<Record<(typeof PARTS)[number], DecimalInput | null>>;

/** Columns of a {@link LockedRow} of a budget `b`. */
export const LOCKED_COLUMNS = [...FIELDS, ...AMOUNTS, ...PARTS, ...COUNTS]
  .map((field) => `b.${apiName(field)} AS "${field}"`)
  .join(', ');

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

/** Budgets of the transaction's tenant, as people write them. Their running amounts are written by the ledger alone. */
@Injectable()
export class BudgetsRepository {
  /**
   * The budget, locked against movements and other edits until the transaction ends.
   * @throws DomainError NOT_FOUND
   */
  async lock(tx: Transaction, id: BudgetId): Promise<LockedBudget> {
    const budget = await tx.repository(Budget).findOne({
      where: { tenantId: tx.tenantId, id },
      lock: { mode: 'for_no_key_update' },
    });
    if (!budget) throw notFound();
    return lockedBudget(budget);
  }

  /** Inserts a budget and returns its id. */
  async insert(tx: Transaction, columns: BudgetColumns, at: Date): Promise<BudgetId> {
    const budget = { ...columns, tenantId: tx.tenantId, createdAt: at, updatedAt: at };
    return (await tx.repository(Budget).save(budget)).id;
  }

  /** Changes a locked budget and raises its version. */
  async update(tx: Transaction, budget: LockedBudget, columns: Partial<BudgetColumns>, at: Date): Promise<void> {
    const key = { tenantId: tx.tenantId, id: budget.id };
    await tx.repository(Budget).update(key, { ...columns, updatedAt: at, version: budget.version + 1 });
  }
}

/** A locked row as the rules take it. */
export function lockedBudget(row: LockedRow): LockedBudget {
  return {
    id: row.id,
    name: row.name,
    category: row.category,
    currency: row.currency,
    departmentId: row.departmentId,
    fiscalYear: row.fiscalYear,
    status: row.status,
    allocated: decimal(row.allocatedAmount),
    allocatedCapex: part(row.allocatedCapex),
    allocatedOpex: part(row.allocatedOpex),
    amounts: {
      reserved: decimal(row.reservedAmount),
      committed: decimal(row.committedAmount),
      spent: decimal(row.spentAmount),
      paid: decimal(row.paidAmount),
    },
    alertThresholds: row.alertThresholds,
    movementCount: row.movementCount,
    version: row.version,
  };
}

function part(amount: DecimalInput | null): Decimal | null {
  return amount === null ? null : decimal(amount);
}
