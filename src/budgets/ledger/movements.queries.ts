import { Injectable } from '@nestjs/common';
import type { CalendarDate } from '../../common/clock';
import { notFound } from '../../common/errors';
import { Page, type PageRequest } from '../../common/page';
import type { BudgetId, InvoiceId, OrderId, TenantId } from '../../common/records/ids';
import { type Query, query, UnitOfWork } from '../../database';
import { type BudgetRow, budgetQuery } from '../budgets.queries';
import { allOf, type Condition, MOVEMENT, pageOf, sortedBy } from '../budgets.sql';
import type { MovementType } from '../domain/ledger/postings';

/** A movement of a budget's ledger as the read side answers it; amounts are numeric text. */
export interface MovementRow {
  readonly id: number;
  readonly type: MovementType;
  readonly purchase_order: { readonly id: OrderId; readonly po_number: string } | null;
  readonly invoice: { readonly id: InvoiceId; readonly invoice_number: string } | null;
  readonly expense_type: string;
  readonly reserved_change: string;
  readonly committed_change: string;
  readonly spent_change: string;
  readonly paid_change: string;
  readonly created_by: { readonly id: number; readonly name: string } | null;
  readonly created_at: string;
}

/** Which movements of a budget a list shows. */
export interface MovementFilter {
  readonly type?: MovementType | undefined;
  readonly orderId?: OrderId | undefined;
  readonly invoiceId?: InvoiceId | undefined;
  /** Inclusive days, UTC. */
  readonly from?: CalendarDate | undefined;
  readonly to?: CalendarDate | undefined;
}

/** The read side of a budget's ledger. */
@Injectable()
export class MovementsQueries {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * A page of a budget's ledger with the exact total, and the budget.
   * @throws DomainError NOT_FOUND when there is no such budget
   */
  async list(
    tenantId: TenantId,
    budgetId: BudgetId,
    filter: MovementFilter,
    request: PageRequest,
  ): Promise<{ readonly budget: BudgetRow; readonly page: Page<MovementRow> }> {
    const condition = conditionOf(tenantId, budgetId, filter);
    const order = sortedBy(`m.${request.sort}`, 'm', request);
    const [[budget], rows, [counted]] = await this.unitOfWork.read<[BudgetRow, MovementRow, { total: number }]>(
      tenantId,
      budgetQuery(tenantId, budgetId),
      pageOf(`SELECT ${MOVEMENT} FROM budget_movements m`, condition, order, request),
      totalQuery(condition, filter),
    );
    if (!budget) throw notFound();
    return { budget, page: new Page(rows, counted?.total ?? 0, request) };
  }
}

/** The WHERE of a list of one budget's movements `m`. */
function conditionOf(tenantId: TenantId, budgetId: BudgetId, filter: MovementFilter): Condition {
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

/** Query of one row `{ total }`. The budget keeps the length of its whole ledger; movements under a filter are counted. */
function totalQuery({ sql, values }: Condition, filter: MovementFilter): Query {
  const whole = Object.values(filter).every((value) => value === undefined);
  return whole
    ? query('SELECT movement_count AS total FROM budgets WHERE tenant_id = $1 AND id = $2', values)
    : query(`SELECT count(*) AS total FROM budget_movements m WHERE ${sql}`, values);
}
