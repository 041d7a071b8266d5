import { createHash } from 'node:crypto';
import type { TenantId } from '../../../common/records/ids';

/** Implements `seal_evidence` independently, so that a verification does not trust the database's functions. */

const sha256 = (...parts: readonly (Buffer | string)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** Digest of a row that was deleted before it was sealed. */
export const GONE = sha256('gone');

/** The hash before a tenant's first seal. */
export const genesis = (tenantId: TenantId): Buffer => sha256(`evidence 1 ${tenantId}`);

/** Digest of canonical personal text. Once the salt is deleted, the text cannot be guessed from it. */
export const personalDigest = (salt: Buffer, personal: string): Buffer => sha256(salt, personal);

/**
 * Digest of a whole row.
 * @param open canonical text of the columns without personal data
 * @param personal the {@link personalDigest} of the other columns
 */
export const rowDigest = (open: string, personal: Buffer): Buffer => sha256(open, personal);

export type SealedKind = 'audit' | 'event';

/** A seal's position in its chain; times as `YYYY-MM-DDTHH:MM:SS.mmmZ`. */
export interface Place {
  readonly version: number;
  readonly position: number;
  readonly kind: SealedKind;
  readonly row_id: number;
  readonly occurred_at: string | null;
  readonly sealed_at: string;
}

/** Hash over the previous hash, the seal's position and its digest. */
export function nextHash(before: Buffer, place: Place, digest: Buffer): Buffer {
  const { version, position, kind, row_id, occurred_at, sealed_at } = place;
  const values = [version, position, kind, row_id, occurred_at, sealed_at];
  // In PostgreSQL's format of a jsonb array: a space after each comma.
  return sha256(before, `[${values.map((value) => JSON.stringify(value)).join(', ')}]`, digest);
}
