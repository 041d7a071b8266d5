import type { Client } from 'pg';
import { createApplication } from '../../src/application';
import { readEnvironment } from '../../src/platform/config';
import { withClient } from '../../tools/servers/databases';
import { Periodic } from '../../src/platform/periodic';
import { whileTracked } from '../load/tracked-statements';
import { type Scale, tenantsOf } from '../scale';
import type { Stage } from '../stage/stage';
import { writeEntries } from './history';

/** What one run of a periodic work took. */
export interface Run {
  readonly name: string;
  readonly milliseconds: number;
  /** Of the service's login; those of transactions themselves are among them. */
  readonly statements: number;
  readonly transactions: number;
}

/** All works once: first with everything to do; a day later, when nobody wrote; when one tenant of a hundred wrote, and one of ten. */
export interface Round {
  readonly title: string;
  readonly runs: readonly Run[];
}

const STATEMENTS = `SELECT coalesce(sum(calls), 0)::int AS statements, coalesce(sum(calls) FILTER (WHERE query ~* '^commit'), 0)::int AS transactions
  FROM pg_stat_statements s JOIN pg_roles r ON r.oid = s.userid WHERE r.rolname <> 'postgres'`;

/** Runs each periodic work of a worker, one after the other, in this process; then all of them again, each time in a new one. */
export async function rounds(stage: Stage, say: (what: string) => void, scale: Scale): Promise<Round[]> {
  const tenants = tenantsOf(scale).length;
  return withClient(stage.servers.adminUrl, (client) =>
    whileTracked(client, async () => {
      const found: Round[] = [];
      for (const [title, prepare] of [
        ['first', () => undefined],
        ['the next day', () => client.query('UPDATE tenants SET scores_as_of = scores_as_of - 1')],
        ['1 % wrote', () => writeEntries(client, Math.ceil(tenants / 100))],
        ['10 % wrote', () => writeEntries(client, Math.ceil(tenants / 10))],
      ] as const) {
        await prepare();
        await client.query('VACUUM ANALYZE');
        found.push({ title, runs: await runs(stage, client, (run) => say(`${title}: ${shown(run)}`)) });
      }
      return found;
    }),
  );
}

async function runs(stage: Stage, client: Client, say: (run: Run) => void): Promise<Run[]> {
  // Created and not started: no timer of it runs.
  const app = await createApplication(readEnvironment({ ...stage.environment(3), PROCESS_ROLE: 'worker' }));
  const found: Run[] = [];
  try {
    for (const work of app.get(Periodic).works) {
      await client.query('SELECT pg_stat_statements_reset()');
      const started = performance.now();
      await work.run();
      const milliseconds = performance.now() - started;
      const { rows } = await client.query<Pick<Run, 'statements' | 'transactions'>>(STATEMENTS);
      const { statements = 0, transactions = 0 } = rows[0] ?? {};
      const one = { name: work.name, milliseconds, statements, transactions };
      found.push(one);
      say(one);
    }
    return found;
  } finally {
    await app.close();
  }
}

const shown = ({ name, milliseconds, statements, transactions }: Run): string =>
  `${name}: ${(milliseconds / 1000).toFixed(2)} s, ${statements} statements, ${transactions} transactions`;
