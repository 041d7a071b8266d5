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

/** Fields that clients write. The allocations per expense type are separate. */
export class WrittenBudget extends ExternalFields {
  @RecordField.text({
    description: 'Display name. It need not be unique.',
    example: 'IT 2026',
  })
  name: string;

  @RecordField.text({
    nullable: true,
    description: 'CAPEX, OPEX, a vendor category, or null. Determines the orders that the budget covers.',
    example: 'OPEX',
  })
  category: string | null;

  @RecordField.currency({ request: { description: "Default: the tenant's currency." } }) currency: string;

  @RecordField.reference() departmentId: number;

  @RecordField.integer({
    min: 1970,
    max: 2200,
    description: 'Fiscal year, named after the calendar year of its last day.',
    example: 2026,
  })
  fiscalYear: number;

  @RecordField.amount({ example: 100000 }) allocatedAmount: Decimal;
  @RecordField.text({ nullable: true, max: MAX_NOTES, multiline: true }) notes: string | null;

  @RecordField.numbers({
    max: 10,
    rule: rules.decimalNumber({ greaterThan: 0, max: 1000, decimals: 2 }),
    default: DEFAULT_THRESHOLDS,
    description: 'Percentages of utilization that trigger an alert. The service sorts them in ascending order.',
    example: [80, 90, 100],
  })
  alertThresholds: readonly number[];
}

/** Fields that responses contain. */
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
 * The amount that a department may commit in a fiscal year. The running amounts and the movement count are updated in
 * the transaction that adds the movements. The `capex` amounts are the CAPEX part; the rest is OPEX.
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

  /** The category in its compared form. */
  @Column({ type: 'text' }) categoryKey: string;

  /** The CAPEX part, like `allocatedOpex`; null if not given. */
  @AmountColumn({ nullable: true }) allocatedCapex: Decimal | null;

  @AmountColumn({ nullable: true }) allocatedOpex: Decimal | null;
  @AmountColumn({ default: 0 }) paidAmount: Decimal;
  @AmountColumn({ default: 0 }) capexReserved: Decimal;
  @AmountColumn({ default: 0 }) capexCommitted: Decimal;
  @AmountColumn({ default: 0 }) capexSpent: Decimal;

  /** Length of its ledger. */
  @Column({ type: 'int', default: 0 }) movementCount: number;

  /** First activation; null if it was never active. */
  @InstantColumn({ nullable: true }) activatedAt: Date | null;

  /** The budget that its open orders were carried forward to. Orders that reopen later go there as well. */
  @RefColumn({ nullable: true }) carriedToId: BudgetId | null;

  /** Rises with every edit but not with movements, so that an approval does not make a concurrent edit fail. */
  @Column({ type: 'int', default: 1 }) version: number;
}

/** Audited fields of a budget. The ledger records changes of its running amounts. */
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
