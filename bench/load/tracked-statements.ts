import type { Client } from 'pg';

/** Has PostgreSQL count statements, in pg_stat_statements, while something is done. @param database as the superuser */
export async function whileTracked<T>(database: Client, work: () => Promise<T>): Promise<T> {
  await database.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
  await track(database, 'top');
  try {
    return await work();
  } finally {
    await track(database, 'none');
  }
}

async function track(database: Client, what: 'top' | 'none'): Promise<void> {
  await database.query(`ALTER SYSTEM SET pg_stat_statements.track = '${what}'`);
  await database.query('SELECT pg_reload_conf()');
}
