import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Loose } from '../../support/client';

/** Lists of the mirrored kinds of records, and of their parts with lists of their own. */
const LISTS: Readonly<Record<string, { readonly path: string; readonly parts?: readonly string[] }>> = {
  vendor: { path: 'vendors', parts: ['bank-accounts'] },
  department: { path: 'departments' },
  project: { path: 'projects' },
  budget: { path: 'budgets' },
  user: { path: 'users', parts: ['delegations'] },
  webhook: { path: 'webhooks' },
  purchase_order: { path: 'purchase-orders', parts: ['amendments', 'versions'] },
  goods_receipt: { path: 'goods-receipts' },
  invoice: { path: 'invoices' },
};
const WORKFLOWS = ['purchase-orders', 'amendments', 'invoices'];

/** Number of concurrent requests. */
const AT_ONCE = 4;

interface Listed {
  readonly data: readonly Loose[];
  readonly meta: { readonly last_page: number };
}

/** Reads a tenant's records with `GET`, without the feed of changes. */
export class Reader {
  constructor(
    private readonly address: string,
    private readonly token: string,
  ) {}

  /** Whether the feed has changes after the cursor. */
  async hasMore(cursor: string): Promise<boolean> {
    return (await this.get<Listed>(`changes?limit=1&after=${cursor}`)).data.length > 0;
  }

  async all(): Promise<ReadonlyMap<string, Loose>> {
    const found = new Map<string, Loose>();
    for (const [type, { path, parts = [] }] of Object.entries(LISTS)) {
      const ids = (await this.list(path)).map(({ id }) => id as number);
      const one = async (): Promise<void> => {
        for (let id = ids.pop(); id !== undefined; id = ids.pop()) {
          found.set(`${type} ${id}`, await this.record(`${path}/${id}`, parts));
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, one));
    }
    for (const role of await this.list('roles')) found.set(`role ${role.id}`, role);
    found.set('settings null', await this.data('settings'));
    const workflows = WORKFLOWS.map(async (of) => [of, await this.data(`approval-workflows/${of}`)] as const);
    found.set('approval_workflow null', Object.fromEntries(await Promise.all(workflows)));
    return found;
  }

  private async record(path: string, parts: readonly string[]): Promise<Loose> {
    const [data, more] = await Promise.all([
      this.data(path),
      Promise.all(parts.map(async (part) => [part, await this.list(`${path}/${part}`)] as const)),
    ]);
    return { ...data, ...Object.fromEntries(more) };
  }

  private async list(path: string): Promise<Loose[]> {
    const found: Loose[] = [];
    for (let page = 1, last = 1; page <= last; page += 1) {
      const { data, meta } = await this.get<Listed>(`${path}?per_page=100&page=${page}`);
      last = meta.last_page;
      found.push(...data);
    }
    return found;
  }

  private async data(path: string): Promise<Loose> {
    return (await this.get<{ readonly data: Loose }>(path)).data;
  }

  private async get<Body>(path: string): Promise<Body> {
    for (;;) {
      const answer = await fetch(`${this.address}/v1/${path}`, { headers: { authorization: `Bearer ${this.token}` } });
      if (answer.ok) return JSON.parse(await answer.text()) as Body;
      if (answer.status !== 429) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      await sleep(Number(answer.headers.get('retry-after') ?? 1) * 1_000);
    }
  }
}

/** Fields that other records or use determine, so the feed publishes no change of them (docs/guide/paging-and-sync.md). By kind. */
const NOT_TOLD: Readonly<Record<string, readonly string[]>> = {
  vendor: ['total_orders', 'total_spend', 'performance_score', 'performance', 'updated_at'],
  budget: [
    ...['reserved_amount', 'committed_amount', 'spent_amount', 'available_amount', 'utilization_percentage'],
    'updated_at',
  ],
  user: ['last_login_at'],
  webhook: ['last_triggered_at', 'last_failed_at', 'last_failure_reason', 'failure_count'],
  purchase_order: ['pending_approvers', 'amendments[].pending_approvers', 'warnings'],
  goods_receipt: ['lines[].description', 'lines[].unit', 'lines[].line_number'],
  invoice: ['pending_approvers', 'goods_receipt', 'goods_receipts', 'match_summary.last_matched_at', 'warnings'],
};

/** References to other records. Only the id belongs to the record itself. */
const OTHERS = [
  ...['vendor', 'department', 'project', 'purchase_order', 'user', 'delegate', 'head_user'],
  ...['created_by', 'recorded_by', 'approved_by', 'cancelled_by', 'verified_by'],
];

/** @returns paths where the copy differs from the record, with both values */
export function differing(key: string, copy: unknown, shown: unknown): string[] {
  const [type = ''] = key.split(' ');
  if (copy === undefined) return ['absence'];
  if (shown === undefined) return ['presence'];
  return paths(copy, shown, '', NOT_TOLD[type] ?? []);
}

function paths(copy: unknown, shown: unknown, at: string, notPublished: readonly string[]): string[] {
  if (notPublished.includes(at) || isDeepStrictEqual(copy, shown)) return [];
  if (!isObject(copy) || !isObject(shown)) return [`${at} (${JSON.stringify(copy)}, not ${JSON.stringify(shown)})`];
  if (OTHERS.includes(at.split('.').at(-1) ?? '')) return paths(copy['id'], shown['id'], `${at}.id`, []);
  return [...new Set([...Object.keys(copy), ...Object.keys(shown)])].flatMap((name) => {
    const below = Array.isArray(shown) ? `${at}[]` : at === '' ? name : `${at}.${name}`;
    return paths(copy[name], shown[name], below, notPublished);
  });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
