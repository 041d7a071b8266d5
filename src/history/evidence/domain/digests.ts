import { createHash } from 'node:crypto';
import type { TenantId } from '../../../common/records/ids';

/**
 * What is digested, as `seal_evidence` does it in the database: worked out here a second time, so that a verification takes
 * nothing on trust that the database's functions say.
 */

const sha256 = (...parts: readonly (Buffer | string)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** A digest in the place of a row that was gone before it was sealed. */
export const GONE = sha256('gone');

/** What the first seal of a tenant follows. */
export const genesis = (tenantId: TenantId): Buffer => sha256(`evidence 1 ${tenantId}`);

/**
 * Of what may name people: with the salt gone, nobody can find out by guessing what the text was.
 * @param personal its canonical text
 */
export const personalDigest = (salt: Buffer, personal: string): Buffer => sha256(salt, personal);

/**
 * Of a whole row.
 * @param open the canonical text of all that names nobody
 */
export const rowDigest = (open: string, personal: Buffer): Buffer => sha256(open, personal);

/** What is sealed: an entry of the audit log, or an event. */
export type SealedKind = 'audit' | 'event';

/** A seal's place in its chain; times as `YYYY-MM-DDTHH:MM:SS.mmmZ`. */
export interface Place {
  readonly version: number;
  readonly position: number;
  readonly kind: SealedKind;
  readonly row_id: number;
  readonly occurred_at: string | null;
  readonly sealed_at: string;
}

/** Of the hash before, a seal's place and its digest. */
export function nextHash(before: Buffer, place: Place, digest: Buffer): Buffer {
  const { version, position, kind, row_id, occurred_at, sealed_at } = place;
  const values = [version, position, kind, row_id, occurred_at, sealed_at];
  // As PostgreSQL writes a jsonb array: a space after each comma.
  return sha256(before, `[${values.map((value) => JSON.stringify(value)).join(', ')}]`, digest);
}
