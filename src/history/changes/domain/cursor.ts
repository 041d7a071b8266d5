import { createHash } from 'node:crypto';
import type { TenantId } from '../../../common/records/ids';

/** A position in a tenant's order, with the beginning of the hash of its seal. */
export interface FeedPosition {
  readonly position: number;
  /** {@link MARK_BYTES} bytes. They differ in another chain of the same tenant (after a restore or a sandbox reset). */
  readonly mark: Buffer;
}

const VERSION = 1;
const MARK_BYTES = 8;
const CHECK_BYTES = 8;
const MARK_AT = 9;
const LENGTH = MARK_AT + MARK_BYTES + CHECK_BYTES;

export const markOf = (hash: Buffer): Buffer => hash.subarray(0, MARK_BYTES);

/** Encodes a position as an opaque text, valid only for this tenant. */
export function cursorOf(tenantId: TenantId, { position, mark }: FeedPosition): string {
  const place = Buffer.alloc(MARK_AT);
  place.writeUInt8(VERSION);
  place.writeBigUInt64BE(BigInt(position), 1);
  const written = Buffer.concat([place, markOf(mark)]);
  return Buffer.concat([written, checkOf(tenantId, written)]).toString('base64url');
}

/** Undefined for an invalid cursor or that of another tenant. */
export function positionOf(tenantId: TenantId, cursor: string): FeedPosition | undefined {
  const bytes = Buffer.from(cursor, 'base64url');
  if (bytes.length !== LENGTH || bytes.toString('base64url') !== cursor || bytes[0] !== VERSION) return undefined;
  const written = bytes.subarray(0, LENGTH - CHECK_BYTES);
  if (!checkOf(tenantId, written).equals(bytes.subarray(written.length))) return undefined;
  const position = Number(bytes.readBigUInt64BE(1));
  return Number.isSafeInteger(position) ? { position, mark: bytes.subarray(MARK_AT, written.length) } : undefined;
}

function checkOf(tenantId: TenantId, written: Buffer): Buffer {
  return createHash('sha256').update(`changes 1 ${tenantId} `).update(written).digest().subarray(0, CHECK_BYTES);
}
