import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { entityDrift, functionDrift } from '../database/schema/drift';
import { migrate } from '../database/schema/migrate';
import { withClient } from './servers/databases';
import { startPostgres } from './servers/postgres';
import { makeOwnFolder, temporaryFolder } from './servers/unprivileged';

/**
 * `schema.js` prints the SQL that would make the migrated schema what the entities say, for a new migration to start
 * from, and which functions differ from their files; `schema.js --check` fails when there is any of that. Works on a
 * PostgreSQL of its own, gone afterwards.
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
  const functions = await withClient(url, (client) =>
    functionDrift(async <Row>(text: string, values: readonly unknown[]) => {
      // Several statements in one text go without values only.
      const { rows } = await (values.length > 0 ? client.query(text, [...values]) : client.query(text));
      return rows as Row[];
    }),
  );
  if (statements.length > 0) process.stdout.write(`${statements.join(';\n')};\n`);
  if (functions.length > 0) process.stdout.write(`${functions.join('\n')}\n`);
  if (!process.argv.includes('--check')) return;
  if (statements.length > 0) throw new Error('The migrations and the entities differ.');
  if (functions.length > 0) throw new Error('The migrations and the files of functions differ.');
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
