import type { Client as PgClient } from 'pg';
import { Client } from 'undici';
import { withClient } from '../../tools/servers/databases';
import { type Calls, send } from '../load/closed-loop';
import { median } from '../load/statistics';
import { whileTracked } from '../load/tracked-statements';
import type { Scale } from '../scale';
import type { Stage } from '../stage/stage';
import { createOrder, getting } from '../workloads/calls';

const REQUESTS = 30;
/** PostgreSQL plans a statement anew five times before it keeps a plan. */
const WARM_UP = 10;

const PATHS = {
  'one order': '/v1/purchase-orders/1',
  'first page of orders, exact total': '/v1/purchase-orders',
  'search, no hit': '/v1/purchase-orders?search=zzzqqqzzz',
  'spending by month': '/v1/reports/spending?group_by=month',
  'feed of changes': '/v1/changes',
} as const;

/** A request of one tenant: medians. */
export interface Asked {
  readonly title: string;
  readonly tenant: 'largest' | 'median' | 'smallest';
  readonly milliseconds: number;
  /** Of PostgreSQL, in the statements of the request. */
  readonly sql: number;
  /** Blocks of 8 KiB that its statements looked at, in the cache or not. */
  readonly blocks: number;
}

/** Asks the largest tenant, the median and the smallest for the same things, one request at a time. */
export async function requests(stage: Stage, say: (what: string) => void, scale: Scale): Promise<Asked[]> {
  const service = await stage.service('requests', 1, { PROCESS_ROLE: 'api' });
  const client = new Client(service.address);
  const found: Asked[] = [];
  await withClient(stage.servers.adminUrl, async (database) => {
    // What earlier parts have removed is not looked at.
    await database.query('VACUUM ANALYZE');
    await whileTracked(database, async () => {
      for (const [tenant, spec] of [
        ['largest', scale.large],
        ['median', scale.middle],
        ['smallest', scale.small],
      ] as const) {
        const calls = [
          ...Object.entries(PATHS).map(([title, path]) => [title, getting(spec, path)] as const),
          ['create an order of three lines', createOrder([spec])] as const,
        ];
        for (const [title, call] of calls) {
          const row = { title, tenant, ...(await measured(client, database, call)) };
          found.push(row);
          say(
            `${tenant}: ${title}: ${row.milliseconds.toFixed(2)} ms, ${row.sql.toFixed(2)} ms of SQL, ${row.blocks} blocks`,
          );
        }
      }
    });
  });
  await client.close();
  await service.stop();
  return found;
}

async function measured(
  client: Client,
  database: PgClient,
  call: Calls,
): Promise<Pick<Asked, 'milliseconds' | 'sql' | 'blocks'>> {
  const times: number[] = [];
  const spent: Spent[] = [];
  for (let turn = -WARM_UP; turn < REQUESTS; turn += 1) {
    await database.query('SELECT pg_stat_statements_reset()');
    const started = performance.now();
    await send(client, call());
    if (turn < 0) continue;
    times.push(performance.now() - started);
    spent.push(await spentIn(database));
  }
  const [sql, blocks] = [spent.map(({ ms }) => ms), spent.map((one) => one.blocks)];
  return { milliseconds: median(times), sql: median(sql), blocks: median(blocks) };
}

interface Spent {
  readonly ms: number;
  readonly blocks: number;
}

async function spentIn(database: PgClient): Promise<Spent> {
  const { rows } = await database.query<Spent>(
    `SELECT coalesce(sum(total_exec_time), 0)::float AS ms, coalesce(sum(shared_blks_hit + shared_blks_read), 0)::float AS blocks
       FROM pg_stat_statements WHERE query !~ 'pg_stat_statements|touch_tokens'`,
  );
  return rows[0] ?? { ms: 0, blocks: 0 };
}
