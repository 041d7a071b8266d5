import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { QueryRunner } from 'typeorm';

/** Name of the service's role when the environment names no other. */
export const DEFAULT_ROLE = 'procurement_service';

/** What the migrations of a data source need to know. */
interface Told {
  /** Which role to grant to. */
  readonly role: string;
  /** Called with what they {@link report}. */
  readonly tell?: ((sentence: string) => void) | undefined;
}

const told = new WeakMap<object, Told>();

/** Tells the migrations run by this data source. */
export function tellMigrations(dataSource: object, facts: Told): void {
  told.set(dataSource, facts);
}

/** Prints what a migration found that somebody should look at, where `migrate` prints its steps. */
export function report(runner: QueryRunner, sentence: string): void {
  told.get(runner.dataSource)?.tell?.(sentence);
}

/** The role that migrations grant to. */
export function roleName(runner: QueryRunner): string {
  return told.get(runner.dataSource)?.role ?? DEFAULT_ROLE;
}

/** SQL for the tenant in whose scope the transaction runs; null outside one, which equals no row's. */
const CURRENT_TENANT = `nullif(current_setting('app.tenant_id', true), '')::uuid`;

/** Runs the statements of a migration in their order. */
export async function runAll(runner: QueryRunner, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await runner.query(statement);
}

/**
 * Puts a tenant-owned table under forced row level security and grants the service's role what it needs of it. The
 * owner keeps a policy of its own, so that migrations and SECURITY DEFINER functions see every row.
 * @param options.rights what the service's role may do; everything with rows when left out
 * @param options.column the column that names the tenant; `tenant_id` when left out
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
 * An index that a search inside texts uses, through the functions `matching_*`.
 * @param texts SQL for all texts that are searched, joined; a hit across two texts is discarded when the rows are compared
 * @param options.concurrently makes it while others write, outside a transaction
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
    // Every search reads row by row what the index has not merged yet. With the usual limit of 4 MiB that took 20 ms, with
    // 1 MiB 9.8 ms, with 128 KiB (the limit is in KiB) 0.7 ms. A smaller one costs the writers.
    `CREATE INDEX ${how}${name} ON ${table} USING gin (search_grams(tenant_id, ${texts})) WITH (gin_pending_list_limit = 128)`,
    // No statistics of the keys, which would be made from thousands of rows: the searches leave the planner no choice.
    `ALTER INDEX ${name} ALTER COLUMN 1 SET STATISTICS 0`,
  ];
}

const FOLDER = join(__dirname, '../functions');

/** @returns names of the functions that have a file in `src/platform/database/functions`, in their order */
export function functionNames(folder = FOLDER): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.replace(/\.sql$/, ''))
    .sort();
}

/**
 * @returns SQL that creates or replaces the function of this name and its triggers
 * @throws Error when there is no such file
 */
export function functionFile(name: string, folder = FOLDER): string {
  return readFileSync(join(folder, `${name}.sql`), 'utf8');
}

/**
 * Creates functions and their triggers from their files in `src/platform/database/functions`, or replaces them by what the files
 * say. A SECURITY DEFINER function may be called by the service's role and nobody else.
 *
 * A file is today's text. A migration that was written when the text was another loads today's, too, before later
 * migrations have made the columns that it names: hence functions are not checked here. What is loaded at the end is checked by
 * `npm run migration:check`.
 * @param names of functions, which are the names of the files
 * @throws Error when one has no file
 */
export async function loadFunctions(runner: QueryRunner, names: readonly string[]): Promise<void> {
  await runner.query('SET LOCAL check_function_bodies = off');
  for (const name of names) {
    await runner.query(functionFile(name));
    for (const signature of await signatures(runner, name, 'p.prosecdef')) await onlyForTheService(runner, signature);
  }
}

/** Takes a text out of a function's body: what a migration added that is undone. */
export async function withoutText(runner: QueryRunner, name: string, text: string): Promise<void> {
  const [row] = (await runner.query(`SELECT replace(pg_get_functiondef($1::regproc), $2, '') AS sql`, [
    `public.${name}`,
    text,
  ])) as { sql: string }[];
  await runner.query(row?.sql ?? '');
}

/** Drops functions by their names, and the triggers that run them. */
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

/**
 * Lets the service's role call a function, and nobody else but its owner. Functions that run as their owner are the only
 * way to look across tenants; each answers one question.
 * @param signature name and argument types: `authenticate_token(bytea)`
 */
export async function onlyForTheService(runner: QueryRunner, signature: string): Promise<void> {
  await runAll(runner, [
    `REVOKE ALL ON FUNCTION ${signature} FROM PUBLIC`,
    `GRANT EXECUTE ON FUNCTION ${signature} TO ${roleName(runner)}`,
  ]);
}
