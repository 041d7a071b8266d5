import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { migrate, schemaDrift } from '../database/schema/migrate';
import { startPostgres } from './postgres';
import { makeOwnFolder, temporaryFolder } from './unprivileged';

/**
 * `schema.js` prints the SQL that would make the migrated schema what the entities say, for a new migration to start
 * from; `schema.js --check` fails when there is any. Works on a PostgreSQL of its own, gone afterwards.
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
  const statements = await schemaDrift(url);
  if (statements.length === 0) return;
  process.stdout.write(`${statements.join(';\n')};\n`);
  if (process.argv.includes('--check')) throw new Error('The migrations and the entities differ.');
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
