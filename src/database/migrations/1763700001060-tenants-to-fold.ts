import type { MigrationInterface, QueryRunner } from 'typeorm';
import { openDoor } from '../schema/migration-steps';

/**
 * Which tenants' report entries are worth folding. It goes from tenant to tenant along the key and looks no further than
 * `at_least` rows into each, where `tenants_with_report_entries()` read every entry there is; that one stays for the
 * instances of the release before, which run on while this one starts.
 */
export class TenantsToFold1763700001060 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE FUNCTION tenants_to_fold(at_least integer) RETURNS SETOF uuid
      LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
        WITH RECURSIVE t (id) AS (
          (SELECT tenant_id FROM public.report_entries ORDER BY tenant_id LIMIT 1)
          UNION ALL
          SELECT (SELECT e.tenant_id FROM public.report_entries e WHERE e.tenant_id > t.id ORDER BY e.tenant_id LIMIT 1)
            FROM t WHERE t.id IS NOT NULL
        )
        SELECT t.id FROM t
         WHERE EXISTS (SELECT FROM public.report_entries e WHERE e.tenant_id = t.id ORDER BY e.id OFFSET at_least - 1)
        UNION
        SELECT tenant_id FROM public.vendors WHERE category IS DISTINCT FROM counted_category
      $$`);
    await openDoor(runner, 'tenants_to_fold(integer)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION tenants_to_fold(integer)');
  }
}
