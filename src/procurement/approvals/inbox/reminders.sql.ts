/** A user as a letter addresses them. */
export interface AddresseeRow {
  readonly id: number;
  readonly nameEn: string;
  readonly nameAr: string | null;
  readonly email: string;
}

/** Makes all other reminders of the tenant wait until this transaction ends. Values: tenant. */
export const ONE_AT_A_TIME = `SELECT pg_advisory_xact_lock(hashtextextended('approval-reminders/' || $1::text, 0))`;

/**
 * Notes that the steps are reminded of which have been open, or not been reminded of, since $3 or before; answers their ids. A
 * step that is being decided is left to the next time. Values: tenant, now, since when.
 */
export const CLAIM_DUE = `
UPDATE approval_steps SET reminded_at = $2
 WHERE tenant_id = $1 AND id IN (
   SELECT id FROM approval_steps
    WHERE tenant_id = $1 AND status = 'pending' AND coalesce(reminded_at, opened_at) <= $3
      FOR UPDATE SKIP LOCKED)
 RETURNING id`;

/** {@link AddresseeRow}s of active users. Values: tenant, ids. */
export const ADDRESSEES = `
SELECT id, name_en AS "nameEn", name_ar AS "nameAr", email FROM users
 WHERE tenant_id = $1 AND id = ANY ($2::bigint[]) AND status = 'active' ORDER BY id`;
