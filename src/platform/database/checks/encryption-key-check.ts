import type { DataSource } from 'typeorm';
import { type KeyRing, SecretBox, type SealedPlace } from '../../../common/secrets/secret-box';
import { ConfigurationError } from '../../config';

/** What the checks ask: the service's connections, or a diagnosis that only reads. */
export type Asked = Pick<DataSource, 'query' | 'migrations'>;

/** The text of every canary. */
const CANARY = 'canary';

const CANARY_PLACE: SealedPlace = { purpose: 'canary', tenantId: '', record: '' };

/** How many encrypted values of each kind the first start tries to decrypt before it stores a canary. */
const SAMPLES = 10;

/** A known text, sealed: who can open it has the key of the values beside it. */
export const canaryOf = (box: SecretBox): string => box.seal(CANARY, CANARY_PLACE);

interface Canary {
  /** Null for the one of the database, which the first start leaves whatever its configuration. */
  readonly key_id: string | null;
  readonly sealed: string;
  readonly retired: boolean;
}

/** Those of keys first: what is said of one that is missing names it. */
const CANARIES = `
  SELECT key_id, sealed, retired_at IS NOT NULL AS retired FROM encryption_keys
  UNION ALL SELECT NULL, sealed, false FROM encryption_canary`;

/** The keys that have sealed with an id, in the order in which they came. */
export const KNOWN_KEYS = `
  SELECT key_id, retired_at IS NOT NULL AS retired FROM encryption_keys ORDER BY created_at, key_id`;

/**
 * From now on a start needs none of the keys but one, nor do starts with another one succeed. `$1` its id, `$2` now, `$3` a canary
 * under it, `$4` what values under it begin with. Returns the ids that were not retired before.
 */
export const RETIRE_OTHER_KEYS = `
  WITH anew AS (UPDATE encryption_canary SET sealed = $3 WHERE NOT starts_with(sealed, $4)),
       gone AS (UPDATE encryption_keys SET retired_at = $2 WHERE key_id <> $1 AND retired_at IS NULL RETURNING key_id)
  SELECT array_agg(key_id ORDER BY key_id) AS ids FROM gone`;

/**
 * Refuses keys that cannot open what the database holds: webhook secrets, stored answers and waiting mail could not be read. The
 * first start leaves a canary of the database; of several first starts at once, one does. With `APP_ENCRYPTION_KEYS` each key
 * that seals leaves one of its own, so that a start without that key is refused until `keys:rotate` has retired it. In a
 * database older than the canary, the key that decrypts its values is right.
 * @throws ConfigurationError saying what to do
 */
export async function assertEncryptionKeys(dataSource: Asked, ring: KeyRing): Promise<void> {
  const box = new SecretBox(ring);
  const canaries = await dataSource.query<Canary[]>(CANARIES);
  // Of a retired key nothing is left to be opened; only its id must not be given to another one.
  const isAsked = ({ key_id: id, retired }: Canary): boolean => !retired || ring.keys.some((key) => key.id === id);
  for (const canary of canaries.filter(isAsked)) assertOpens(ring, box, canary);
  if (!canaries.some(({ key_id }) => key_id === null)) await leaveCanary(dataSource, ring, box);
  // Only where something is to be changed: a diagnosis asks the same and may not write.
  const isLeft = canaries.some(({ key_id: id, retired }) => id === ring.keys[0].id && !retired);
  const isNamed = canaries.every(({ key_id: id, sealed }) => id !== null || !sealed.startsWith('v1.'));
  if (ring.format === 'v2' && !(isLeft && isNamed)) await leaveCanaryOfKey(dataSource, ring, box);
}

/** The canary of the database: ours, or that of another start at the same time, which must open. */
async function leaveCanary(dataSource: Asked, ring: KeyRing, box: SecretBox): Promise<void> {
  const found = await dataSource.query<{ sealed: string }[]>('SELECT sealed_samples($1) AS sealed', [SAMPLES]);
  // Those that name their key are bound to their rows, and their key has a canary of its own.
  const samples = found.filter(({ sealed }) => sealed.startsWith('v1.'));
  if (samples.length > 0 && !samples.some(({ sealed }) => opens(box, sealed))) throw wrongKeys(ring);
  await dataSource.query(
    'INSERT INTO encryption_canary (id, sealed, created_at) VALUES (1, $1, now()) ON CONFLICT DO NOTHING',
    [canaryOf(box)],
  );
  const stored = await dataSource.query<Canary[]>(CANARIES);
  for (const canary of stored) if (canary.key_id === null) assertOpens(ring, box, canary);
}

/**
 * The canary of the key that seals, which from now on is asked of every start. The one of the database is sealed anew in the form
 * that names its key, so that 0.1.0, which cannot read that form, does not start beside values of it.
 */
async function leaveCanaryOfKey(dataSource: Asked, ring: KeyRing, box: SecretBox): Promise<void> {
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

/** @throws ConfigurationError unless the ring opens it: with the key of its id, where the ring has that id */
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
