import type { Client as PgClient } from 'pg';
import { Client } from 'undici';
import { withClient } from '../../tools/servers/databases';
import type { Scale, TenantSpec } from '../scale';
import type { Program } from '../stage/program';
import type { Stage } from '../stage/stage';
import { tokensOf } from '../workloads/calls';
import { send } from './closed-loop';
import { type Estimate, estimate, median } from './statistics';
import { whileTracked } from './tracked-statements';

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

/** The path that a tenant asks for in its so many-th turn. */
export type PathOf = (tenant: TenantSpec, turn: number) => string;

/** Asks each question of the small tenant and of the large one in turn, one request at a time, and reads what PostgreSQL spent on it. */
export async function growthOf(
  stage: Stage,
  scale: Scale,
  questions: Readonly<Record<string, PathOf>>,
  say: (what: string) => void,
): Promise<Growth[]> {
  const { adminUrl } = stage.servers;
  // Without a sweep: what is counted below is all that the database does.
  const service = await stage.service('growth', 1, { PROCESS_ROLE: 'api' });
  try {
    return await withClient(adminUrl, (database) =>
      whileTracked(database, async () => {
        const found: Growth[] = [];
        for (const [title, path] of Object.entries(questions)) {
          const row = await compare(service, database, scale, title, path);
          say(
            `${title}: ${row.small.toFixed(2)} -> ${row.large.toFixed(2)} ms of SQL, ${row.ratio.median.toFixed(2)} x; request ${row.smallRequest.toFixed(1)} -> ${row.largeRequest.toFixed(1)} ms`,
          );
          found.push(row);
        }
        return found;
      }),
    );
  } finally {
    await service.stop();
  }
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
