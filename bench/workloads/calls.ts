import type { Call, Calls } from '../load/closed-loop';
import { generator } from '../load/statistics';
import type { Scale, TenantSpec } from '../scale';
import { OWNER, REQUESTER, tokenOf } from '../stage/tokens';

/** Uniform pseudo-random numbers below a bound, the same in every run. */
function picker(): (below: number) => number {
  const next = generator(1);
  return (below) => Math.floor(next() * below);
}

export function tokensOf(tenant: TenantSpec, user = OWNER): () => string {
  const tokens = Array.from({ length: tenant.tokens }, (_, index) => tokenOf(tenant.slug, user, index + 1));
  let turn = 0;
  return () => tokens[(turn = (turn + 1) % tokens.length)] ?? '';
}

export function getting(tenant: TenantSpec, path: string): Calls {
  const token = tokensOf(tenant);
  return () => ({ method: 'GET', path, token: token() });
}

export function inTurn(...sources: readonly Calls[]): Calls {
  let turn = 0;
  return () => {
    const source = sources[(turn = (turn + 1) % sources.length)];
    if (!source) throw new Error('No source of requests');
    return source();
  };
}

/** Workloads by title: `W1: GET one order`. */
export type Workloads<Source = () => Calls> = Readonly<Record<string, Source>>;

/** Workloads that the baselines support as well. */
export const sharedWorkloads = (scale: Scale): Workloads => ({
  'W1: GET one order': () => getOrder(scale),
  'W2: first page of 15, exact total': () => firstPage(scale),
  'W3: POST an order of 3 lines, many tenants': () => createOrder(scale.crowd),
  'W3: POST an order of 3 lines, one tenant': () => createOrder([scale.busy]),
  'W3: POST an order of 1,000 lines, many tenants': () => createLongOrder(scale.crowd),
});

/** Measures the workloads of `--workloads`, by default all, one after the other. */
export async function eachOf<Source, Found>(
  workloads: Workloads<Source>,
  { workloads: names }: Scale,
  say: (what: string) => void,
  measure: (source: Source, title: string) => Promise<Found>,
): Promise<Record<string, Found>> {
  const found: Record<string, Found> = {};
  for (const [title, source] of Object.entries(workloads)) {
    if (names && !names.some((name) => title.startsWith(`${name}:`))) continue;
    say(title);
    found[title] = await measure(source, title);
  }
  return found;
}

/** W1: a completed order, with its lines, approvals and documents. */
export function getOrder(scale: Scale): Calls {
  const of = (tenant: TenantSpec): Calls => {
    const token = tokensOf(tenant);
    const pick = picker();
    // Of ten orders, the second to the sixth are completed (see the seed).
    return () => ({
      method: 'GET',
      path: `/v1/purchase-orders/${1 + 10 * pick(tenant.orders / 10) + pick(5)}`,
      token: token(),
    });
  };
  return inTurn(of(scale.small), of(scale.middle));
}

/** W2: the first page of 15 with the exact total. */
export function firstPage(scale: Scale): Calls {
  return inTurn(getting(scale.small, '/v1/purchase-orders'), getting(scale.middle, '/v1/purchase-orders'));
}

/** W3: creates with three lines in these tenants, in turn. */
export function createOrder(tenants: readonly TenantSpec[], user = REQUESTER, fields: object = {}): Calls {
  const pick = picker();
  const tokens = tenants.map((tenant) => ({ tenant, token: tokensOf(tenant, user) }));
  return (): Call => {
    const { tenant, token } = tokens[pick(tokens.length)] ?? { tenant: tenants[0], token: () => '' };
    // Every twentieth vendor is inactive.
    const vendor = 1 + pick(Math.min(tenant?.vendors ?? 1, 19));
    return {
      method: 'POST',
      path: '/v1/purchase-orders',
      token: token(),
      body: JSON.stringify({
        vendor_id: vendor,
        department_id: 1,
        notes: 'As agreed by telephone',
        items: LINES,
        ...fields,
      }),
    };
  };
}

const LINES = [
  { description: 'A4 paper, 80 g', quantity: 10, unit: 'box', unit_price: 25.5, vat_rate: 15 },
  { description: 'Toner, black', quantity: 2, unit: 'piece', unit_price: 310.75, vat_rate: 15 },
  { description: 'Desk lamp', quantity: 4, unit: 'piece', unit_price: 89.99, vat_rate: 15 },
];

const LONG = { items: Array.from({ length: 1_000 }, (_, index) => LINES[index % LINES.length]) };

/** W3 with 1,000 lines. */
export const createLongOrder = (tenants: readonly TenantSpec[]): Calls => createOrder(tenants, REQUESTER, LONG);

export function oneByOne(calls: readonly Call[]): Calls {
  const waiting = [...calls];
  return () => {
    const call = waiting.shift();
    if (!call) throw new Error('No request is left');
    return call;
  };
}

/** W4: a page filtered by status, vendor and days. */
export function filteredPage(tenant: TenantSpec): Calls {
  const token = tokensOf(tenant);
  const pick = picker();
  return () => ({ method: 'GET', path: filtered(1 + pick(tenant.vendors)), token: token() });
}

/** The path of W4: completed orders of a vendor created within the last year; every scale has some. */
export function filtered(vendor: number): string {
  const from = new Date(Date.now() - 365 * 86_400_000).toISOString().slice(0, 10);
  return `/v1/purchase-orders?status=completed&vendor_id=${vendor}&created_from=${from}`;
}

/** W5: a search with twenty hits in the notes. */
export function search(tenant: TenantSpec): Calls {
  const token = tokensOf(tenant);
  const pick = picker();
  return () => ({
    method: 'GET',
    path: `/v1/purchase-orders?search=${contract(tenant, pick(tenant.orders / 20))}`,
    token: token(),
  });
}

/** A contract number that occurs in the notes of twenty orders of each tenant. */
export function contract(tenant: TenantSpec, number: number): string {
  return `C-${String(number % Math.max(1, tenant.orders / 20)).padStart(6, '0')}`;
}

export function spending(tenant: TenantSpec): Calls {
  return getting(tenant, '/v1/reports/spending?group_by=department');
}

/** A CSV file of vendors that differ in every run. */
export function vendorsCsv(rows: number, run: string): string {
  const lines = Array.from(
    { length: rows },
    (_, row) =>
      `${run}-${row},"Trading company ${row} of ${run}",sales${row}@vendor.example,+966500000000,30,Category ${row % 10}`,
  );
  return ['external_id,name,email,phone,payment_terms,category', ...lines].join('\n');
}
