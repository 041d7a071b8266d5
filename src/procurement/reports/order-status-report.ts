import { Injectable } from '@nestjs/common';
import { addDays, monthOf } from '../../common/clock';
import { toNumber } from '../../common/money';
import type { TenantId } from '../../common/records/ids';
import { query, LaggingReads } from '../../platform/database';
import { FIGURE_SUMS, type FigureRow, FIGURES, figureValues, rangeColumns } from '../figures';
import { ORDER_STATUSES } from '../purchase-orders';
import type { OrderStatusReportResponse, OrderStatusSummaryResponse } from './http/answers';
import { AGES, ageing, type PendingSince } from './domain/ageing';
import { byGroupAndCurrency, countOf, meanOf, totalsByCurrency } from './domain/groups';
import type { RequestedPeriod } from './domain/period';
import { type ReportContext, ReportContexts } from './report-context';

/** SELECT of the counts by day, as {@link PendingSince}s. */
const BY_DAY = `SELECT day::text AS day, sum(count)::int AS count FROM (${FIGURES}) every GROUP BY day HAVING sum(count) <> 0`;

const BEGINNING = '1900-01-01';

@Injectable()
export class OrderStatusReport {
  constructor(
    private readonly reads: LaggingReads,
    private readonly contexts: ReportContexts,
  ) {}

  /**
   * Orders of the period by status and currency, amounts including VAT. Pending orders and overdue deliveries are
   * current counts and do not depend on the period.
   * @throws DomainError BAD_REQUEST for an invalid period
   */
  async of(tenantId: TenantId, asked: RequestedPeriod): Promise<OrderStatusReportResponse> {
    const context = await this.contexts.of(tenantId, asked);
    const { period, today, currency, filters, generated_at } = context;
    const overdue = { from: BEGINNING, to: addDays(today, -1) };
    const [figures, waiting, late] = await this.reads.read<[FigureRow, PendingSince, FigureRow]>(
      tenantId,
      query(FIGURE_SUMS, figureValues(tenantId, ['order_status', 'approval_hours'], period, { today })),
      query(BY_DAY, waitingValues(context)),
      query(FIGURE_SUMS, figureValues(tenantId, ['deliveries'], overdue, {})),
    );
    const counted = figures.filter(({ measure }) => measure === 'order_status');
    return {
      filters,
      rows: byGroupAndCurrency(counted, ORDER_STATUSES, currency).map(({ key: status, amount, ...row }) => ({
        status,
        ...row,
        total_amount: toNumber(amount),
      })),
      totals: totalsByCurrency(counted).map(({ amount, ...total }) => ({ ...total, total_amount: toNumber(amount) })),
      summary: {
        average_hours_to_approval: meanOf(figures.filter(({ measure }) => measure === 'approval_hours')),
        pending: pendingOf(waiting, today),
        overdue_deliveries: countOf(late),
      },
      generated_at,
    };
  }
}

/** The values of {@link BY_DAY} for pending orders: by day back to the longest age, by month before. */
function waitingValues({ tenantId, today }: ReportContext): unknown[] {
  const since = monthOf(addDays(today, -Math.max(...AGES)));
  const ranges = rangeColumns([
    { grain: 'month', from: BEGINNING, to: addDays(since, -1), sign: 1 },
    { grain: 'day', from: since, to: today, sign: 1 },
  ]);
  return [tenantId, ['pending'], ...ranges, BEGINNING, today];
}

function pendingOf(waiting: readonly PendingSince[], today: string): OrderStatusSummaryResponse['pending'] {
  const { total, over } = ageing(waiting, today);
  const [over3 = 0, over7 = 0, over14 = 0] = over;
  return { count: total, over_3_days: over3, over_7_days: over7, over_14_days: over14 };
}
