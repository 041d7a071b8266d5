import type { QueryRunner } from 'typeorm';
import { roleName } from '../role';

/** The tenant in whose scope the transaction runs; null outside one, which no row equals. */
export const CURRENT_TENANT = `nullif(current_setting('app.tenant_id', true), '')::uuid`;

/** Runs the statements of a migration in their order. */
export async function runAll(runner: QueryRunner, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await runner.query(statement);
}

/**
 * Puts a tenant-owned table under forced row level security and grants the service's role what it needs of it. The
 * owner keeps a policy of its own, so that migrations and SECURITY DEFINER functions see every row.
 * @param options.appendOnly rows may be inserted and read, never changed or removed, by the service's role
 * @param options.column the column that names the tenant
 */
export async function protectTenantTable(
  runner: QueryRunner,
  table: string,
  options: { readonly appendOnly?: boolean; readonly column?: string } = {},
): Promise<void> {
  const role = roleName(runner);
  const owned = `${options.column ?? 'tenant_id'} = ${CURRENT_TENANT}`;
  const privileges = options.appendOnly ? 'SELECT, INSERT' : 'SELECT, INSERT, UPDATE, DELETE';
  await runAll(runner, [
    `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`,
    `CREATE POLICY tenant_isolation ON ${table} TO ${role} USING (${owned}) WITH CHECK (${owned})`,
    `CREATE POLICY owner_access ON ${table} TO CURRENT_USER USING (true) WITH CHECK (true)`,
    `GRANT ${privileges} ON ${table} TO ${role}`,
  ]);
}

/**
 * Lets the service's role call a SECURITY DEFINER function of the owner: the narrow doors through which it may look
 * across tenants, each answering one question.
 * @param signature name and argument types: `authenticate_token(bytea)`
 */
export async function openDoor(runner: QueryRunner, signature: string): Promise<void> {
  await runAll(runner, [
    `REVOKE ALL ON FUNCTION ${signature} FROM PUBLIC`,
    `GRANT EXECUTE ON FUNCTION ${signature} TO ${roleName(runner)}`,
  ]);
  await looksInTempLast(runner, signature);
}

/**
 * Gives a SECURITY DEFINER function or procedure the search path that every one of them has: PostgreSQL's own names, ours, and a
 * caller's temporary ones last, so that none of them is taken for one of the others. {@link openDoor} does it too.
 */
export async function looksInTempLast(runner: QueryRunner, signature: string): Promise<void> {
  await runner.query(`ALTER ROUTINE ${signature} SET search_path = pg_catalog, public, pg_temp`);
}
