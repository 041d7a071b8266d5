import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { QueryRunner } from 'typeorm';

export const DEFAULT_ROLE = 'procurement_service';

interface StepFacts {
  readonly role: string;
  readonly print?: ((sentence: string) => void) | undefined;
}

const factsOfRun = new WeakMap<object, StepFacts>();

export function passToMigrations(dataSource: object, facts: StepFacts): void {
  factsOfRun.set(dataSource, facts);
}

export function report(runner: QueryRunner, sentence: string): void {
  factsOfRun.get(runner.dataSource)?.print?.(sentence);
}

export function roleName(runner: QueryRunner): string {
  return factsOfRun.get(runner.dataSource)?.role ?? DEFAULT_ROLE;
}

/** SQL for the tenant of the transaction; null without one, which equals no row's tenant. */
const CURRENT_TENANT = `nullif(current_setting('app.tenant_id', true), '')::uuid`;

export async function runAll(runner: QueryRunner, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await runner.query(statement);
}

/**
 * Enables forced row level security on a tenant-owned table and grants rights to the service's role. A separate policy
 * for the owner shows all rows to migrations and SECURITY DEFINER functions.
 * @param options.rights rights of the service's role; all rights on rows by default
 * @param options.column the tenant column; default `tenant_id`
 */
export async function protectTenantTable(
  runner: QueryRunner,
  table: string,
  options: { readonly rights?: 'SELECT' | 'SELECT, INSERT'; readonly column?: string } = {},
): Promise<void> {
  const role = roleName(runner);
  const owned = `${options.column ?? 'tenant_id'} = ${CURRENT_TENANT}`;
  await runAll(runner, [
    `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`,
    `CREATE POLICY tenant_isolation ON ${table} TO ${role} USING (${owned}) WITH CHECK (${owned})`,
    `CREATE POLICY owner_access ON ${table} TO CURRENT_USER USING (true) WITH CHECK (true)`,
    `GRANT ${options.rights ?? 'SELECT, INSERT, UPDATE, DELETE'} ON ${table} TO ${role}`,
  ]);
}

/**
 * An index for text searches by the functions `matching_*`.
 * @param texts SQL of all searched texts, concatenated; the row comparison discards matches across two texts
 * @param options.concurrently builds it without blocking writes, outside a transaction
 * @returns its statements
 */
export function searchIndex(
  name: string,
  table: string,
  texts: string,
  options: { readonly concurrently?: boolean } = {},
): string[] {
  const how = options.concurrently ? 'CONCURRENTLY ' : '';
  return [
    // Every search reads the pending list of the index row by row: 20 ms with the default limit of 4 MiB, 9.8 ms with 1
    // MiB, 0.7 ms with 128 KiB (the unit is KiB). A smaller limit slows down writes.
    `CREATE INDEX ${how}${name} ON ${table} USING gin (search_grams(tenant_id, ${texts})) WITH (gin_pending_list_limit = 128)`,
    // No statistics, which ANALYZE would compute from thousands of rows: the searches leave the planner no choice.
    `ALTER INDEX ${name} ALTER COLUMN 1 SET STATISTICS 0`,
  ];
}

const FOLDER = join(__dirname, '../functions');

/** @returns names of the functions that have a file in `src/platform/database/functions`, sorted */
export function functionNames(folder = FOLDER): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.replace(/\.sql$/, ''))
    .sort();
}

/** @returns SQL that creates or replaces the function and its triggers @throws Error when there is no such file */
export function functionFile(name: string, folder = FOLDER): string {
  return readFileSync(join(folder, `${name}.sql`), 'utf8');
}

/**
 * Creates or replaces functions and their triggers from `src/platform/database/functions`. Only the service's role may
 * call a SECURITY DEFINER function. An old migration loads the current file too, possibly before later migrations
 * create the columns in it, so bodies are not checked here; `npm run migration:check` checks the result.
 * @param names names of functions, which are the file names
 * @throws Error when a file is missing
 */
export async function loadFunctions(runner: QueryRunner, names: readonly string[]): Promise<void> {
  await runner.query('SET LOCAL check_function_bodies = off');
  for (const name of names) {
    await runner.query(functionFile(name));
    for (const signature of await signatures(runner, name, 'p.prosecdef')) await onlyForTheService(runner, signature);
  }
}

export async function withoutText(runner: QueryRunner, name: string, text: string): Promise<void> {
  const [row] = (await runner.query(`SELECT replace(pg_get_functiondef($1::regproc), $2, '') AS sql`, [
    `public.${name}`,
    text,
  ])) as { sql: string }[];
  await runner.query(row?.sql ?? '');
}

export async function dropFunctions(runner: QueryRunner, names: readonly string[]): Promise<void> {
  for (const name of names) {
    for (const signature of await signatures(runner, name)) await runner.query(`DROP FUNCTION ${signature} CASCADE`);
  }
}

async function signatures(runner: QueryRunner, name: string, condition = 'true'): Promise<string[]> {
  const rows = (await runner.query(
    `SELECT p.oid::regprocedure::text AS signature FROM pg_proc p
      WHERE p.pronamespace = 'public'::regnamespace AND p.proname = $1 AND ${condition}`,
    [name],
  )) as { signature: string }[];
  return rows.map(({ signature }) => signature);
}

/** Functions that run as their owner are the only way to read across tenants. @param signature with argument types */
export async function onlyForTheService(runner: QueryRunner, signature: string): Promise<void> {
  await runAll(runner, [
    `REVOKE ALL ON FUNCTION ${signature} FROM PUBLIC`,
    `GRANT EXECUTE ON FUNCTION ${signature} TO ${roleName(runner)}`,
  ]);
}
