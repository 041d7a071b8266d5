import type { ExpenseType } from '../approvals';
import type { CalendarDate } from '../common/clock';
import type { OrderStatus } from './domain/lifecycle';

/** What a list may be narrowed to, in neither form's words. */
export interface OrderFilter {
  readonly statuses?: readonly OrderStatus[];
  /** Statuses an order has, or had when it was cancelled. */
  readonly standings?: readonly OrderStatus[];
  readonly vendorId?: number;
  readonly departmentId?: number;
  readonly projectId?: number;
  readonly expenseType?: ExpenseType;
  /** Inclusive days, UTC. */
  readonly createdFrom?: CalendarDate;
  readonly createdTo?: CalendarDate;
  /** Inclusive, VAT included. */
  readonly minAmount?: number;
  readonly maxAmount?: number;
  /** Looked for in number, notes, vendor's names and line descriptions. */
  readonly search?: string;
}

/** A condition over `purchase_orders o`, and the values of its placeholders, of which the tenant is always $1. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly unknown[];
}

type Clause = readonly [sql: (placeholder: string) => string, value: unknown];

/** The WHERE of a list. Only its text depends on which filters are given, never on their values. */
export function conditionOf(tenantId: string, filter: OrderFilter): Condition {
  const clauses = CLAUSES.flatMap((clause) => clause(filter));
  const values = clauses.map(([, value]) => value);
  const texts = clauses.map(([text], index) => text(`$${index + 2}`));
  return { sql: ['o.tenant_id = $1', ...texts].join(' AND '), values: [tenantId, ...values] };
}

const CLAUSES: readonly ((filter: OrderFilter) => Clause[])[] = [
  ({ statuses }) => given(statuses, (at) => `o.status = ANY (${at}::text[])`),
  ({ standings }) =>
    given(standings, (at) => `(o.status = ANY (${at}::text[]) OR o.cancelled_from = ANY (${at}::text[]))`),
  ({ vendorId }) => given(vendorId, (at) => `o.vendor_id = ${at}`),
  ({ departmentId }) => given(departmentId, (at) => `o.department_id = ${at}`),
  ({ projectId }) => given(projectId, (at) => `o.project_id = ${at}`),
  ({ expenseType }) => given(expenseType, (at) => `o.expense_type = ${at}`),
  ({ createdFrom }) => given(createdFrom, (at) => `o.created_at >= ${at}::date::timestamp AT TIME ZONE 'UTC'`),
  ({ createdTo }) => given(createdTo, (at) => `o.created_at < (${at}::date + 1)::timestamp AT TIME ZONE 'UTC'`),
  ({ minAmount }) => given(minAmount, (at) => `o.total_amount >= ${at}::numeric`),
  ({ maxAmount }) => given(maxAmount, (at) => `o.total_amount <= ${at}::numeric`),
  ({ search }) => given(search && pattern(search), (at) => `o.id IN (SELECT matching_purchase_orders(${at}))`),
];

function given(value: unknown, sql: (placeholder: string) => string): Clause[] {
  return value === undefined || value === '' ? [] : [[sql, value]];
}

/** The text somewhere inside, each of its characters meaning itself. */
function pattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** Columns a list can be sorted by, by neutral names. Nulls come last in both directions. */
const SORT_COLUMNS = {
  created: 'o.created_at',
  updated: 'o.updated_at',
  approved: 'o.approved_at',
  expected: 'o.expected_delivery_date',
  number: 'o.po_number',
  status: 'o.status',
  currency: 'o.currency',
  subtotal: 'o.subtotal',
  vat: 'o.vat_amount',
  total: 'o.total_amount',
  vendor: '(SELECT v.name FROM vendors v WHERE v.tenant_id = $1 AND v.id = o.vendor_id)',
  department: '(SELECT d.name FROM departments d WHERE d.tenant_id = $1 AND d.id = o.department_id)',
  id: 'o.id',
} as const;

export type SortKey = keyof typeof SORT_COLUMNS;

const NULLABLE: readonly SortKey[] = ['approved', 'expected'];

/** ORDER BY of a list; it ends in the id, so that pages never overlap. */
export function sortOf(key: SortKey, order: 'asc' | 'desc'): string {
  const direction = order === 'asc' ? 'ASC' : 'DESC';
  if (key === 'id') return `o.id ${direction}`;
  return `${SORT_COLUMNS[key]} ${direction}${NULLABLE.includes(key) ? ' NULLS LAST' : ''}, o.id ${direction}`;
}
