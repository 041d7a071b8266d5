import { createDataSource } from '../connection/data-source';
import type { RunQuery } from './catalog';
import { functionFile, functionNames } from './migration-steps';

/** The SQL statements that would make the schema match the entities; empty without drift. */
export async function entityDrift(url: string): Promise<string[]> {
  const dataSource = createDataSource({ url, poolSize: 2 });
  await dataSource.initialize();
  try {
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    return upQueries.map(({ query }) => query);
  } finally {
    await dataSource.destroy();
  }
}

/**
 * Compares the functions and triggers of a migrated database with their files. The files are loaded in a transaction
 * that is rolled back, so PostgreSQL itself interprets them. This locks tables with triggers meanwhile.
 * @param query runs queries on one connection, as the owner
 * @param folder default `src/platform/database/functions`
 * @returns one sentence per difference; empty without drift
 */
export async function functionDrift(query: RunQuery, folder?: string): Promise<string[]> {
  await query('BEGIN', []);
  try {
    const before = await definitions(query);
    // The files create the triggers again; a trigger without a file is missing afterwards.
    for (const what of before.keys()) if (what.startsWith('trigger ')) await query(`DROP ${what}`, []);
    const failures = new Map<string, string>();
    for (const name of functionNames(folder)) {
      await query('SAVEPOINT one', []);
      await query(functionFile(name, folder), []).catch(async (error: unknown) => {
        failures.set(name, error instanceof Error ? error.message : String(error));
        await query('ROLLBACK TO SAVEPOINT one', []);
      });
    }
    const after = await definitions(query);
    return [
      ...[...failures].map(([name, message]) => `${pathOf(name)} cannot be loaded: ${message}`),
      ...compared(before, after, new Set(failures.keys()), new Set(functionNames(folder))),
    ];
  } finally {
    await query('ROLLBACK', []);
  }
}

/** By `function f(integer)` or `trigger t on orders`: the function's name and PostgreSQL's definition. */
type Definitions = ReadonlyMap<string, { readonly name: string; readonly text: string }>;

function compared(
  before: Definitions,
  after: Definitions,
  failed: ReadonlySet<string>,
  files: ReadonlySet<string>,
): string[] {
  const unmade = [...before].filter(([what, { name }]) => !after.has(what) && !failed.has(name));
  const left = unmade.map(([what, { name }]) => `The ${what} is in the database, and ${pathOf(name)} does not make it`);
  const drifted = [...after].flatMap(([what, { name, text }]) => {
    if (failed.has(name)) return [];
    if (!files.has(name)) return [`The ${what} has no file: ${pathOf(name)} is missing`];
    const was = before.get(what);
    if (was === undefined) return [`The ${what} of ${pathOf(name)} is missing in the database: no migration loads it`];
    return was.text === text
      ? []
      : [`The ${what} differs from ${pathOf(name)}: a migration has to load it again (loadFunctions)`];
  });
  return [...drifted, ...left];
}

const pathOf = (name: string): string => `src/platform/database/functions/${name}.sql`;

async function definitions(query: RunQuery): Promise<Definitions> {
  const rows = await query<{ what: string; name: string; text: string }>(
    `SELECT 'function ' || p.oid::regprocedure AS what, p.proname AS name, pg_get_functiondef(p.oid) AS text
       FROM pg_proc p
      WHERE p.pronamespace = 'public'::regnamespace AND p.prokind IN ('f', 'p')
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
      UNION ALL
     SELECT 'trigger ' || t.tgname || ' on ' || t.tgrelid::regclass, p.proname, pg_get_triggerdef(t.oid)
       FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid WHERE NOT t.tgisinternal
      ORDER BY 1`,
    [],
  );
  return new Map(rows.map(({ what, name, text }) => [what, { name, text }]));
}
