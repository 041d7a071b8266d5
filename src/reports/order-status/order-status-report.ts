import { Injectable } from '@nestjs/common';
import { addDays } from '../../common/clock';
import { decimal, round, toNumber } from '../../common/money';
import { query, UnitOfWork } from '../../database';
import { ORDER_STATUSES } from '../../purchase-orders';
import type { OrderStatusReportOut, OrderStatusSummaryOut } from './answers';
import { AGES, ageing } from '../domain/ageing';
import { byGroupAndCurrency, totalsByCurrency } from '../domain/groups';
import { monthOf } from '../domain/period';
import { columnsOf, FIGURES, figureValues } from '../../figures/figures.sql';
import { type AskedPeriod, type ReportContext, ReportContexts } from '../report-context';
import { type FigureRow, SUMS } from '../sums.sql';

interface WaitingRow {
  readonly day: string;
  readonly count: number;
}

/** Counts of one measure by day. */
const BY_DAY = `SELECT day::text AS day, sum(count)::int AS count FROM (${FIGURES}) every GROUP BY day HAVING sum(count) <> 0`;

const BEGINNING = '1900-01-01';

/** How orders stand, and how long they wait. */
@Injectable()
export class OrderStatusReport {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly contexts: ReportContexts,
  ) {}

  async of(tenantId: string, asked: AskedPeriod): Promise<OrderStatusReportOut> {
    const context = await this.contexts.of(tenantId, asked);
    const { period, today, currency, now } = context;
    const overdue = { from: BEGINNING, to: addDays(today, -1) };
    const [figures, waiting, late] = await this.unitOfWork.read<[FigureRow, WaitingRow, FigureRow]>(
      tenantId,
      query(SUMS, figureValues(tenantId, ['order_status', 'approval_hours'], period, { today })),
      query(BY_DAY, waitingValues(context)),
      query(SUMS, figureValues(tenantId, ['deliveries'], overdue, {})),
    );
    const counted = figures.filter(({ measure }) => measure === 'order_status');
    return {
      filters: { from_date: period.from, to_date: period.to },
      rows: byGroupAndCurrency(counted, ORDER_STATUSES, currency).map(
        ({ key: status, currency: code, count, amount }) => ({
          status,
          currency: code,
          count,
          total_amount: toNumber(amount),
        }),
      ),
      totals: totalsByCurrency(counted).map(({ currency: code, count, amount }) => ({
        currency: code,
        count,
        total_amount: toNumber(amount),
      })),
      summary: {
        average_hours_to_approval: average(figures.filter(({ measure }) => measure === 'approval_hours')),
        pending: pendingOf(waiting, today),
        overdue_deliveries: late.reduce((sum, { count }) => sum + count, 0),
      },
      generated_at: now.toISOString(),
    };
  }
}

/** The last days one by one, as far back as an age reaches, and all that came before by the month. */
function waitingValues({ tenantId, today }: ReportContext): unknown[] {
  const since = monthOf(addDays(today, -Math.max(...AGES)));
  const ranges = columnsOf([
    { grain: 'month', from: BEGINNING, to: addDays(since, -1), sign: 1 },
    { grain: 'day', from: since, to: today, sign: 1 },
  ]);
  return [tenantId, ['pending'], ...ranges, BEGINNING, today];
}

function pendingOf(waiting: readonly WaitingRow[], today: string): OrderStatusSummaryOut['pending'] {
  const { total, over } = ageing(waiting, today);
  const [over3 = 0, over7 = 0, over14 = 0] = over;
  return { count: total, over_3_days: over3, over_7_days: over7, over_14_days: over14 };
}

/** Hours, whatever the currency: time is added, money is not. */
function average(rows: readonly FigureRow[]): number | null {
  const count = rows.reduce((sum, row) => sum + row.count, 0);
  const hours = rows.reduce((sum, { amount }) => sum.plus(amount), decimal(0));
  return count === 0 ? null : toNumber(round(hours.div(count), 2));
}
