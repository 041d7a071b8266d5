import { createHash } from 'node:crypto';
import type { Client as PgClient } from 'pg';
import { Client } from 'undici';
import { withClient } from '../../src/dev/servers/databases';
import { send } from '../load/closed-loop';
import { type Estimate, estimate, median } from '../load/statistics';
import type { Scale, TenantSpec } from '../scale';
import type { Program } from '../stage/program';
import type { Stage } from '../stage/stage';
import { contract, filtered, tokensOf } from '../work/calls';

/** One request, measured for the small tenant and for the large one. */
export interface Growth {
  readonly title: string;
  /** Milliseconds of PostgreSQL's time, the median of the requests. */
  readonly small: number;
  readonly large: number;
  /** The large tenant against the small, pair by pair. */
  readonly ratio: Estimate;
  /** Milliseconds of a whole request, the medians. */
  readonly smallRequest: number;
  readonly largeRequest: number;
}

type PathOf = (tenant: TenantSpec, turn: number) => string;

const PER_PAGE = 15;
const last = (rows: number): number => Math.max(1, Math.ceil(rows / PER_PAGE));
const orders = (query: string) => (): string => `/v1/purchase-orders?${query}`;
const lastOf =
  (query: string): PathOf =>
  ({ orders: rows }) =>
    `/v1/purchase-orders?${query}&page=${last(rows)}`;

/** The seed makes invoices for half of the completed orders. */
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

/** A word that only the first line of each seeded order contains. */
function lineOf(order: number): string {
  return createHash('md5').update(`${order}/1`).digest('hex').slice(0, 8);
}

/** The whole name of a seeded vendor; other vendors' names begin with the same words. */
function vendorNamed(vendor: number): string {
  return `Vendor ${vendor} ${createHash('md5').update(`v${vendor}`).digest('hex').slice(0, 6)}`;
}

/** Asks everything of both tenants in turn, one request at a time, and reads what PostgreSQL spent on it. */
export async function growth(stage: Stage, scale: Scale, say: (what: string) => void): Promise<Growth[]> {
  const { adminUrl } = stage.servers;
  await withClient(adminUrl, (client) => client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements'));
  const sweeping = await stage.service('folding', 1);
  await folded(adminUrl);
  await sweeping.stop();
  // Without a sweep: what is counted below is all that the database does.
  const service = await stage.service('growth', 1, { PROCESS_ROLE: 'api' });
  return withClient(adminUrl, async (database) => {
    await track(database, 'top');
    try {
      const found: Growth[] = [];
      for (const [title, path] of Object.entries(QUESTIONS)) {
        if (scale.questions && !title.includes(scale.questions)) continue;
        const row = await compare(service, database, scale, title, path);
        say(
          `${title}: ${row.small.toFixed(2)} -> ${row.large.toFixed(2)} ms of SQL, ${row.ratio.median.toFixed(2)} x; request ${row.smallRequest.toFixed(1)} -> ${row.largeRequest.toFixed(1)} ms`,
        );
        found.push(row);
      }
      return found;
    } finally {
      await track(database, 'none');
      await service.stop();
    }
  });
}

async function compare(
  service: Program,
  database: PgClient,
  scale: Scale,
  title: string,
  path: PathOf,
): Promise<Growth> {
  const client = new Client(service.address);
  const tenants = [scale.small, scale.large] as const;
  const tokens = tenants.map((tenant) => tokensOf(tenant));
  const sql: [number[], number[]] = [[], []];
  const whole: [number[], number[]] = [[], []];
  // The first ones are not counted: PostgreSQL plans a statement anew five times before it keeps a plan.
  for (let turn = -10; turn < scale.growthRequests; turn += 1) {
    for (const which of turn % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const token = tokens[which]?.() ?? '';
      await database.query('SELECT pg_stat_statements_reset()');
      const started = performance.now();
      await send(client, { method: 'GET', path: path(tenants[which], Math.abs(turn)), token });
      const elapsed = performance.now() - started;
      if (turn < 0) continue;
      whole[which].push(elapsed);
      sql[which].push(await spent(database));
    }
  }
  await client.close();
  return {
    title,
    small: median(sql[0]),
    large: median(sql[1]),
    ratio: estimate(sql[1].map((large, index) => large / (sql[0][index] ?? Number.NaN))),
    smallRequest: median(whole[0]),
    largeRequest: median(whole[1]),
  };
}

/** Milliseconds that PostgreSQL spent on the request's statements; those of the service's own timers are left out. */
async function spent(database: PgClient): Promise<number> {
  const { rows } = await database.query<{ ms: number }>(
    `SELECT coalesce(sum(total_exec_time), 0)::float AS ms FROM pg_stat_statements
      WHERE query !~ 'pg_stat_statements|report_entries\\(\\)|touch_tokens|webhook|authenticate_bearer|fold_report_entries|letters|advisory|FOR NO KEY UPDATE|AS quarter|s\\.score'`,
  );
  return rows[0]?.ms ?? 0;
}

async function track(database: PgClient, what: 'top' | 'none'): Promise<void> {
  await database.query(`ALTER SYSTEM SET pg_stat_statements.track = '${what}'`);
  await database.query('SELECT pg_reload_conf()');
}

/** Waits until the service has folded what the seed or a migration left to it. */
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
