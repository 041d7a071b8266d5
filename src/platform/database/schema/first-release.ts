import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DataSource, QueryRunner } from 'typeorm';
import { StartRefusal } from '../../../common/errors/start-refusal';
import { type Catalog, differences, readCatalog } from './catalog';

/** What 0.1.0 left in a database. Its migrations were replaced by one for each module, which make the same schema. */
interface FirstRelease {
  readonly commit: string;
  /** Names of its migrations, in their order. */
  readonly migrations: readonly string[];
  readonly catalog: Catalog;
}

/** The last of the migrations that together make the schema of 0.1.0. Later ones run on a database of 0.1.0 as on any other. */
const LAST_REPLACEMENT = 1_795_305_600_300;

/** As many differences as a person reads at once. */
const SHOWN = 20;

const firstRelease = (): FirstRelease =>
  JSON.parse(readFileSync(join(__dirname, '../migrations/release-0.1.0.json'), 'utf8')) as FirstRelease;

/**
 * Whether a database was made by 0.1.0, or a build before it, and has not been taken over.
 * @param applied names in its `schema_migrations`
 */
export function awaitsTakeover(dataSource: Pick<DataSource, 'migrations'>, applied: ReadonlySet<string>): boolean {
  return (
    firstRelease().migrations.some((name) => applied.has(name)) &&
    !replacements(dataSource).some(({ name }) => applied.has(name))
  );
}

/** The migrations that make what those of 0.1.0 made. */
function replacements(
  dataSource: Pick<DataSource, 'migrations'>,
): { readonly name: string; readonly timestamp: number }[] {
  return dataSource.migrations
    .map((migration) => migration.name ?? migration.constructor.name)
    .map((name) => ({ name, timestamp: Number(name.slice(-13)) }))
    .filter(({ timestamp }) => timestamp <= LAST_REPLACEMENT);
}

/**
 * Takes over a database that 0.1.0 made: when its schema is that of 0.1.0 to the last policy, the migrations that replace those
 * of 0.1.0 are recorded as applied. Nothing else is changed, and the old names stay, so that instances of 0.1.0 can run
 * on. Does nothing for any other database.
 * @returns names of the migrations that were recorded
 * @throws StartRefusal when migrations of 0.1.0 are missing, or its schema has been changed by hand
 */
export async function adoptFirstRelease(
  dataSource: DataSource,
  runner: QueryRunner,
  serviceRole: string,
): Promise<string[]> {
  const ask = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
    (await runner.query(text, [...values])) as Row[];
  const [table] = await ask<{ found: boolean }>(`SELECT to_regclass('public.schema_migrations') IS NOT NULL AS found`);
  if (!table?.found) return [];
  const applied = new Set((await ask<{ name: string }>('SELECT name FROM schema_migrations')).map(({ name }) => name));
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
    // As when the catalog was written down: expressions name tables of other schemas with their schema.
    await runner.query('SET LOCAL search_path = public');
    refuseDrift(differences(catalog, await readCatalog(ask, serviceRole)), commit);
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
