import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withClient } from '../../../tools/servers/databases';
import { emptyDatabase, type FreshDatabase } from '../servers/database';

const SCHEMA = readFileSync(join(__dirname, 'schema.sql'), 'utf8');

export async function databaseOfFirstRelease(): Promise<FreshDatabase> {
  const database = await emptyDatabase();
  await withClient(database.ownerUrl, async (client) => {
    await client.query('GRANT USAGE ON SCHEMA public TO procurement_service');
    await client.query(SCHEMA);
  });
  return database;
}
