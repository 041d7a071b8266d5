import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../../common/lists/page';
import type { CalendarDate, Instants } from '../../common/clock';
import type { BudgetId, InvoiceId, OrderId, TenantId } from '../../common/records/ids';
import {
  allOf,
  type Condition,
  collated,
  containing,
  oneContains,
  isOneOf,
  type Query,
  mustBeThere,
  query,
  readList,
  readOne,
  type ReadScope,
  type SortTerm,
  UnitOfWork,
  within,
  type After,
  rowsAfter,
  type Transaction,
} from '../../platform/database';
import type { RowOf } from '../../platform/records';
import { BUDGET, MOVEMENT } from './budgets.sql';
import type { MovementType } from './domain/ledger/postings';
import type { BudgetStatus } from './domain/lifecycle';
import type { ShownMovement } from './entities/budget-movement.entity';
import type { Budget, ShownBudget } from './entities/budget.entity';

/** Columns from which responses derive other figures. */
type Underlying = 'allocatedCapex' | 'allocatedOpex' | 'paidAmount' | 'capexReserved' | 'capexCommitted' | 'capexSpent';

export interface BudgetRow extends RowOf<Omit<ShownBudget, 'departmentId'> & Pick<Budget, Underlying>> {
  readonly department: { readonly id: number; readonly name: string; readonly code: string };
  /** Rises with every edit; the ETag. */
  readonly version: number;
}

export interface BudgetFilter {
  readonly departmentId?: number | undefined;
  readonly fiscalYear?: number | undefined;
  readonly statuses?: readonly BudgetStatus[] | undefined;
  readonly currency?: string | undefined;
  readonly updated?: Instants | undefined;
  readonly externalId?: string | undefined;
  /** Searched in name and category. */
  readonly search?: string | undefined;
}

export interface MovementRow extends RowOf<ShownMovement> {
  readonly purchaseOrder: { readonly id: OrderId; readonly po_number: string } | null;
  readonly invoice: { readonly id: InvoiceId; readonly invoice_number: string } | null;
  /** Currency of the budget. */
  readonly currency: string;
  readonly createdBy: { readonly id: number; readonly name: string } | null;
}

export interface MovementFilter {
  readonly type?: MovementType | undefined;
  readonly orderId?: OrderId | undefined;
  readonly invoiceId?: InvoiceId | undefined;
  /** Inclusive UTC days. */
  readonly from?: CalendarDate | undefined;
  readonly to?: CalendarDate | undefined;
}

const WHOLE = `SELECT ${BUDGET} FROM budgets b WHERE b.tenant_id = $1`;

/** A {@link BudgetRow}. Parameters: tenant, budget. */
const ONE = `${WHOLE} AND b.id = $2`;

const IS_THERE = 'SELECT id FROM budgets WHERE tenant_id = $1 AND id = $2';

type Sorts = Readonly<Record<string, Omit<SortTerm, 'order'>>>;

/** Sort fields of budgets and their SQL. The first is the default. */
const SORTS = {
  created_at: { sql: 'b.created_at', type: 'timestamptz' },
  updated_at: { sql: 'b.updated_at', type: 'timestamptz' },
  name: { sql: collated('b.name'), type: 'text' },
  fiscal_year: { sql: 'b.fiscal_year', type: 'bigint' },
  status: { sql: 'b.status', type: 'text' },
  currency: { sql: 'b.currency', type: 'text' },
  allocated_amount: { sql: 'b.allocated_amount', type: 'numeric' },
  committed_amount: { sql: 'b.committed_amount', type: 'numeric' },
  spent_amount: { sql: 'b.spent_amount', type: 'numeric' },
  available_amount: { sql: '(b.allocated_amount - b.committed_amount - b.spent_amount)', type: 'numeric' },
  utilization_percentage: {
    sql: 'CASE WHEN b.allocated_amount = 0 THEN 0 ELSE (b.committed_amount + b.spent_amount) / b.allocated_amount END',
    type: 'numeric',
  },
  id: { sql: 'b.id', type: 'bigint' },
} as const satisfies Sorts;

type BudgetSort = keyof typeof SORTS;
export const BUDGET_SORTS = Object.keys(SORTS) as [BudgetSort, ...BudgetSort[]];

const MOVEMENT_SORTS = {
  id: { sql: 'm.id', type: 'bigint' },
  created_at: { sql: 'm.created_at', type: 'timestamptz' },
  type: { sql: 'm.type', type: 'text' },
} as const satisfies Sorts;

