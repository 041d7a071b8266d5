import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeIdentifier } from 'pg';
import { ensureOwnedDatabase, withClient } from '../../../src/dev/servers/databases';
import { addressOf, type FreshDatabase } from '../servers/database';
import { currentRun, namePrefix } from '../servers/run';

const SCHEMA = readFileSync(join(__dirname, 'schema.sql'), 'utf8');

/** An empty database as 0.1.0 migrated it. */
export async function databaseOfFirstRelease(): Promise<FreshDatabase> {
  const run = currentRun();
  const name = `${namePrefix(run.id)}_${randomBytes(6).toString('hex')}`;
  const adminUrl = addressOf(run.adminUrl, name);
  const ownerUrl = addressOf(run.adminUrl, name, run.owner);
  await ensureOwnedDatabase(adminUrl, run.owner, 'procurement_service');
  await withClient(ownerUrl, async (client) => {
    await client.query('GRANT USAGE ON SCHEMA public TO procurement_service');
    await client.query(SCHEMA);
  });
  return {
    url: addressOf(run.adminUrl, name, run.login),
    adminUrl,
    ownerUrl,
    drop: async () => {
      await withClient(run.adminUrl, (client) =>
        client.query(`DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`),
      );
    },
  };
}
