import type { Client } from 'pg';
import { createApplication } from '../../src/application';
import { readEnvironment } from '../../src/platform/config';
import { withClient } from '../../tools/servers/databases';
import { Periodic } from '../../src/platform/periodic';
import { whileTracked } from '../load/sql-time';
import { mebibytes, short, type Table, whole } from '../report';
import { type Scale, tenantsOf } from '../scale';
import type { Stage } from '../stage/stage';
import { residentMemory } from '../stage/usage';

const STATEMENTS = `SELECT coalesce(sum(calls), 0)::int AS statements
  FROM pg_stat_statements s JOIN pg_roles r ON r.oid = s.userid WHERE r.rolname <> 'postgres'`;

/** The costs of an idle installation: a worker without requests, and each of its periodic works, twice. */
export async function tenants(stage: Stage, scale: Scale): Promise<Table[]> {
  const title = `${tenantsOf(scale).length} tenants`;
  const started = performance.now();
  const worker = await stage.service('idle', 4, { PROCESS_ROLE: 'worker' });
  const ready = (performance.now() - started) / 1000;
  const memory = residentMemory(worker.pid);
  await worker.stop();
  return withClient(stage.servers.adminUrl, async (client) => {
    const { rows } = await client.query<{ bytes: number }>(
      'SELECT pg_database_size(current_database())::float AS bytes',
    );
    const works: string[][] = [];
    await whileTracked(client, async () => {
      for (const round of ['first', 'second']) {
        for (const found of await worked(stage, client)) works.push([round, ...found]);
      }
    });
    return [
      {
        head: [title, 'worker ready, s', 'idle, MiB', 'database, MiB'],
        rows: [['', short(ready), mebibytes(memory), mebibytes(rows[0]?.bytes ?? 0)]],
      },
      { head: ['Round', `Periodic work, ${title}`, 'ms', 'statements'], rows: works },
    ];
  });
}

/** Runs each periodic work of a worker once, in this process. @returns name, milliseconds and statements of each */
async function worked(stage: Stage, client: Client): Promise<string[][]> {
  // Created but not started, so none of its timers run.
  const app = await createApplication(readEnvironment({ ...stage.environment(4), PROCESS_ROLE: 'worker' }));
  const found: string[][] = [];
  for (const work of app.get(Periodic).works) {
    await client.query('SELECT pg_stat_statements_reset()');
    const started = performance.now();
    await work.run();
    const milliseconds = performance.now() - started;
    const { rows } = await client.query<{ statements: number }>(STATEMENTS);
    found.push([work.name, short(milliseconds), whole(rows[0]?.statements ?? 0)]);
  }
  await app.close();
  return found;
}
