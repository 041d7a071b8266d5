import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RunQuery, readCatalog, PROTECTION_FILE, protectionText } from '../src/platform/database/schema/catalog';
import { entityDrift, functionDrift } from '../src/platform/database/schema/drift';
import { migrate } from '../src/platform/database/schema/migrate';
import { DEFAULT_ROLE } from '../src/platform/database/schema/migration-steps';
import { withClient } from './servers/databases';
import { startPostgres } from './servers/postgres';
import { makeOwnFolder, temporaryFolder } from './servers/unprivileged';

/** In the source tree. */
const PROTECTION = join(__dirname, '../src/platform/database', PROTECTION_FILE);

/**
 * `schema.js` prints the SQL that would change the migrated schema to match the entities, as a basis for a new
 * migration, and functions that differ from their files. Writes rights, policies and triggers of the migrations to
 * `PROTECTION_FILE`. With `--check`, writes nothing and fails on any difference. Uses a temporary PostgreSQL.
 */
async function main(): Promise<void> {
  const folder = mkdtempSync(join(temporaryFolder(), 'procurement-schema-'));
  makeOwnFolder(folder);
  try {
    const password = randomBytes(18).toString('base64url');
    const server = await startPostgres({ folder, password, settings: { fsync: 'off' } });
    try {
      await report(server.url('postgres'));
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function report(url: string): Promise<void> {
  await migrate(url);
  const statements = await entityDrift(url);
  const [functions, protection] = await withClient(url, async (client) => {
    const query: RunQuery = async <Row>(text: string, values: readonly unknown[]) => {
      // PostgreSQL accepts several statements in one text only without values.
      const { rows } = await (values.length > 0 ? client.query(text, [...values]) : client.query(text));
      return rows as Row[];
    };
    return [await functionDrift(query), protectionText(await readCatalog(query, DEFAULT_ROLE))];
  });
  if (statements.length > 0) process.stdout.write(`${statements.join(';\n')};\n`);
  if (functions.length > 0) process.stdout.write(`${functions.join('\n')}\n`);
  if (!process.argv.includes('--check')) {
    writeFileSync(PROTECTION, protection);
    return;
  }
  if (statements.length > 0) throw new Error('The migrations and the entities differ.');
  if (functions.length > 0) throw new Error('The migrations and the files of functions differ.');
  if (protection !== readFileSync(PROTECTION, 'utf8')) {
    throw new Error(
      `The migrations and ${PROTECTION_FILE} differ: run npm run migration:generate, and commit the file.`,
    );
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
