import { Injectable } from '@nestjs/common';
import { toNumber } from '../common/money';
import { query, UnitOfWork } from '../database';
import type { SpendingReportOut, SpendingRowOut, SpendingTotalOut } from './answers/spending';
import { monthsOf } from './domain/period';
import { everyMonth, share, type Spending, type SpendingTotal, spendingTotals } from './domain/spending';
import { type AskedPeriod, ReportContexts } from './report-context';
import { type Grouping, type SpendingRow, spendingSql, spendingValues } from './spending.sql';

/** What was ordered, invoiced and paid in a period. */
@Injectable()
export class SpendingReport {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly contexts: ReportContexts,
  ) {}

  async of(tenantId: string, asked: AskedPeriod, grouping: Grouping): Promise<SpendingReportOut> {
    const { period, today, currency, now } = await this.contexts.of(tenantId, asked);
    const values = spendingValues(tenantId, grouping, period, today);
    const [found] = await this.unitOfWork.read<[SpendingRow]>(tenantId, query(spendingSql(grouping), values));
    const totals = spendingTotals(found);
    const rows = grouping === 'month' ? everyMonth(found, monthsOf(period), currency) : found;
    return {
      filters: { from_date: period.from, to_date: period.to, group_by: grouping },
      rows: rows.map((row) => presentRow(row, totals)),
      totals: totals.map(presentTotal),
      generated_at: now.toISOString(),
    };
  }
}

function presentRow(row: Spending, totals: readonly SpendingTotal[]): SpendingRowOut {
  const { key, id, name, currency, po_count, invoice_count } = row;
  return {
    key,
    id,
    name,
    currency,
    po_count,
    po_total: toNumber(row.po_total),
    invoice_count,
    invoiced_total: toNumber(row.invoiced_total),
    paid_total: toNumber(row.paid_total),
    share_pct: toNumber(share(row, totals)),
  };
}

function presentTotal(total: SpendingTotal): SpendingTotalOut {
  return {
    ...total,
    po_total: toNumber(total.po_total),
    invoiced_total: toNumber(total.invoiced_total),
    paid_total: toNumber(total.paid_total),
  };
}
