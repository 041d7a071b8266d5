import { given } from '../../../common/records/given';
import { decimal } from '../../../common/money';
import type { InvoiceId, OrderId } from '../../../common/records/ids';
import {
  ExternalDto,
  externalOf,
  Field,
  ListQuery,
  MAX_COMMENT,
  MAX_NOTES,
  Parameter,
  rules,
} from '../../../platform/http';
import { BUDGET_SORTS, type BudgetFilter, type MovementFilter } from '../budgets.queries';
import type { AllocatedSplit, BudgetInput, NewBudgetInput } from '../domain/terms';
import { BUDGET_STATUSES, type BudgetStatus } from '../domain/lifecycle';
import { MOVEMENT_TYPES, type MovementType } from '../domain/ledger/postings';

const FIRST_YEAR = 1970;
const LAST_YEAR = 2200;
const threshold = rules.decimalNumber({ greaterThan: 0, max: 1000, decimals: 2 });

/** How much of a budget is meant for each expense type. */
export class AllocationsDto {
  @Field.amount({ optional: true, nullable: true }) capex?: number | null;
  @Field.amount({ optional: true, nullable: true }) opex?: number | null;
}

/** Fields that create and update have in common, all of them optional. */
class BudgetFieldsDto extends ExternalDto {
  @Field.text({
    optional: true,
    nullable: true,
    description: 'CAPEX, OPEX, a vendor category, or nothing: decides which orders the budget is for.',
  })
  category?: string | null;

  @Field.currency({ optional: true, description: 'The tenant’s own when left out.' }) currency?: string;
  @Field.text({ optional: true, nullable: true, max: MAX_NOTES, multiline: true }) notes?: string | null;

  @Field.object(() => AllocationsDto, {
    optional: true,
    nullable: true,
    description: 'Parts of the allocated amount; null when nobody said.',
  })
  allocations?: AllocationsDto | null;

  @Field.numbers({
    optional: true,
    max: 10,
    rule: threshold,
    description: 'Percentages that alert when they are reached.',
    example: [80, 90, 100],
  })
  alert_thresholds?: number[];

  protected shared(): Omit<BudgetInput, 'name' | 'allocated' | 'departmentId' | 'fiscalYear' | 'status'> {
    const { category, currency, notes, alert_thresholds: alertThresholds, allocations } = this;
    const allocated = allocations === undefined ? undefined : parts(allocations);
    const fields = given<BudgetInput>({ category, currency, notes, alertThresholds, allocations: allocated });
    return { ...externalOf(this), ...fields };
  }
}

export class CreateBudgetDto extends BudgetFieldsDto {
  @Field.text({ example: 'IT 2026' }) name: string;
  @Field.amount({ example: 100000 }) allocated_amount: number;
  @Field.id() department_id: number;

  @Field.integer({
    min: FIRST_YEAR,
    max: LAST_YEAR,
    description: 'Named by the calendar year in which it ends.',
    example: 2026,
  })
  fiscal_year: number;

  toInput(): NewBudgetInput {
    return {
      ...this.shared(),
      name: this.name,
      allocated: decimal(this.allocated_amount),
      departmentId: this.department_id,
      fiscalYear: this.fiscal_year,
    };
  }
}

export class UpdateBudgetDto extends BudgetFieldsDto {
  @Field.text({ optional: true, example: 'IT 2026' }) name?: string;
  @Field.amount({ optional: true, example: 120000 }) allocated_amount?: number;
  @Field.id({ optional: true }) department_id?: number;
  @Field.integer({ optional: true, min: FIRST_YEAR, max: LAST_YEAR, example: 2026 }) fiscal_year?: number;
  @Field.oneOf(BUDGET_STATUSES, { optional: true }) status?: BudgetStatus;

  @Field.text({
    optional: true,
    max: MAX_COMMENT,
    multiline: true,
    description: 'Why the status changes; required to activate a budget again after its orders were carried forward.',
    example: 'The new year was opened by mistake.',
  })
  comments?: string;

  toInput(): BudgetInput {
    const {
      name,
      allocated_amount: amount,
      department_id: departmentId,
      fiscal_year: fiscalYear,
      status,
      comments,
    } = this;
    const allocated = amount === undefined ? undefined : decimal(amount);
    return { ...this.shared(), ...given<BudgetInput>({ name, allocated, departmentId, fiscalYear, status, comments }) };
  }
}

export class BudgetsQuery extends ListQuery({ sortable: BUDGET_SORTS, search: 'name and category', updated: true }) {
  @Parameter.id({ description: 'Budgets of this department.', example: 1 }) department_id?: number;

  @Parameter.integer({
    min: FIRST_YEAR,
    max: LAST_YEAR,
    description: 'Named by the calendar year in which it ends.',
    example: 2026,
  })
  fiscal_year?: number;

  @Parameter.someOf(BUDGET_STATUSES, { description: 'Only an active budget is drawn on.', example: 'active,frozen' })
  status?: BudgetStatus[];

  @Parameter.currency({ description: 'Budgets in this currency, ISO 4217.', example: 'SAR' }) currency?: string;

  @Parameter.externalId() external_id?: string;

  toFilter(): BudgetFilter {
    const { department_id: departmentId, fiscal_year: fiscalYear, status: statuses, currency, search } = this;
    return {
      departmentId,
      fiscalYear,
      statuses,
      currency,
      updated: this.updated(),
      externalId: this.external_id,
      search,
    };
  }
}

export class MovementsQuery extends ListQuery({ sortable: ['id', 'created_at', 'type'] }) {
  @Parameter.oneOf(MOVEMENT_TYPES, { description: 'Movements of this kind.', example: 'commit' }) type?: MovementType;
  @Parameter.id({ description: 'Movements that this order caused.', example: 1 }) purchase_order_id?: OrderId;
  @Parameter.id({ description: 'The same as purchase_order_id.', example: 1 }) po_id?: OrderId;
  @Parameter.id({ description: 'Movements that this invoice caused.', example: 1 }) invoice_id?: InvoiceId;
  @Parameter.day({ description: 'On this day (UTC) or later.', example: '2026-03-01' }) from_date?: string;
  @Parameter.day({ description: 'On this day (UTC) or earlier.', example: '2026-03-31' }) to_date?: string;

  toFilter(): MovementFilter {
    const { type, invoice_id: invoiceId, from_date: from, to_date: to } = this;
    return { type, orderId: this.purchase_order_id ?? this.po_id, invoiceId, from, to };
  }
}

function parts(allocations: AllocationsDto | null): AllocatedSplit {
  const part = (amount: number | null | undefined) => (amount == null ? null : decimal(amount));
  return { capex: part(allocations?.capex), opex: part(allocations?.opex) };
}
