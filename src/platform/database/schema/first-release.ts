import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DataSource, QueryRunner } from 'typeorm';
import { StartRefusal } from '../../../common/errors/start-refusal';
import { type Catalog, differences, readCatalog } from './catalog';

/** The state of a database of 0.1.0. Its migrations were replaced by one per module, which create the same schema. */
interface FirstRelease {
  readonly commit: string;
  readonly migrations: readonly string[];
  readonly catalog: Catalog;
}

/** The timestamp of the last migration that belongs to the schema of 0.1.0. */
const LAST_REPLACEMENT = 1_795_305_600_300;

const SHOWN = 20;

const firstRelease = (): FirstRelease =>
  JSON.parse(readFileSync(join(__dirname, '../migrations/release-0.1.0.json'), 'utf8')) as FirstRelease;

/** @param applied names in its `schema_migrations` */
export function awaitsTakeover(dataSource: Pick<DataSource, 'migrations'>, applied: ReadonlySet<string>): boolean {
  return (
    firstRelease().migrations.some((name) => applied.has(name)) &&
    !replacements(dataSource).some(({ name }) => applied.has(name))
  );
}

function replacements(
  dataSource: Pick<DataSource, 'migrations'>,
): { readonly name: string; readonly timestamp: number }[] {
  return dataSource.migrations
    .map((migration) => migration.name ?? migration.constructor.name)
    .map((name) => ({ name, timestamp: Number(name.slice(-13)) }))
    .filter(({ timestamp }) => timestamp <= LAST_REPLACEMENT);
}

/**
 * Takes over a database of 0.1.0: if its schema matches exactly, the replacing migrations are recorded as applied.
 * Nothing else changes, and the old names stay, so instances of 0.1.0 can continue. Does nothing for other databases.
 * @returns names of the recorded migrations
 * @throws StartRefusal when migrations of 0.1.0 are missing, or its schema has been changed manually
 */
export async function adoptFirstRelease(
  dataSource: DataSource,
  runner: QueryRunner,
  serviceRole: string,
): Promise<string[]> {
  const query = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
    (await runner.query(text, [...values])) as Row[];
  const [table] = await query<{ found: boolean }>(
    `SELECT to_regclass('public.schema_migrations') IS NOT NULL AS found`,
  );
  if (!table?.found) return [];
  const applied = new Set(
    (await query<{ name: string }>('SELECT name FROM schema_migrations')).map(({ name }) => name),
  );
  if (!awaitsTakeover(dataSource, applied)) return [];

  const { commit, migrations, catalog } = firstRelease();
  const missing = migrations.filter((name) => !applied.has(name));
  if (missing.length > 0) {
    throw new StartRefusal(
      `This database was made by a build before 0.1.0 and lacks migrations of 0.1.0: ${missing.join(', ')}`,
      `Check out commit ${commit} (0.1.0), run its \`migrate\` on this database, and then this one's. docs/upgrading.md says how.`,
    );
  }
  await runner.startTransaction();
  try {
    // The search path of the recorded catalog: expressions contain the schema of tables in other schemas.
    await runner.query('SET LOCAL search_path = public');
    refuseDrift(differences(catalog, await readCatalog(query, serviceRole)), commit);
    const made = replacements(dataSource);
    for (const { name, timestamp } of made) {
      await runner.query('INSERT INTO schema_migrations (timestamp, name) VALUES ($1, $2)', [timestamp, name]);
    }
    await runner.commitTransaction();
    return made.map(({ name }) => name);
  } catch (error) {
    await runner.rollbackTransaction();
    throw error;
  }
}

function refuseDrift(found: readonly string[], commit: string): void {
  if (found.length === 0) return;
  const more = found.length > SHOWN ? [`and ${found.length - SHOWN} more`] : [];
  throw new StartRefusal(
    `This database was made by 0.1.0, and its schema has been changed since:\n- ${[...found.slice(0, SHOWN), ...more].join('\n- ')}`,
    `Nothing was changed. Undo these changes, or put what you added into a schema of its own, and run migrate again; what the schema of 0.1.0 says is in its migrations (commit ${commit}). docs/upgrading.md says more.`,
  );
}
