import { withClient } from '../../tools/servers/databases';
import { median } from '../load/statistics';
import { residentMemory } from '../stage/usage';
import type { Stage } from '../stage/stage';

/** What an installation costs while nobody asks for anything. */
export interface Cost {
  /** From the start of a worker until it is ready. */
  readonly startSeconds: number;
  readonly idleMemory: number;
  /** The metrics of a worker, and how long a scrape takes (median). */
  readonly scrapeMilliseconds: number;
  readonly scrapeBytes: number;
  /** The sweep for due deliveries, when nothing is due (median). */
  readonly sweepMilliseconds: number;
  readonly databaseBytes: number;
  readonly indexBytes: number;
  readonly largest: readonly { readonly name: string; readonly bytes: number; readonly rows: number }[];
}

const SIZES = `SELECT c.relname AS name, pg_total_relation_size(c.oid)::float AS bytes, greatest(c.reltuples, 0)::float AS rows
  FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY 2 DESC LIMIT 8`;
const TOTAL = `SELECT pg_database_size(current_database())::float AS database,
  (SELECT sum(pg_indexes_size(oid)) FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r')::float AS indexes`;

export async function cost(stage: Stage, say: (what: string) => void): Promise<Cost> {
  const started = performance.now();
  const service = await stage.service('cost', 5, { PROCESS_ROLE: 'worker' });
  const startSeconds = (performance.now() - started) / 1000;
  const scrapes: number[] = [];
  let scrapeBytes = 0;
  for (let turn = 0; turn < 10; turn += 1) {
    const before = performance.now();
    const metrics = await fetch(`${service.address}/metrics`).then((answer) => answer.text());
    scrapes.push(performance.now() - before);
    scrapeBytes = metrics.length;
  }
  const idleMemory = residentMemory(service.pid);
  await service.stop();
  const found = await withClient(stage.servers.adminUrl, async (client) => {
    const sweeps: number[] = [];
    for (let turn = 0; turn < 10; turn += 1) {
      const before = performance.now();
      await client.query('SELECT * FROM due_webhook_deliveries(now(), 10, 5, 100)');
      sweeps.push(performance.now() - before);
    }
    const { rows: total } = await client.query<{ database: number; indexes: number }>(TOTAL);
    const { rows: largest } = await client.query<Cost['largest'][number]>(SIZES);
    return {
      startSeconds,
      idleMemory,
      scrapeMilliseconds: median(scrapes),
      scrapeBytes,
      sweepMilliseconds: median(sweeps),
      databaseBytes: total[0]?.database ?? 0,
      indexBytes: total[0]?.indexes ?? 0,
      largest,
    };
  });
  say(JSON.stringify(found));
  return found;
}
