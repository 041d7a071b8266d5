import { Injectable } from '@nestjs/common';
import { decimal, minorUnits } from '../../common/money';
import type { BudgetId, TenantId } from '../../common/records/ids';
import { query, UnitOfWork } from '../../database';
import { VERIFICATION } from './budget-verification.sql';

const FIGURES = [
  'reserved',
  'committed',
  'spent',
  'paid',
  'capex_reserved',
  'capex_committed',
  'capex_spent',
  'movements',
] as const;
type Amounts = Readonly<Record<(typeof FIGURES)[number], string>>;

interface VerifiedRow {
  readonly id: BudgetId;
  readonly name: string;
  readonly kept: Amounts;
  readonly ledger: Amounts;
  readonly documents: Amounts;
}

/** An amount of a budget, or the count of its movements, that differs. Exact decimals as text. */
export interface BudgetDifference {
  readonly tenant_id: TenantId;
  readonly budget_id: BudgetId;
  readonly name: string;
  readonly figure: (typeof FIGURES)[number];
  /** As kept on the budget. */
  readonly kept: string;
  /** As its ledger sums. */
  readonly ledger: string;
  /** As orders, invoices and payments say. */
  readonly documents: string;
}

/** Compares the running amounts of budgets with their ledgers, and both with the orders, invoices and payments behind. */
@Injectable()
export class BudgetVerification {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Verifies every budget of every tenant.
   * @returns how many budgets there are, and every amount that differs
   */
  async all(): Promise<{ readonly budgets: number; readonly differences: readonly BudgetDifference[] }> {
    const tenants = await this.unitOfWork.unscoped<{ id: TenantId }>(query('SELECT all_tenants() AS id'));
    let budgets = 0;
    const differences: BudgetDifference[] = [];
    for (const { id } of tenants) {
      const rows = await this.rows(id);
      budgets += rows.length;
      differences.push(...rows.flatMap((row) => differencesOf(id, row)));
    }
    return { budgets, differences };
  }

  private async rows(tenantId: TenantId): Promise<readonly VerifiedRow[]> {
    const [currencies] = await this.unitOfWork.read<[{ currency: string }]>(
      tenantId,
      query('SELECT currency FROM budgets WHERE tenant_id = $1 GROUP BY currency', [tenantId]),
    );
    const digits = Object.fromEntries(currencies.map(({ currency }) => [currency, minorUnits(currency)]));
    const [rows] = await this.unitOfWork.read<[VerifiedRow]>(
      tenantId,
      query(VERIFICATION, [tenantId, JSON.stringify(digits)]),
    );
    return rows;
  }
}

function differencesOf(tenantId: TenantId, { id, name, kept, ledger, documents }: VerifiedRow): BudgetDifference[] {
  return FIGURES.filter((figure) => {
    const expected = decimal(documents[figure]);
    return !decimal(kept[figure]).eq(expected) || !decimal(ledger[figure]).eq(expected);
  }).map((figure) => ({
    tenant_id: tenantId,
    budget_id: id,
    name,
    figure,
    kept: kept[figure],
    ledger: ledger[figure],
    documents: documents[figure],
  }));
}
