import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { Audited } from '../../../common/records/audited';
import { EXTERNAL_FIELDS } from '../../../common/records/external';
import type { BudgetId, TenantId } from '../../../common/records/ids';
import { toNumber } from '../../../common/money';
import {
  AmountColumn,
  Decimal,
  InstantColumn,
  RefColumn,
  TenantColumn,
} from '../../../platform/database/entities/columns';
import { ExternalFields, RecordField } from '../../../platform/records';
import { MAX_NOTES, rules } from '../../../platform/validation';
import { DEFAULT_THRESHOLDS } from '../domain/ledger/amounts';
import { BUDGET_STATUSES, type BudgetStatus } from '../domain/lifecycle';

/** What clients write of a budget; how it is divided is written beside it. */
export class WrittenBudget extends ExternalFields {
  @RecordField.text({
    description: 'What the budget is called, unique by department, year, category and currency.',
    example: 'IT 2026',
  })
  name: string;

  @RecordField.text({
    nullable: true,
    description: 'CAPEX, OPEX, a vendor category, or null: decides which orders the budget is for.',
    example: 'OPEX',
  })
  category: string | null;

  @RecordField.currency({ request: { description: 'The tenant’s own when left out.' } }) currency: string;

  @RecordField.reference() departmentId: number;

  @RecordField.integer({
    min: 1970,
    max: 2200,
    description: 'The fiscal year, named by the calendar year in which it ends.',
    example: 2026,
  })
  fiscalYear: number;

  @RecordField.amount({ example: 100000 }) allocatedAmount: Decimal;
  @RecordField.text({ nullable: true, max: MAX_NOTES, multiline: true }) notes: string | null;

  @RecordField.numbers({
    max: 10,
    rule: rules.decimalNumber({ greaterThan: 0, max: 1000, decimals: 2 }),
    default: DEFAULT_THRESHOLDS,
    description: 'Percentages that alert when they are reached; stored rising.',
    example: [80, 90, 100],
  })
  alertThresholds: readonly number[];
}

/** What responses show of it. */
export class ShownBudget extends WrittenBudget {
  @RecordField.id() id: BudgetId;
  @RecordField.oneOf({ values: BUDGET_STATUSES }) status: BudgetStatus;
  @RecordField.amount({ columnDefault: 0, example: 0 }) reservedAmount: Decimal;
  @RecordField.amount({ columnDefault: 0, example: 23000 }) committedAmount: Decimal;
  @RecordField.amount({ columnDefault: 0, example: 11500 }) spentAmount: Decimal;
  @RecordField.instant() createdAt: Date;
  @RecordField.instant() updatedAt: Date;
}

/**
 * Money a department may commit in a fiscal year. The running amounts are the sums of its movements, kept with their
 * count in the transaction that writes them; the capex ones are the part of them that is CAPEX, the rest is OPEX.
 */
@Entity('budgets')
@Check('ck_budgets_status', `status IN ('draft', 'active', 'closed', 'frozen')`)
@Check('ck_budgets_allocated', 'allocated_amount >= 0')
@Check('ck_budgets_running', 'reserved_amount >= 0 AND committed_amount >= 0 AND spent_amount >= 0')
@Check('ck_budgets_capex', 'capex_reserved >= 0 AND capex_committed >= 0 AND capex_spent >= 0')
@Index('uq_budgets_key', { synchronize: false })
@Index(['tenantId', 'departmentId', 'fiscalYear'])
@Index('uq_budgets_external_id', { synchronize: false })
@ForeignKey('Tenant', ['tenantId'], ['id'])
@ForeignKey('Department', ['tenantId', 'departmentId'], ['tenantId', 'id'])
@ForeignKey('Budget', ['tenantId', 'carriedToId'], ['tenantId', 'id'])
export class Budget extends ShownBudget {
  @TenantColumn() tenantId: TenantId;

  /** The category as it is compared. */
  @Column({ type: 'text' }) categoryKey: string;

  /** The part meant for CAPEX, if somebody said; `allocatedOpex` likewise. */
  @AmountColumn({ nullable: true }) allocatedCapex: Decimal | null;

  @AmountColumn({ nullable: true }) allocatedOpex: Decimal | null;
  @AmountColumn({ default: 0 }) paidAmount: Decimal;
  @AmountColumn({ default: 0 }) capexReserved: Decimal;
  @AmountColumn({ default: 0 }) capexCommitted: Decimal;
  @AmountColumn({ default: 0 }) capexSpent: Decimal;

  /** How many movements its ledger has. */
  @Column({ type: 'int', default: 0 }) movementCount: number;

  /** When it became active for the first time; null for one that never was. */
  @InstantColumn({ nullable: true }) activatedAt: Date | null;

  /** The budget that its open orders were carried forward to: what opens again of one that was done goes there too. */
  @RefColumn({ nullable: true }) carriedToId: BudgetId | null;

  /** Raised with every edit, not with every movement: nobody's edit is lost by an approval. */
  @Column({ type: 'int', default: 1 }) version: number;
}

/** What the audit log keeps of a budget. Its running amounts are in its ledger, a movement for each change of them. */
export const BUDGET_FIELDS = new Audited<Budget>({
  name: 'name',
  currency: 'currency',
  allocated_amount: 'allocatedAmount',
  department_id: 'departmentId',
  fiscal_year: 'fiscalYear',
  status: 'status',
  category: 'category',
  notes: 'notes',
  allocations: ({ allocatedCapex: capex = null, allocatedOpex: opex = null }) => ({
    capex: capex && toNumber(capex),
    opex: opex && toNumber(opex),
  }),
  alert_thresholds: 'alertThresholds',
  activated_at: 'activatedAt',
  carried_to_id: 'carriedToId',
  ...EXTERNAL_FIELDS,
});
