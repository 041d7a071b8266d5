import { omitUndefined } from '../../../common/records/given';
import { decimal } from '../../../common/money';
import type { InvoiceId, OrderId } from '../../../common/records/ids';
import { Field, ListQuery, MAX_COMMENT, Parameter } from '../../../platform/http';
import { RequestOf } from '../../../platform/records';
import { BUDGET_SORTS, type BudgetFilter, type MovementFilter } from '../budgets.queries';
import type { BudgetInput, NewBudgetInput } from '../budgets.service';
import type { AllocatedSplit } from '../domain/terms';
import { BUDGET_STATUSES, type BudgetStatus } from '../domain/lifecycle';
import { MOVEMENT_TYPES, type MovementType } from '../domain/ledger/postings';
import { WrittenBudget } from '../entities/budget.entity';

/** Amount per expense type. */
export class AllocationsDto {
  @Field.amount({ optional: true, nullable: true }) capex?: number | null;
  @Field.amount({ optional: true, nullable: true }) opex?: number | null;
}

const ALLOCATIONS = {
  optional: true,
  nullable: true,
  description: 'The split of the allocated amount by expense type. A part without a value becomes null.',
} as const;

export class CreateBudgetDto extends RequestOf(WrittenBudget, {
  required: ['name', 'departmentId', 'fiscalYear'],
  omit: ['allocatedAmount'],
}) {
  @Field.amount({ example: 100000 }) allocated_amount: number;
  @Field.object(() => AllocationsDto, ALLOCATIONS) allocations?: AllocationsDto | null;

  override toInput(): NewBudgetInput {
    return {
      ...super.toInput(),
      ...omitUndefined({ allocations: split(this) }),
      allocated: decimal(this.allocated_amount),
    };
  }
}

export class UpdateBudgetDto extends RequestOf(WrittenBudget, { omit: ['allocatedAmount'] }) {
  @Field.amount({ optional: true, example: 120000 }) allocated_amount?: number;
  @Field.object(() => AllocationsDto, ALLOCATIONS) allocations?: AllocationsDto | null;
  @Field.oneOf(BUDGET_STATUSES, { optional: true }) status?: BudgetStatus;

  @Field.text({
    optional: true,
    max: MAX_COMMENT,
    multiline: true,
    description:
      'Reason for the change of status. Required to activate a budget again after its orders were carried forward.',
    example: 'The new year was opened by mistake.',
  })
  comments?: string;

  override toInput(): BudgetInput {
    const { allocated_amount: amount, status, comments } = this;
    const allocated = amount === undefined ? undefined : decimal(amount);
    return {
      ...super.toInput(),
      ...omitUndefined<BudgetInput>({ allocations: split(this), allocated, status, comments }),
    };
  }
}

export class BudgetsQuery extends ListQuery({ sortable: BUDGET_SORTS, search: 'name and category', updated: true }) {
  @Parameter.id({ description: 'Budgets of this department.', example: 1 }) department_id?: number;

  @Parameter.integer({
    min: 1970,
    max: 2200,
    description: 'Fiscal year, named after the calendar year of its last day.',
    example: 2026,
  })
  fiscal_year?: number;

  @Parameter.someOf(BUDGET_STATUSES, {
    description: 'Budgets in one of these statuses. Only active budgets accept new commitments.',
    example: 'active,frozen',
  })
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
  @Parameter.oneOf(MOVEMENT_TYPES, { description: 'Movements of this type.', example: 'commit' }) type?: MovementType;
  @Parameter.id({ description: 'Movements of this order.', example: 1 }) purchase_order_id?: OrderId;
  @Parameter.id({ description: 'The same as purchase_order_id.', example: 1 }) po_id?: OrderId;
  @Parameter.id({ description: 'Movements of this invoice.', example: 1 }) invoice_id?: InvoiceId;
  @Parameter.day({ description: 'Created on this day (UTC) or later.', example: '2026-03-01' }) from_date?: string;
  @Parameter.day({ description: 'Created on this day (UTC) or earlier.', example: '2026-03-31' }) to_date?: string;

  toFilter(): MovementFilter {
    const { type, invoice_id: invoiceId, from_date: from, to_date: to } = this;
    return { type, orderId: this.purchase_order_id ?? this.po_id, invoiceId, from, to };
  }
}

function split({ allocations }: CreateBudgetDto | UpdateBudgetDto): AllocatedSplit | undefined {
  if (allocations === undefined) return undefined;
  const part = (amount: number | null | undefined) => (amount == null ? null : decimal(amount));
  return { capex: part(allocations?.capex), opex: part(allocations?.opex) };
}
