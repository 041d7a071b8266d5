import { withClient } from '../../tools/servers/databases';
import type { Client } from 'pg';
import { type Scale, tenantsOf } from '../scale';
import { SEED_STATEMENTS, TABLES_WITH_IDS } from './seed.sql';

/**
 * Fills an empty, migrated database with the tenants of a scale, as its owner: set by set, without triggers and without
 * indexes that are built faster afterwards. Data of the triggers is written in bulk. A database that already has this
 * scale is not changed.
 */
export async function seed(adminUrl: string, scale: Scale, say: (what: string) => void): Promise<void> {
  await withClient(adminUrl, async (client) => {
    await client.query('CREATE TABLE IF NOT EXISTS public.bench_seed (scale text PRIMARY KEY)');
    await client.query('ALTER TABLE public.bench_seed ENABLE ROW LEVEL SECURITY');
    const done = await client.query('SELECT FROM bench_seed WHERE scale = $1', [scale.name]);
    if (done.rowCount) return;
    const started = Date.now();
    await client.query(`SET session_replication_role = replica; SET maintenance_work_mem = '768MB';
      SET work_mem = '256MB'; SET synchronous_commit = off; SET max_parallel_maintenance_workers = 2`);
    await client.query(
      `CREATE TEMP TABLE spec AS
       SELECT md5(s.slug)::uuid AS tenant_id, s.* FROM jsonb_to_recordset($1::jsonb)
         AS s (slug text, orders int, vendors int, lines int, dressed boolean, tokens int)`,
      [JSON.stringify(tenantsOf(scale))],
    );
    const indexes = await dropIndexes(client);
    for (const [name, sql] of SEED_STATEMENTS) {
      const before = Date.now();
      await client.query(sql);
      if (Date.now() - before > 2_000) say(`seeded ${name} in ${((Date.now() - before) / 1000).toFixed(1)} s`);
    }
    for (const definition of indexes) await client.query(definition);
    for (const { name } of (await client.query<{ name: string }>(TABLES_WITH_IDS)).rows) {
      await client.query(
        `SELECT setval(pg_get_serial_sequence('${name}', 'id'), (SELECT max(id) + 1 FROM ${name}), false)`,
      );
    }
    await client.query('VACUUM ANALYZE');
    await client.query('INSERT INTO bench_seed VALUES ($1)', [scale.name]);
    await client.query('CHECKPOINT');
    say(`seeded everything in ${((Date.now() - started) / 1000).toFixed(0)} s`);
  });
}

/** Drops the indexes that are built faster afterwards. @returns the statements that create them again */
async function dropIndexes(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes WHERE schemaname = 'public' AND indexdef LIKE 'CREATE INDEX%'`,
  );
  for (const { name } of rows) await client.query(`DROP INDEX public.${name}`);
  return rows.map(({ definition }) => definition);
}
