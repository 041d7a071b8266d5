/** What a tenant may use at most. The operator sets it; a tenant can only read it. */
export interface Quotas {
  /** Bytes of uploaded documents in all, in MiB. */
  readonly storage_quota_mb: number;
  /** Invitations sent in a day (UTC). */
  readonly invitations_per_day: number;
  /** Mails in a day (UTC), at least 1; as many security notices may be sent beside them. */
  readonly mails_per_day: number;
}

export type QuotaName = keyof Quotas;

/** The least that each quota can be. With no mail a day, what waits would wait for ever. */
const LEAST_QUOTA: Quotas = { storage_quota_mb: 0, invitations_per_day: 0, mails_per_day: 1 };
export const QUOTA_NAMES = Object.keys(LEAST_QUOTA) as readonly QuotaName[];

/** The largest value of any quota: its MiB in bytes are still an exact integer in JavaScript. */
export const MOST_QUOTA = 1_000_000_000;

export const BYTES_OF_MB = 1024 * 1024;

/** Whether a tenant can have this quota. */
export function isQuota(name: QuotaName, value: number): boolean {
  return Number.isInteger(value) && value >= LEAST_QUOTA[name] && value <= MOST_QUOTA;
}

/**
 * Bytes as people read them beside a quota.
 * @returns MiB, rounded up to a tenth, so that a full storage never reads as if something were left
 */
export function inMb(bytes: number): number {
  return Math.ceil((bytes * 10) / BYTES_OF_MB) / 10;
}
