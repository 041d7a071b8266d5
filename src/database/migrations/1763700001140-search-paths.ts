import type { MigrationInterface, QueryRunner } from 'typeorm';
import { looksInTempLast } from '../schema/migration-steps';

/**
 * Functions that run as their owner look in `pg_temp` last. A search path that does not name it is searched there
 * first, so that a caller's own temporary type of the name `uuid` would be taken for PostgreSQL's, and its check run as
 * the owner.
 */
export class SearchPaths1763700001140 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const signature of await ownersFunctions(runner)) await looksInTempLast(runner, signature);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const signature of await ownersFunctions(runner)) {
      await runner.query(`ALTER ROUTINE ${signature} SET search_path = pg_catalog, public`);
    }
  }
}

/**
 * Ours, by their owner: who owns the list of migrations. A function that somebody else keeps in the schema, such as a
 * connection pooler's look-up of passwords, is neither ours to alter nor does its owner let us.
 */
async function ownersFunctions(runner: QueryRunner): Promise<string[]> {
  const rows = (await runner.query(
    `SELECT oid::regprocedure::text AS signature FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace AND prosecdef
        AND proowner = (SELECT relowner FROM pg_class WHERE oid = 'public.schema_migrations'::regclass) ORDER BY 1`,
  )) as { signature: string }[];
  return rows.map(({ signature }) => signature);
}
