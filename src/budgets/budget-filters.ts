import type { CalendarDate } from '../common/clock';
import { containing } from '../database';
import type { BudgetStatus } from './domain/lifecycle';
import type { MovementType } from './domain/postings';

/** What a list of budgets may be narrowed to. */
export interface BudgetFilter {
  readonly departmentId?: number | undefined;
  readonly fiscalYear?: number | undefined;
  readonly status?: BudgetStatus | undefined;
  readonly currency?: string | undefined;
  /** Looked for in name and category. */
  readonly search?: string | undefined;
}

/** What a list of movements may be narrowed to. */
export interface MovementFilter {
  readonly type?: MovementType | undefined;
  readonly orderId?: number | undefined;
  readonly invoiceId?: number | undefined;
  /** Inclusive days, UTC. */
  readonly from?: CalendarDate | undefined;
  readonly to?: CalendarDate | undefined;
}

/** A condition, and the values of its placeholders. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly unknown[];
}

type Clause = readonly [sql: (placeholder: string) => string, value: unknown];

/** The WHERE of a list of budgets `b`. */
export function budgetCondition(tenantId: string, filter: BudgetFilter): Condition {
  const { departmentId, fiscalYear, status, currency, search } = filter;
  return condition([
    [(at) => `b.tenant_id = ${at}`, tenantId],
    [(at) => `b.department_id = ${at}`, departmentId],
    [(at) => `b.fiscal_year = ${at}`, fiscalYear],
    [(at) => `b.status = ${at}`, status],
    [(at) => `b.currency = ${at}`, currency],
    [(at) => `(b.name ILIKE ${at} OR b.category ILIKE ${at})`, search ? containing(search) : undefined],
  ]);
}

/** The WHERE of a list of one budget's movements `m`. */
export function movementCondition(tenantId: string, budgetId: number, filter: MovementFilter): Condition {
  const { type, orderId, invoiceId, from, to } = filter;
  return condition([
    [(at) => `m.tenant_id = ${at}`, tenantId],
    [(at) => `m.budget_id = ${at}`, budgetId],
    [(at) => `m.type = ${at}`, type],
    [(at) => `m.purchase_order_id = ${at}`, orderId],
    [(at) => `m.invoice_id = ${at}`, invoiceId],
    [(at) => `m.created_at >= ${at}::date::timestamp AT TIME ZONE 'UTC'`, from],
    [(at) => `m.created_at < (${at}::date + 1)::timestamp AT TIME ZONE 'UTC'`, to],
  ]);
}

/** What is not asked for is left out, so that the text depends on which filters are given, never on their values. */
function condition(clauses: readonly Clause[]): Condition {
  const given = clauses.filter(([, value]) => value !== undefined);
  return {
    sql: given.map(([text], index) => text(`$${index + 1}`)).join(' AND '),
    values: given.map(([, value]) => value),
  };
}
