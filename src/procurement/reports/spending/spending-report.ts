import { Injectable } from '@nestjs/common';
import { toNumber } from '../../../common/money';
import type { TenantId } from '../../../common/records/ids';
import { query, LaggingReads } from '../../../platform/database';
import type { SpendingReportResponse, SpendingRowResponse, SpendingTotalResponse } from '../http/answers';
import { type RequestedPeriod, monthsOf } from '../domain/period';
import {
  everyMonth,
  type Grouping,
  isNothing,
  share,
  type Spending,
  spendingRest,
  type SpendingTotal,
  spendingTotals,
} from '../domain/spending';
import { type ReportContext, ReportContexts } from '../report-context';
import { spendingSql, spendingValues, VendorSpending } from './spending.sql';

@Injectable()
export class SpendingReport {
  constructor(
    private readonly reads: LaggingReads,
    private readonly contexts: ReportContexts,
    private readonly vendors: VendorSpending,
  ) {}

  /**
   * Spending of a period by group and currency, amounts including VAT.
   * @param limit only by vendor: vendors per currency; the others are summed in `rest`. Default: all vendors
   * @throws DomainError BAD_REQUEST for an invalid period
   */
  async of(
    tenantId: TenantId,
    asked: RequestedPeriod,
    grouping: Grouping,
    limit?: number,
  ): Promise<SpendingReportResponse> {
    const context = await this.contexts.of(tenantId, asked);
    const { filters, generated_at } = context;
    const isCut = grouping === 'vendor' && limit !== undefined;
    const { rows, totals } = await (isCut ? this.largest(context, limit) : this.all(context, grouping));
    return {
      filters: { ...filters, group_by: grouping },
      rows: rows.map((row) => toRowResponse(row, totals)),
      rest: spendingRest(rows, totals).map(toTotalResponse),
      totals: totals.map(toTotalResponse),
      generated_at,
    };
  }

  private async largest({ tenantId, period, today }: ReportContext, limit: number) {
    const { rows, totals } = await this.vendors.largest(tenantId, period, today, limit);
    // Figures of a currency may sum to zero, for example after cancellations. Such a total is not shown.
    const shown = spendingTotals(totals).filter(
      (total) => !isNothing(total) || rows.some(({ currency }) => currency === total.currency),
    );
    return { rows, totals: shown };
  }

  private async all({ tenantId, period, today, currency }: ReportContext, grouping: Grouping) {
    const values = spendingValues(tenantId, grouping, period, today);
    const [found] = await this.reads.read<[Spending]>(tenantId, query(spendingSql(grouping), values));
    const rows = grouping === 'month' ? everyMonth(found, monthsOf(period), currency) : found;
    return { rows, totals: spendingTotals(found) };
  }
}

function toRowResponse(row: Spending, totals: readonly SpendingTotal[]): SpendingRowResponse {
  const { key, id, name } = row;
  return { key, id, name, ...toTotalResponse(row), share_pct: toNumber(share(row, totals)) };
}

function toTotalResponse(sums: Omit<Spending, 'key' | 'id' | 'name'>): SpendingTotalResponse {
  const { currency, po_count, invoice_count } = sums;
  return {
    currency,
    po_count,
    po_total: toNumber(sums.po_total),
    invoice_count,
    invoiced_total: toNumber(sums.invoiced_total),
    paid_total: toNumber(sums.paid_total),
  };
}
