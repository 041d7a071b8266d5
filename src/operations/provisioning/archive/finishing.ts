import { randomBytes } from 'node:crypto';
import { tenantIdFrom } from '../../../common/records/ids';
import type { SecretBox } from '../../../common/secrets/secret-box';
import { formatSecret, SECRET_BYTES, secretPlace } from '../../../integration/webhooks';
import type { RunQuery } from '../owner-connection';
import { CHAIN_ORIGIN, INSERT_TENANT, SEALED_ALREADY, SET_SECRET, WITHOUT_TOKENS, WITH_SECRETS } from './archive.sql';
import { ENTRY_OF_TENANT } from '../provisioning.sql';
import type { Manifest, SubscriptionSecrets } from './manifest';

/** An archive and the imported tenant. */
export interface Placed {
  readonly manifest: Manifest;
  readonly id: string;
  readonly slug: string;
  readonly secrets: readonly SubscriptionSecrets[];
}

/** Inserts the tenant's row, suspended, with its stored bytes recomputed. */
export async function insertTenant(query: RunQuery, manifest: Manifest, id: string, slug: string): Promise<void> {
  const stored = manifest.files.reduce((sum, { size }) => sum + size, 0);
  const row = { ...manifest.tenant, id, slug, status: 'suspended', stored_bytes: stored, erasing_since: null };
  await query(INSERT_TENANT, [JSON.stringify(row)]);
}

/**
 * Adapts the imported data to this installation: secrets, evidence chain, queue of rows to seal, audit entry.
 * @returns ids of subscriptions with a new secret
 */
export async function finish(
  query: RunQuery,
  imported: Placed & { readonly tokens: boolean; readonly own: SecretBox; readonly now: Date },
): Promise<number[]> {
  const { manifest, id, slug, secrets, tokens, own, now } = imported;
  const began = manifest.evidence?.origin_id ?? id;
  await query(CHAIN_ORIGIN, [id, began === id ? null : began]);
  await query(SEALED_ALREADY, [id]);
  if (!tokens) await query(WITHOUT_TOKENS, [id, now]);
  const newSecrets: number[] = [];
  for (const { id: subscription } of await query<{ id: string }>(WITH_SECRETS, [id])) {
    const known = secrets.find((one) => one.id === Number(subscription));
    if (!known) newSecrets.push(Number(subscription));
    const place = secretPlace(tenantIdFrom(id), Number(subscription));
    const secret = own.seal(known?.secret ?? formatSecret(randomBytes(SECRET_BYTES)), place);
    const previous = known?.previous == null ? null : own.seal(known.previous, place);
    await query(SET_SECRET, [id, subscription, secret, previous, known?.previous_until ?? null, known !== undefined]);
  }
  const { tenant, schema, exported_at, exported_by } = manifest;
  const from = { id: tenant.id, slug: tenant.slug, exported_at, exported_by, schema };
  await query(ENTRY_OF_TENANT, [id, now, 'imported', JSON.stringify({ slug, from })]);
  return newSecrets;
}
