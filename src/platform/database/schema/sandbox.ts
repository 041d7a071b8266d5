import type { DataSource } from 'typeorm';
import { ConfigurationError } from '../../config';

/**
 * Declares a database a sandbox, as its owner. It must have no tenants, because a sandbox deletes their data every
 * night and the variable may be set by mistake.
 * @throws ConfigurationError when it has tenants and is not a sandbox yet
 */
export async function declareSandbox(run: (sql: string) => Promise<unknown>): Promise<void> {
  const [found] = (await run('SELECT is_sandbox() AS declared, EXISTS (SELECT FROM all_tenants()) AS inhabited')) as {
    declared: boolean;
    inhabited: boolean;
  }[];
  if (found?.declared) return;
  if (found?.inhabited) {
    throw new ConfigurationError([
      'SANDBOX: this database has tenants that were not made in a sandbox, and a sandbox deletes what they hold every night',
    ]);
  }
  await run(`CREATE OR REPLACE FUNCTION is_sandbox() RETURNS boolean LANGUAGE sql STABLE AS 'SELECT true'`);
}

/** Rejects a sandbox on a database that was not declared one. @throws ConfigurationError */
export async function assertSandbox(dataSource: Pick<DataSource, 'query'>): Promise<void> {
  const [found] = await dataSource.query<{ declared: boolean }[]>('SELECT is_sandbox() AS declared');
  if (!found?.declared) {
    throw new ConfigurationError([
      'SANDBOX: this database is no sandbox; run the command migrate with SANDBOX=true before it has tenants',
    ]);
  }
}
