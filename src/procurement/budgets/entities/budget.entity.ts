import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { EXTERNAL_FIELDS, type Metadata } from '../../../common/records/external';
import type { BudgetId, TenantId } from '../../../common/records/ids';
import {
  AmountColumn,
  Decimal,
  ExternalIdColumn,
  IdColumn,
  InstantColumn,
  MetadataColumn,
  RefColumn,
  TenantColumn,
} from '../../../platform/database/entities/columns';
import type { BudgetStatus } from '../domain/lifecycle';
import { Audited } from '../../../common/records/audited';
import { toNumber } from '../../../common/money';

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
export class Budget {
  @TenantColumn() tenantId: TenantId;
  @IdColumn() id: BudgetId;
  @Column({ type: 'text' }) name: string;

  /** An expense type, a vendor category, or none: what decides which orders it is for. */
  @Column({ type: 'text', nullable: true }) category: string | null;

  /** The category as it is compared. */
  @Column({ type: 'text' }) categoryKey: string;

  @Column({ type: 'text' }) currency: string;
  @RefColumn() departmentId: number;

  /** Named by the calendar year in which it ends. */
  @Column({ type: 'int' }) fiscalYear: number;

  @Column({ type: 'text' }) status: BudgetStatus;
  @Column({ type: 'text', nullable: true }) notes: string | null;
  @AmountColumn() allocatedAmount: Decimal;

  /** The part meant for CAPEX, if somebody said; `allocatedOpex` likewise. */
  @AmountColumn({ nullable: true }) allocatedCapex: Decimal | null;

  @AmountColumn({ nullable: true }) allocatedOpex: Decimal | null;
  @AmountColumn({ default: 0 }) reservedAmount: Decimal;
  @AmountColumn({ default: 0 }) committedAmount: Decimal;
  @AmountColumn({ default: 0 }) spentAmount: Decimal;
  @AmountColumn({ default: 0 }) paidAmount: Decimal;
  @AmountColumn({ default: 0 }) capexReserved: Decimal;
  @AmountColumn({ default: 0 }) capexCommitted: Decimal;
  @AmountColumn({ default: 0 }) capexSpent: Decimal;

  /** How many movements its ledger has. */
  @Column({ type: 'int', default: 0 }) movementCount: number;

  /** Percentages, rising. */
  @Column({ type: 'jsonb' }) alertThresholds: readonly number[];

  /** When it became active for the first time; null for one that never was. */
  @InstantColumn({ nullable: true }) activatedAt: Date | null;

  /** The budget that its open orders were carried forward to: what opens again of one that was done goes there too. */
  @RefColumn({ nullable: true }) carriedToId: BudgetId | null;

  @ExternalIdColumn() externalId: string | null;
  @MetadataColumn() metadata: Metadata;
  @InstantColumn() createdAt: Date;
  @InstantColumn() updatedAt: Date;

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
