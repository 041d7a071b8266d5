import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database';
import type { FiscalYearRecords, StoringPlace, TwiceUsedNumber } from '../../../organisation/settings';
import type { FiscalYearRule } from '../../../organisation/tenants';
import { CREDIT_DATE } from '../queries/credit-notes.sql';

/** A table that stores a fiscal year per row; its alias is `c`. */
interface YearTable {
  readonly name: string;
  readonly day: string;
  /** SQL condition: the row's number counts as used. */
  readonly counts: string;
  readonly number: string;
  /** SQL of the row's name in messages. */
  readonly record: string;
  readonly also: string;
}

const TABLES: readonly YearTable[] = [
  {
    name: 'invoices',
    day: 'c.invoice_date',
    counts: `c.status <> 'cancelled'`,
    number: 'c.vendor_invoice_number',
    record: 'c.invoice_number',
    also: '',
  },
  {
    name: 'credit_notes',
    day: CREDIT_DATE,
    counts: 'c.cancelled_at IS NULL',
    number: 'c.credit_note_number',
    record: `'#' || c.id`,
    also: `, credit_date = ${CREDIT_DATE}`,
  },
];

/** SQL of the fiscal year of a day; must agree with `fiscalYear` of `common/clock`. */
const yearSql = (day: string, month: string): string =>
  `(extract(year FROM ${day})::int + (${month}::int > 1 AND extract(month FROM ${day}) >= ${month}::int)::int)`;

const TWICE_USED = TABLES.map(
  ({ name, day, counts, number, record }) => `
  SELECT min(${number}) AS number, array_agg(${record} ORDER BY c.id) AS records
    FROM ${name} c WHERE c.tenant_id = $1 AND ${counts}
   GROUP BY c.vendor_id, c.number_key, ${yearSql(day, '$2')} HAVING count(*) > 1`,
).join(' UNION ALL ');

const NOT_STORED = '(c.fiscal_series <> $2 OR c.fiscal_year IS NULL)';

const LEFT = TABLES.map(({ name }) => `SELECT 1 FROM ${name} c WHERE c.tenant_id = $1 AND ${NOT_STORED}`).join(
  ' UNION ALL ',
);

/** Values: tenant, series, first month, id of the last stored row, number of rows to read. */
const storeSql = ({ name, day, also }: YearTable): string => `
WITH part AS (
  SELECT c.id FROM ${name} c WHERE c.tenant_id = $1 AND c.id > $4 ORDER BY c.id LIMIT $5
), stored AS (
  UPDATE ${name} c SET fiscal_year = ${yearSql(day, '$3')}, fiscal_series = $2${also}
    FROM part WHERE c.tenant_id = $1 AND c.id = part.id AND ${NOT_STORED}
)
SELECT max(id) AS last, count(*) AS read FROM part`;

/**
 * Recomputes the stored fiscal years of invoices and credit notes. Raw SQL, because each statement covers many rows
 * (docs/decisions/repositories-and-sql.md). Versions stay, because responses do not show the year.
 */
@Injectable()
export class InvoiceFiscalYears implements FiscalYearRecords {
  twiceUsed(tx: Transaction, startMonth: number, most: number): Promise<TwiceUsedNumber[]> {
    return tx.query<TwiceUsedNumber>(`SELECT * FROM (${TWICE_USED}) twice ORDER BY records LIMIT $3`, [
      tx.tenantId,
      startMonth,
      most + 1,
    ]);
  }

  async left(tx: Transaction, { series }: FiscalYearRule, most: number): Promise<number> {
    const [row] = await tx.query<{ count: number }>(
      `SELECT count(*) AS count FROM (SELECT FROM (${LEFT}) found LIMIT $3) counted`,
      [tx.tenantId, series, most],
    );
    return row?.count ?? 0;
  }

  async store(
    tx: Transaction,
    { series, startMonth }: FiscalYearRule,
    most: number,
    from: StoringPlace = { table: 0, id: 0 },
  ): Promise<StoringPlace | undefined> {
    const table = TABLES[from.table];
    if (!table) return undefined;
    const values = [tx.tenantId, series, startMonth, from.id, most];
    const [part] = await tx.query<{ last: number | null; read: number }>(storeSql(table), values);
    if (part?.last && part.read === most) return { ...from, id: part.last };
    return from.table + 1 < TABLES.length ? { table: from.table + 1, id: 0 } : undefined;
  }
}
