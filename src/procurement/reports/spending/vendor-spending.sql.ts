import { Injectable } from '@nestjs/common';
import type { CalendarDate, Period } from '../../../common/clock';
import type { TenantId } from '../../../common/records/ids';
import { query, LaggingReads } from '../../../platform/database';
import { entriesNotFolded, FIGURES, figureValues, foldedFigures } from '../../figures';
import { isComplete, isSomething, type Ranked, type Spending } from '../domain/spending';
import { FIGURE_COLUMNS, IS_SOMETHING, spendingMeasures, spendingSums } from './spending.sql';

const COLUMNS = `${FIGURE_COLUMNS}, paid_count`;

/** SELECT of {@link Ranked}s: the vendors' and the totals in one statement, so that both show the same moment. */
const withTotals = (vendors: string): string => `
SELECT part, certain, id::text AS key, id, name, currency, ${COLUMNS} FROM (
  SELECT 'row' AS part, certain, id, name, currency, ${COLUMNS} FROM ${vendors} v
  UNION ALL
  SELECT 'total', true, NULL, NULL, currency, ${COLUMNS} FROM totals) every
 ORDER BY currency, part, po_total DESC, name, key`;

/**
 * The SQL function `largest_vendors` reads the figures of few vendors, the largest of each year and month, and says whether no
 * other vendor can belong among them (`certain`). Values: `figureValues` of the measures over all vendors, and $9 the limit.
 */
const LARGEST = `
WITH totals AS MATERIALIZED (
  SELECT currency, ${spendingSums()} FROM (${FIGURES}) every GROUP BY currency
)${withTotals('largest_vendors((SELECT array_agg(currency) FROM totals), $3::text[], $4::date[], $5::date[], $6::int[], $7::date, $8::date, $9::int)')}`;

/** Values: `figureValues` of the measures by vendor, $9 the measures over all vendors, $10 the currencies, $11 the limit. */
const ALL = `
WITH totals AS (
  SELECT currency, ${spendingSums()} FROM (${foldedFigures('$9')}
    UNION ALL${entriesNotFolded('$9')}) every
   WHERE currency = ANY ($10::text[]) GROUP BY currency
), summed AS MATERIALIZED (
  SELECT key, currency, ${spendingSums()} FROM (${foldedFigures('$2', ' AND currency = ANY ($10::text[])')}
    UNION ALL${entriesNotFolded('$2', ' AND currency = ANY ($10::text[])')}) every
   GROUP BY key, currency
), placed AS (
  SELECT s.*, v.id, v.name, row_number() OVER (PARTITION BY s.currency ORDER BY s.po_total DESC, v.name, s.key) AS place
    FROM summed s LEFT JOIN vendors v ON v.tenant_id = $1 AND v.id = s.key::bigint WHERE ${IS_SOMETHING}
)${withTotals('(SELECT *, true AS certain FROM placed WHERE place <= $11::int)')}`;

/** The largest vendors of each currency, the largest first, and the sums over all vendors. */
export interface LargestVendors {
  readonly rows: readonly Spending[];
  readonly totals: readonly Spending[];
  /** Currencies whose largest vendors were only found by summing all vendors. */
  readonly searched: readonly string[];
}

/** Finds the vendors from whom most was ordered. */
@Injectable()
export class VendorSpending {
  constructor(private readonly reads: LaggingReads) {}

  /**
   * The largest vendors of a period by what was ordered. Reads the figures of few vendors first, and those of all vendors
   * only in currencies where those few may not be the largest. Rows and total of one currency are of one moment.
   * @param limit vendors of each currency
   */
  async largest(tenantId: TenantId, period: Period, today: CalendarDate, limit: number): Promise<LargestVendors> {
    const [found] = await this.reads.read<[Ranked]>(
      tenantId,
      query(LARGEST, [...figureValues(tenantId, spendingMeasures(''), period, { today }), limit]),
    );
    const currencies = found.filter(({ part }) => part === 'total').map(({ currency }) => currency);
    const of = (rows: readonly Ranked[], currency: string) => rows.filter((row) => row.currency === currency);
    const searched = currencies.filter((currency) => !isComplete(of(found, currency)));
    const values = figureValues(tenantId, spendingMeasures('.vendor'), period, { today });
    const all = query(ALL, [...values, spendingMeasures(''), searched, limit]);
    const [summed] = searched.length === 0 ? [[]] : await this.reads.read<[Ranked]>(tenantId, all);
    const ranked = currencies.flatMap((currency) => of(searched.includes(currency) ? summed : found, currency));
    return {
      rows: ranked.filter((row) => row.part === 'row' && isSomething(row)),
      totals: ranked.filter(({ part }) => part === 'total'),
      searched,
    };
  }
}
