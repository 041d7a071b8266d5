import { Injectable } from '@nestjs/common';
import { notFound } from '../common/errors';
import { Page, type PageRequest } from '../common/page';
import { query, UnitOfWork } from '../database';
import {
  budgetCondition,
  type BudgetFilter,
  type Condition,
  movementCondition,
  type MovementFilter,
} from './budget-filters';
import type { BudgetRow, MovementRow } from './budget-rows';
import { BUDGET, MOVEMENT } from './budgets.sql';

/** What a list can be sorted by that is not a column of its own. */
const SORTS: Readonly<Record<string, string>> = {
  available_amount: '(b.allocated_amount - b.committed_amount - b.spent_amount)',
  utilization_percentage:
    'CASE WHEN b.allocated_amount = 0 THEN 0 ELSE (b.committed_amount + b.spent_amount) / b.allocated_amount END',
};

/** The read side of budgets: one flight an answer. */
@Injectable()
export class BudgetsQueries {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** One budget with its running amounts. Inside a transaction it sees what that has written. */
  async get(tenantId: string, id: number): Promise<BudgetRow> {
    const [[row]] = await this.unitOfWork.readShared<[BudgetRow]>(tenantId, budgetOf(tenantId, id));
    if (!row) throw notFound();
    return row;
  }

  /** A page of budgets with the exact total. */
  async list(tenantId: string, filter: BudgetFilter, request: PageRequest): Promise<Page<BudgetRow>> {
    const condition = budgetCondition(tenantId, filter);
    const column = SORTS[request.sort] ?? `b.${request.sort}`;
    const [rows, [counted]] = await this.unitOfWork.read<[BudgetRow, { total: number }]>(
      tenantId,
      page(`SELECT ${BUDGET} FROM budgets b`, condition, sorted(column, 'b', request), request),
      query(`SELECT count(*) AS total FROM budgets b WHERE ${condition.sql}`, condition.values),
    );
    return new Page(rows, counted?.total ?? 0, request);
  }

  /** A page of a budget's ledger; NOT_FOUND when there is no such budget. */
  async movements(
    tenantId: string,
    budgetId: number,
    filter: MovementFilter,
    request: PageRequest,
  ): Promise<{ readonly budget: BudgetRow; readonly page: Page<MovementRow> }> {
    const condition = movementCondition(tenantId, budgetId, filter);
    const [[budget], rows, [counted]] = await this.unitOfWork.read<[BudgetRow, MovementRow, { total: number }]>(
      tenantId,
      budgetOf(tenantId, budgetId),
      page(`SELECT ${MOVEMENT} FROM budget_movements m`, condition, sorted(`m.${request.sort}`, 'm', request), request),
      lengthOf(condition, filter),
    );
    if (!budget) throw notFound();
    return { budget, page: new Page(rows, counted?.total ?? 0, request) };
  }
}

function budgetOf(tenantId: string, id: number) {
  return query(`SELECT ${BUDGET} FROM budgets b WHERE b.tenant_id = $1 AND b.id = $2`, [tenantId, id]);
}

/** How many movements there are: of the whole ledger it is kept, of a part they are counted. */
function lengthOf({ sql, values }: Condition, filter: MovementFilter) {
  const whole = Object.values(filter).every((value) => value === undefined);
  return whole
    ? query('SELECT movement_count AS total FROM budgets WHERE tenant_id = $1 AND id = $2', values)
    : query(`SELECT count(*) AS total FROM budget_movements m WHERE ${sql}`, values);
}

/** Every sort ends in the id, so that pages never overlap. */
function sorted(column: string, table: string, { order }: PageRequest): string {
  const direction = order === 'asc' ? 'ASC' : 'DESC';
  return column === `${table}.id` ? `${column} ${direction}` : `${column} ${direction}, ${table}.id ${direction}`;
}

function page(select: string, { sql, values }: Condition, order: string, { page: number, perPage }: PageRequest) {
  const limit = values.length + 1;
  return query(`${select} WHERE ${sql} ORDER BY ${order} LIMIT $${limit} OFFSET $${limit + 1}`, [
    ...values,
    perPage,
    (number - 1) * perPage,
  ]);
}
