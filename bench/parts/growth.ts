import { createHash } from 'node:crypto';
import { withClient } from '../../tools/servers/databases';
import { growthOf, type PathOf } from '../load/sql-time';
import type { Table } from '../report';
import type { Scale } from '../scale';
import type { Stage } from '../stage/stage';
import { contract, filtered } from '../workloads/calls';

const PER_PAGE = 15;
const last = (rows: number): number => Math.max(1, Math.ceil(rows / PER_PAGE));
const orders = (query: string) => (): string => `/v1/purchase-orders?${query}`;
const lastOf =
  (query: string): PathOf =>
  ({ orders: rows }) =>
    `/v1/purchase-orders?${query}&page=${last(rows)}`;

/** The seed creates invoices for half of the completed orders. */
const invoices = (rows: number): number => rows / 2;

const QUESTIONS: Readonly<Record<string, PathOf>> = {
  'one order': ({ orders: rows }, turn) => `/v1/purchase-orders/${1 + ((turn * 7_919) % rows)}`,
  'first page, exact total': orders(''),
  'last page': lastOf(''),
  'middle page': ({ orders: rows }) => `/v1/purchase-orders?page=${last(rows / 2)}`,
  'page at three quarters': ({ orders: rows }) => `/v1/purchase-orders?page=${last((rows / 4) * 3)}`,
  'by status': orders('status=approved'),
  'by status, last page': ({ orders: rows }) => `/v1/purchase-orders?status=approved&page=${last(rows / 5)}`,
  'by department': orders('department_id=3'),
  'by status, vendor and days': ({ vendors }, turn) => filtered(1 + ((turn * 31) % vendors)),
  'search, no hit': orders('search=zzzqqqzzz'),
  'search, one hit': ({ orders: rows }, turn) => `/v1/purchase-orders?search=${lineOf(1 + ((turn * 7_919) % rows))}`,
  'search, 20 hits by a number': (tenant, turn) => `/v1/purchase-orders?search=${contract(tenant, turn * 13)}`,
  "search, a vendor's orders": ({ vendors }, turn) =>
    `/v1/purchase-orders?search=${encodeURIComponent(vendorNamed(1 + ((turn * 31) % vendors)))}`,
  'sort by total': orders('sort=total_amount'),
  'sort by total, last page': lastOf('sort=total_amount'),
  'sort by vendor': orders('sort=vendor&order=asc'),
  'sort by vendor, last page': lastOf('sort=vendor&order=asc'),
  'sort by status': orders('sort=status'),
  'sort by status, last page': lastOf('sort=status'),
  'sort by department': orders('sort=department'),
  'sort by delivery date': orders('sort=expected_delivery_date'),
  'sort by approval': orders('sort=approved_at'),
  'sort by update': orders('sort=updated_at'),
  'invoices, first page': () => '/v1/invoices',
  'invoices, last page': ({ orders: rows }) => `/v1/invoices?page=${last(invoices(rows))}`,
  'invoices, middle page': ({ orders: rows }) => `/v1/invoices?page=${last(invoices(rows) / 2)}`,
  'invoices by status': () => '/v1/invoices?status=paid',
  'invoices, sort by total': () => '/v1/invoices?sort=total',
  'invoices, search': ({ orders: rows }, turn) =>
    `/v1/invoices?search=D-${String((1 + turn * 10) % (rows / 20)).padStart(6, '0')}`,
  'vendors, first page': () => '/v1/vendors',
  'vendors, last page': ({ vendors }) => `/v1/vendors?page=${last(vendors)}`,
  'vendors, sort by name': () => '/v1/vendors?sort=name&order=asc',
  'vendors, search': ({ vendors }, turn) => `/v1/vendors?search=sales${1 + ((turn * 31) % vendors)}%40`,
  'report: utilization of a budget': () => '/v1/budgets/1/utilization',
  "a budget's ledger, first page": () => '/v1/budgets/1/movements',
  'report: spending by month': () => '/v1/reports/spending?group_by=month',
  'report: spending by department': () => '/v1/reports/spending?group_by=department',
  'report: spending by category': () => '/v1/reports/spending?group_by=category',
  'report: spending by vendor': () => '/v1/reports/spending?group_by=vendor',
  'report: vendor performance': () => '/v1/reports/vendor-performance',
  'report: orders by status': () => '/v1/reports/po-status',
  'report: invoice matching': () => '/v1/reports/invoice-matching',
};

/** A word that occurs only in the first line of each seeded order. */
function lineOf(order: number): string {
  return createHash('md5').update(`${order}/1`).digest('hex').slice(0, 8);
}

/** The full name of a seeded vendor; other vendors' names begin with the same words. */
function vendorNamed(vendor: number): string {
  return `Vendor ${vendor} ${createHash('md5').update(`v${vendor}`).digest('hex').slice(0, 6)}`;
}

/** Sends every query for the small and the large tenant, and compares the time in PostgreSQL. */
export async function growth(stage: Stage, scale: Scale, say: (what: string) => void): Promise<Table[]> {
  const { adminUrl } = stage.servers;
  const sweeping = await stage.service('folding', 1);
  await folded(adminUrl);
  await sweeping.stop();
  // Without a sweep, so that all work of the database is caused by the requests.
  const service = await stage.service('growth', 1, { PROCESS_ROLE: 'api' });
  const wanted = Object.entries(QUESTIONS).filter(([title]) => !scale.questions || title.includes(scale.questions));
  const table = await growthOf(service, adminUrl, scale, Object.fromEntries(wanted), say);
  await service.stop();
  return [table];
}

async function folded(adminUrl: string): Promise<void> {
  await withClient(adminUrl, async (client) => {
    for (let left = 1; left > 0;) {
      const { rows } = await client.query<{ left: number }>('SELECT count(*)::int AS left FROM report_entries');
      left = rows[0]?.left ?? 0;
      if (left > 0) await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
    await client.query('VACUUM ANALYZE report_entries, report_figures');
  });
}