/** The id comes last, so that pages never overlap. */
function sortOf(sorts: Sorts, { sort, order }: Pick<PageRequest, 'sort' | 'order'>): readonly SortTerm[] {
  const terms = sort === 'id' ? [sorts['id']] : [sorts[sort], sorts['id']];
  return terms.flatMap((term) => (term ? [{ ...term, order }] : []));
}

/** Reads budgets and their ledgers, in one round trip per response. */
@Injectable()
export class BudgetsQueries {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @throws DomainError NOT_FOUND */
  get(scope: ReadScope, id: BudgetId): Promise<BudgetRow> {
    return readOne(this.unitOfWork, scope, ONE, id);
  }

  /** All budgets of the tenant, in batches by id. */
  after(tx: Transaction, after: After): Promise<BudgetRow[]> {
    return rowsAfter(tx, WHOLE, 'b.id', after);
  }

  /** @throws DomainError BAD_REQUEST on `cursor` */
  async list(tenantId: TenantId, filter: BudgetFilter, request: PageRequest): Promise<Page<BudgetRow>> {
    const [where, terms] = [conditionOf(tenantId, filter), sortOf(SORTS, request)];
    const list = { name: 'budgets', columns: BUDGET, from: 'FROM budgets b', where, terms };
    return readList(this.unitOfWork, tenantId, list, request);
  }

  /** All movements of the tenant, in batches by id. */
  movementsAfter(tx: Transaction, after: After): Promise<(MovementRow & { readonly budgetId: BudgetId })[]> {
    const select = `SELECT m.budget_id AS "budgetId", ${MOVEMENT} FROM budget_movements m WHERE m.tenant_id = $1`;
    return rowsAfter(tx, select, 'm.id', after);
  }

  /** @throws DomainError NOT_FOUND if the budget does not exist; BAD_REQUEST on `cursor` */
  async movements(
    tenantId: TenantId,
    budgetId: BudgetId,
    filter: MovementFilter,
    request: PageRequest,
  ): Promise<Page<MovementRow>> {
    const where = ofLedger(tenantId, budgetId, filter);
    const list = {
      name: `budgets/${budgetId}/movements`,
      columns: MOVEMENT,
      from: 'FROM budget_movements m',
      where,
      terms: sortOf(MOVEMENT_SORTS, request),
      total: lengthQuery(where, filter),
    };
    return readList(this.unitOfWork, tenantId, list, request, mustBeThere(query(IS_THERE, [tenantId, budgetId])));
  }
}

function conditionOf(tenantId: TenantId, filter: BudgetFilter): Condition {
  const { departmentId, fiscalYear, statuses, currency, updated, externalId, search } = filter;
  return allOf([
    [(at) => `b.tenant_id = ${at}`, tenantId],
    [(at) => `b.department_id = ${at}`, departmentId],
    [(at) => `b.fiscal_year = ${at}`, fiscalYear],
    isOneOf('b.status', statuses),
    [(at) => `b.currency = ${at}`, currency],
    ...within('b.updated_at', updated),
    [(at) => `b.external_id = ${at}`, externalId],
    [oneContains(['b.name', 'b.category']), search ? containing(search) : undefined],
  ]);
}

function ofLedger(tenantId: TenantId, budgetId: BudgetId, filter: MovementFilter): Condition {
  const { type, orderId, invoiceId, from, to } = filter;
  return allOf([
    [(at) => `m.tenant_id = ${at}`, tenantId],
    [(at) => `m.budget_id = ${at}`, budgetId],
    [(at) => `m.type = ${at}`, type],
    [(at) => `m.purchase_order_id = ${at}`, orderId],
    [(at) => `m.invoice_id = ${at}`, invoiceId],
    [(at) => `m.created_at >= ${at}::date::timestamp AT TIME ZONE 'UTC'`, from],
    [(at) => `m.created_at < (${at}::date + 1)::timestamp AT TIME ZONE 'UTC'`, to],
  ]);
}

/** Selects `total`. The budget stores the length of its whole ledger; with a filter, the movements are counted. */
function lengthQuery({ sql, values }: Condition, filter: MovementFilter): Query {
  const whole = Object.values(filter).every((value) => value === undefined);
  return whole
    ? query('SELECT movement_count AS total FROM budgets WHERE tenant_id = $1 AND id = $2', values)
    : query(`SELECT count(*) AS total FROM budget_movements m WHERE ${sql}`, values);
}
