import type { DataSource } from 'typeorm';

/**
 * Refuses a connection whose role could see past row level security: a superuser, one with BYPASSRLS, or the owner of
 * a tenant-owned table.
 * @throws Error saying which, and what to do
 */
export async function assertLesserRole(dataSource: DataSource, role: string): Promise<void> {
  const [found] = await dataSource.query<
    { current: string; unbound: boolean; owned: string | null; unprotected: string | null }[]
  >(`
    SELECT current_user AS current,
           (SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user) AS unbound,
           (SELECT string_agg(relname, ', ') FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
             WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND pg_get_userbyid(c.relowner) = current_user) AS owned,
           (SELECT string_agg(DISTINCT c.relname, ', ') FROM pg_class c
              JOIN pg_namespace n ON n.oid = c.relnamespace
              JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped
             WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT (c.relrowsecurity AND c.relforcerowsecurity)) AS unprotected
  `);
  if (!found) throw new Error('The database did not say who we are');
  if (found.current !== role) throw new Error(`The service runs as ${found.current}, not as ${role}`);
  if (found.unbound)
    throw new Error(`The role ${role} is not bound by row level security; it must be neither superuser nor BYPASSRLS`);
  if (found.owned) throw new Error(`The role ${role} owns ${found.owned} and could lift their row level security`);
  if (found.unprotected) throw new Error(`Row level security is not forced on ${found.unprotected}`);
}
