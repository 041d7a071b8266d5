import type { DataSource } from 'typeorm';
import { SecretBox } from '../../common/secret-box';
import { ConfigurationError } from '../../config';

/** The text of the canary. */
const CANARY = 'canary';

/** How many encrypted values of each kind the first start tries to decrypt before it stores a canary. */
const SAMPLES = 10;

/**
 * Refuses a key other than the one that the database was written with: webhook secrets, stored answers and waiting mail could
 * not be read. The first start stores a canary encrypted with its key; of several first starts at once, one does. In a database
 * older than the canary, the key that decrypts its values is right.
 * @throws ConfigurationError saying what to do
 */
export async function assertEncryptionKey(dataSource: DataSource, key: Buffer): Promise<void> {
  const box = new SecretBox(key);
  const canary = (await read(dataSource)) ?? (await leave(dataSource, box));
  if (!opens(box, canary)) throw wrongKey();
}

async function read(dataSource: DataSource): Promise<string | undefined> {
  const [row] = await dataSource.query<{ sealed: string }[]>('SELECT sealed FROM encryption_canary');
  return row?.sealed;
}

/** @returns the stored canary: ours, or that of another start at the same time */
async function leave(dataSource: DataSource, box: SecretBox): Promise<string> {
  const samples = await dataSource.query<{ sealed: string }[]>('SELECT sealed_samples($1) AS sealed', [SAMPLES]);
  if (samples.length > 0 && !samples.some(({ sealed }) => opens(box, sealed))) throw wrongKey();
  const own = box.seal(CANARY);
  await dataSource.query(
    'INSERT INTO encryption_canary (id, sealed, created_at) VALUES (1, $1, now()) ON CONFLICT DO NOTHING',
    [own],
  );
  return (await read(dataSource)) ?? own;
}

function opens(box: SecretBox, sealed: string): boolean {
  try {
    box.open(sealed);
    return true;
  } catch {
    return false;
  }
}

function wrongKey(): ConfigurationError {
  return new ConfigurationError([
    'APP_ENCRYPTION_KEY: is not the key that this database was written with, and what was sealed under that one could not be read. Start with the key of before; if it is lost, see "The encryption key" in docs/running.md',
  ]);
}
