import type { DataSource } from 'typeorm';
import { type KeyRing, SecretBox, type SealedPlace } from '../../../common/secrets/secret-box';
import { ConfigurationError } from '../../config';

export type CheckedDatabase = Pick<DataSource, 'query' | 'migrations'>;

const CANARY_PLACE: SealedPlace = { purpose: 'canary', tenantId: '', record: '' };

/** Encrypted values of each kind that the first start tries to decrypt before it stores a canary. */
const SAMPLES = 10;

/** A known text, encrypted: a key ring that decrypts it also decrypts the data. */
export const canaryOf = (box: SecretBox): string => box.seal('canary', CANARY_PLACE);

interface Canary {
  /** Null for the canary of the database, which the first start stores in every configuration. */
  readonly key_id: string | null;
  readonly sealed: string;
  readonly retired: boolean;
}

/** Canaries of keys come first, because the fault of a missing key contains its id. */
const CANARIES = `
  SELECT key_id, sealed, retired_at IS NOT NULL AS retired FROM encryption_keys
  UNION ALL SELECT NULL, sealed, false FROM encryption_canary`;

/** The ids of all keys that have encrypted data, oldest first. */
export const KNOWN_KEYS = `
  SELECT key_id, retired_at IS NOT NULL AS retired FROM encryption_keys ORDER BY created_at, key_id`;

/** Retires all keys but `$1`; returns their ids. `$2` now, `$3` a canary of that key, `$4` the prefix of its values. */
export const RETIRE_OTHER_KEYS = `
  WITH anew AS (UPDATE encryption_canary SET sealed = $3 WHERE NOT starts_with(sealed, $4)),
       gone AS (UPDATE encryption_keys SET retired_at = $2 WHERE key_id <> $1 AND retired_at IS NULL RETURNING key_id)
  SELECT array_agg(key_id ORDER BY key_id) AS ids FROM gone`;

/**
 * Rejects a key ring that cannot decrypt the data (webhook secrets, stored responses, pending mail).
 * - The first start stores a canary of the database. Of several first starts at once, one does.
 * - With `APP_ENCRYPTION_KEYS` each key that encrypts also stores a canary. A start without that key fails until
 *   `keys:rotate` has retired it.
 * - In a database older than the canary, the key that decrypts sample values is accepted.
 * @throws ConfigurationError with the remedy
 */
export async function assertEncryptionKeys(dataSource: CheckedDatabase, ring: KeyRing): Promise<void> {
  const box = new SecretBox(ring);
  const canaries = await dataSource.query<Canary[]>(CANARIES);
  // A retired key has no values left; only its id must not belong to another key.
  const isRequired = ({ key_id: id, retired }: Canary): boolean => !retired || ring.keys.some((key) => key.id === id);
  for (const canary of canaries.filter(isRequired)) assertOpens(ring, box, canary);
  if (!canaries.some(({ key_id }) => key_id === null)) await leaveCanary(dataSource, ring, box);
  // Writes only if something changes, because a diagnosis runs the same check read-only.
  const isLeft = canaries.some(({ key_id: id, retired }) => id === ring.keys[0].id && !retired);
  const isNamed = canaries.every(({ key_id: id, sealed }) => id !== null || !sealed.startsWith('v1.'));
  if (ring.format === 'v2' && !(isLeft && isNamed)) await leaveCanaryOfKey(dataSource, ring, box);
}

/** Stores the canary of the database. If a concurrent start stored one first, that one must decrypt. */
async function leaveCanary(dataSource: CheckedDatabase, ring: KeyRing, box: SecretBox): Promise<void> {
  const found = await dataSource.query<{ sealed: string }[]>('SELECT sealed_samples($1) AS sealed', [SAMPLES]);
  // Later formats contain their key id and are bound to their rows; their key has a separate canary.
  const samples = found.filter(({ sealed }) => sealed.startsWith('v1.'));
  if (samples.length > 0 && !samples.some(({ sealed }) => opens(box, sealed))) throw wrongKeys(ring);
  await dataSource.query(
    'INSERT INTO encryption_canary (id, sealed, created_at) VALUES (1, $1, now()) ON CONFLICT DO NOTHING',
    [canaryOf(box)],
  );
  const stored = await dataSource.query<Canary[]>(CANARIES);
  for (const canary of stored) if (canary.key_id === null) assertOpens(ring, box, canary);
}

/** Stores the canary of the encrypting key and re-encrypts that of the database, so that 0.1.0 does not start on it. */
async function leaveCanaryOfKey(dataSource: CheckedDatabase, ring: KeyRing, box: SecretBox): Promise<void> {
  const [{ id }] = ring.keys;
  await dataSource.query(
    `INSERT INTO encryption_keys AS k (key_id, sealed, created_at) VALUES ($1, $2, now())
     ON CONFLICT (key_id) DO UPDATE SET retired_at = NULL WHERE k.retired_at IS NOT NULL`,
    [id, canaryOf(box)],
  );
  const stored = await dataSource.query<Canary[]>(CANARIES);
  for (const canary of stored) if (canary.key_id === id) assertOpens(ring, box, canary);
  await dataSource.query(`UPDATE encryption_canary SET sealed = $1 WHERE starts_with(sealed, 'v1.')`, [canaryOf(box)]);
}

/** @throws ConfigurationError unless the ring decrypts the canary, with the key of its id if the ring has it */
function assertOpens(ring: KeyRing, box: SecretBox, { key_id: id, sealed }: Canary): void {
  const named = ring.keys.find((key) => key.id === id);
  if (named && !opens(new SecretBox({ keys: [named], format: 'v2' }), sealed)) throw otherKeyOfId(named.id);
  if (opens(box, sealed)) return;
  throw id === null ? wrongKeys(ring) : missingKey(ring, id);
}

function opens(box: SecretBox, sealed: string): boolean {
  try {
    box.open(sealed, CANARY_PLACE);
    return true;
  } catch {
    return false;
  }
}

const IF_LOST = 'if it is lost, see "A lost key" in docs/keys.md';

const variableOf = ({ format }: KeyRing): string => (format === 'v1' ? 'APP_ENCRYPTION_KEY' : 'APP_ENCRYPTION_KEYS');

function wrongKeys(ring: KeyRing): ConfigurationError {
  const isNot = ring.format === 'v1' ? 'is not the key' : 'does not hold the key';
  return new ConfigurationError([
    `${variableOf(ring)}: ${isNot} that this database was written with, and what was sealed under that one could not be read. Start with the key of before; ${IF_LOST}`,
  ]);
}

function missingKey(ring: KeyRing, id: string): ConfigurationError {
  return new ConfigurationError([
    `${variableOf(ring)}: lacks the key ${id}, under which this database holds values. Put it back (after the key that seals), run keys:rotate, and take it away once keys:status counts nothing under it; ${IF_LOST}`,
  ]);
}

function otherKeyOfId(id: string): ConfigurationError {
  return new ConfigurationError([
    `APP_ENCRYPTION_KEYS: ${id} is not the key that this database knows by that id. Give a new key an id that none has had; ${IF_LOST}`,
  ]);
}
