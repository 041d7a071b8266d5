import type { Client as PgClient } from 'pg';
import { Client } from 'undici';
import { withClient } from '../../tools/servers/databases';
import { interval, short, type Table } from '../report';
import type { Scale, TenantSpec } from '../scale';
import type { Program } from '../stage/program';
import { tokensOf } from '../workloads/calls';
import { send } from './closed-loop';
import { estimate, median } from './statistics';

export type PathOf = (tenant: TenantSpec, turn: number) => string;

/** One request at a time, for the small and the large tenant in turn. */
export function growthOf(
  service: Program,
  adminUrl: string,
  scale: Scale,
  questions: Readonly<Record<string, PathOf>>,
  say: (what: string) => void,
): Promise<Table> {
  return withClient(adminUrl, (database) =>
    whileTracked(database, async () => {
      const rows: string[][] = [];
      for (const [title, path] of Object.entries(questions)) {
        rows.push([title, ...(await compare(service, database, scale, path))]);
        say(rows.at(-1)?.join(', ') ?? '');
      }
      return { head: HEAD, rows };
    }),
  );
}

const HEAD = ['', 'small, ms of SQL', 'large, ms of SQL', 'ratio', 'request small, ms', 'request large, ms'];

async function compare(service: Program, database: PgClient, scale: Scale, path: PathOf): Promise<string[]> {
  const client = new Client(service.address);
  const tenants = [scale.small, scale.large] as const;
  const tokens = tenants.map((tenant) => tokensOf(tenant));
  const sql: [number[], number[]] = [[], []];
  const whole: [number[], number[]] = [[], []];
  // The first requests are not counted: PostgreSQL plans a statement five times before it caches a plan.
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
  return [
    ...[median(sql[0]), median(sql[1])].map(short),
    interval(estimate(sql[1].map((large, index) => large / (sql[0][index] ?? Number.NaN)))),
    ...[median(whole[0]), median(whole[1])].map(short),
  ];
}

/** Tracks statements in pg_stat_statements while `work` runs. @param database as the superuser */
export async function whileTracked<T>(database: PgClient, work: () => Promise<T>): Promise<T> {
  const track = async (what: 'top' | 'none'): Promise<void> => {
    await database.query(`ALTER SYSTEM SET pg_stat_statements.track = '${what}'`);
    await database.query('SELECT pg_reload_conf()');
  };
  await database.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
  await track('top');
  try {
    return await work();
  } finally {
    await track('none');
  }
}

/** Milliseconds of the request's statements in PostgreSQL, without those of the service's timers. */
async function spent(database: PgClient): Promise<number> {
  const { rows } = await database.query<{ ms: number }>(
    `SELECT coalesce(sum(total_exec_time), 0)::float AS ms FROM pg_stat_statements
      WHERE query !~ 'pg_stat_statements|report_entries\\(\\)|touch_tokens|webhook|authenticate_bearer|fold_report_entries|letters|advisory|FOR NO KEY UPDATE|AS quarter|s\\.score'`,
  );
  return rows[0]?.ms ?? 0;
}
