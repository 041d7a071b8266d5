import { Injectable } from '@nestjs/common';
import { MATCH_STATUSES } from '../../common/settings';
import type { Language } from '../../messages';
import { decimal, round, toNumber } from '../../common/money';
import type { TenantId } from '../../common/records/ids';
import { isoSql, query, LaggingReads } from '../../platform/database';
import { FIGURE_SUMS, type FigureRow, figureValues } from '../figures';
import { type MatchReason, toMatchReasonResponse } from '../invoices';
import { byGroupAndCurrency, countOf, meanOf, totalsByCurrency } from './domain/groups';
import type { RequestedPeriod } from './domain/period';
import { ReportContexts } from './report-context';
import { vendorSql } from '../vendors';
import type { MatchExceptionResponse, MatchingReportResponse, MatchRowResponse } from './http/answers';

const MEASURES = ['match', 'matched', 'match_po_variance', 'match_gr_variance', 'match_override', 'exceptions'];

interface ExceptionRow extends Omit<MatchExceptionResponse, 'reasons'> {
  readonly reasons: readonly MatchReason[] | null;
}

const SHOWN_EXCEPTIONS = 50;

/** SELECT of the 50 longest waiting {@link ExceptionRow}s. Value: tenant. */
const EXCEPTIONS = `
SELECT i.id AS invoice_id, i.invoice_number, i.vendor_invoice_number, i.match_status, i.currency, i.total::float8 AS total,
       ${isoSql('i.submitted_at')} AS submitted_at, i.match -> 'reasons' AS reasons,
       ${vendorSql('$1', 'i.vendor_id')} AS vendor
  FROM invoices i
 WHERE i.tenant_id = $1 AND i.status IN ('submitted', 'pending') AND i.match_status <> 'full_match'
 ORDER BY i.submitted_at, i.id LIMIT ${SHOWN_EXCEPTIONS}`;

@Injectable()
export class MatchingReport {
  constructor(
    private readonly reads: LaggingReads,
    private readonly contexts: ReportContexts,
  ) {}

  /**
   * Invoices dated in the period by match status and currency, amounts including VAT. The list of exceptions does not
   * depend on the period.
   * @param language language of the reasons
   * @throws DomainError BAD_REQUEST for an invalid period
   */
  async of(tenantId: TenantId, asked: RequestedPeriod, language: Language): Promise<MatchingReportResponse> {
    const { period, today, currency, filters, generated_at } = await this.contexts.of(tenantId, asked);
    const [figures, exceptions] = await this.reads.read<[FigureRow, ExceptionRow]>(
      tenantId,
      query(FIGURE_SUMS, figureValues(tenantId, MEASURES, period, { today })),
      query(EXCEPTIONS, [tenantId]),
    );
    const of = (measure: string) => figures.filter((figure) => figure.measure === measure);
    const variance = (measure: string, key: string, currency: string) =>
      meanOf(of(measure).filter((figure) => figure.key === key && figure.currency === currency));
    const matched = countOf(of('matched'));
    const full = countOf(of('matched').filter(({ key }) => key === 'full_match'));
    return {
      filters,
      rows: byGroupAndCurrency(of('match'), MATCH_STATUSES, currency).map(
        ({ key, amount, ...row }): MatchRowResponse => ({
          match_status: key,
          ...row,
          total: toNumber(amount),
          average_po_variance_pct: variance('match_po_variance', key, row.currency),
          average_gr_variance_pct: variance('match_gr_variance', key, row.currency),
        }),
      ),
      totals: totalsByCurrency(of('match')).map(({ amount, ...total }) => ({ ...total, total: toNumber(amount) })),
      summary: {
        matched_count: matched,
        full_match_rate_pct: matched === 0 ? null : toNumber(round(decimal(full).times(100).div(matched), 2)),
        overridden_count: countOf(of('match_override')),
        exception_count: countOf(of('exceptions')),
        exceptions: exceptions.map((row) => ({
          ...row,
          reasons: (row.reasons ?? []).map((reason) => toMatchReasonResponse(reason, language)),
        })),
      },
      generated_at,
    };
  }
}
