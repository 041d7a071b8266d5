import type { Client } from 'pg';
import { createApplication } from '../../src/application';
import { readEnvironment } from '../../src/config';
import { withClient } from '../../src/dev/servers/databases';
import { Periodic } from '../../src/periodic';
import { type Scale, tenantsOf } from '../scale';
import type { Stage } from '../stage/stage';
import { writeEntries } from './history';

/** What one run of a periodic work took. */
export interface Run {
  readonly milliseconds: number;
  /** Of the service's login; those of transactions themselves are among them. */
  readonly statements: number;
  readonly transactions: number;
}

/** A periodic work: its first run, which has everything to do; a day later, when nobody wrote; when one tenant of a hundred wrote, and one of ten. */
export interface Round {
  readonly name: string;
  readonly first: Run;
  readonly nextDay: Run;
  readonly onePercent: Run;
  readonly tenPercent: Run;
}

const STATEMENTS = `SELECT coalesce(sum(calls), 0)::int AS statements, coalesce(sum(calls) FILTER (WHERE query ~* '^commit'), 0)::int AS transactions
  FROM pg_stat_statements s JOIN pg_roles r ON r.oid = s.userid WHERE r.rolname <> 'postgres'`;

/** Runs each periodic work of a worker, one after the other, in this process; then all of them again, each time in a new one. */
export async function rounds(stage: Stage, say: (what: string) => void, scale: Scale): Promise<Round[]> {
  const tenants = [...tenantsOf(scale)].length;
  return withClient(stage.servers.adminUrl, async (client) => {
    await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
    await client.query("ALTER SYSTEM SET pg_stat_statements.track = 'top'");
    await client.query('SELECT pg_reload_conf()');
    const turn = async (title: string, prepare: () => Promise<unknown>): Promise<Map<string, Run>> => {
      await prepare();
      await client.query('VACUUM ANALYZE');
      return runs(stage, client, (name, run) => say(`${title}: ${name}: ${shown(run)}`));
    };
    const first = await turn('first', () => Promise.resolve());
    const nextDay = await turn('the next day', () =>
      client.query('UPDATE tenants SET scores_as_of = scores_as_of - 1'),
    );
    const onePercent = await turn('1 % wrote', () => writeEntries(client, Math.ceil(tenants / 100)));
    const tenPercent = await turn('10 % wrote', () => writeEntries(client, Math.ceil(tenants / 10)));
    await client.query("ALTER SYSTEM SET pg_stat_statements.track = 'none'");
    await client.query('SELECT pg_reload_conf()');
    const none = { milliseconds: 0, statements: 0, transactions: 0 };
    const of = (name: string, ran: Map<string, Run>): Run => ran.get(name) ?? none;
    return [...first.keys()].map((name) => ({
      ...{ name, first: of(name, first), nextDay: of(name, nextDay) },
      ...{ onePercent: of(name, onePercent), tenPercent: of(name, tenPercent) },
    }));
  });
}

async function runs(stage: Stage, client: Client, say: (name: string, run: Run) => void): Promise<Map<string, Run>> {
  const { servers } = stage;
  // Created and not started: no timer of it runs.
  const app = await createApplication(
    readEnvironment({
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      PROCESS_ROLE: 'worker',
      DATABASE_URL: servers.databaseUrl,
      REDIS_URL: servers.redisUrl(3),
      APP_ENCRYPTION_KEY: servers.encryptionKey,
      STORAGE_PATH: `${servers.folder}/documents`,
      MAIL_FOLDER: `${servers.folder}/mail`,
    }),
  );
  const found = new Map<string, Run>();
  try {
    for (const work of app.get(Periodic).works) {
      await client.query('SELECT pg_stat_statements_reset()');
      const started = performance.now();
      await work.run();
      const milliseconds = performance.now() - started;
      const { rows } = await client.query<Omit<Run, 'milliseconds'>>(STATEMENTS);
      const { statements = 0, transactions = 0 } = rows[0] ?? {};
      const run = { milliseconds, statements, transactions };
      found.set(work.name, run);
      say(work.name, run);
    }
    return found;
  } finally {
    await app.close();
  }
}

const shown = ({ milliseconds, statements, transactions }: Run): string =>
  `${(milliseconds / 1000).toFixed(2)} s, ${statements} statements, ${transactions} transactions`;
