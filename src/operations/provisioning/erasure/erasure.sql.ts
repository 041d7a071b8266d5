import { quoted, type TenantTable } from '../archive/tables.sql';

/** Rows that one transaction removes, so that no lock is held for long. */
export const AT_ONCE = 2_000;

/** SELECT of what speaks for or against an erasure. Value: slug. */
export const TO_ERASE = `
  SELECT id, status, legal_hold_reason AS "holdReason", erasing_since AS "erasingSince" FROM tenants WHERE slug = $1`;

/** UPDATE that shuts a tenant for good. Values: tenant, the present instant. No row where somebody took it up or held it meanwhile. */
export const SHUT = `
  UPDATE tenants SET erasing_since = coalesce(erasing_since, $2)
   WHERE id = $1 AND status = 'suspended' AND legal_hold_since IS NULL RETURNING 1`;

/** Values: tenant, slug, who, the present instant. One record for an erasure, however often it is begun again. */
export const BEGIN_RECORD = `
  INSERT INTO tenant_erasures (erased_id, slug, erased_by, started_at) SELECT $1, $2, $3, $4
   WHERE NOT EXISTS (SELECT FROM tenant_erasures WHERE erased_id = $1 AND finished_at IS NULL)`;

/** Adds to the counts of the erasure under way. Values: tenant, the table, rows. */
export const COUNT_ROWS = `
  UPDATE tenant_erasures
     SET rows_erased = rows_erased || jsonb_build_object($2::text, coalesce((rows_erased->>$2)::bigint, 0) + $3::bigint)
   WHERE erased_id = $1 AND finished_at IS NULL`;

/** Values: tenant, files. */
export const COUNT_FILES = `
  UPDATE tenant_erasures SET files_erased = files_erased + $2 WHERE erased_id = $1 AND finished_at IS NULL`;

/** Values: tenant, the present instant. */
export const END_RECORD = `
  UPDATE tenant_erasures SET finished_at = $2 WHERE erased_id = $1 AND finished_at IS NULL`;

/** SELECT of the last erasure that was ended, of a tenant or of whoever had the slug. Values: slug, tenant or null. */
export const ERASED = `
  SELECT erased_id AS id, finished_at AS ended_at, rows_erased AS rows, files_erased::float8 AS files FROM tenant_erasures
   WHERE slug = $1 AND erased_id = coalesce($2::uuid, erased_id) AND finished_at IS NOT NULL
   ORDER BY finished_at DESC, started_at DESC LIMIT 1`;

/** Locks the tenant's row: nobody writes a row that points to it until the transaction ends. Value: tenant. */
export const LOCK = 'SELECT FROM tenants WHERE id = $1 FOR UPDATE';

export const DELETE_TENANT = 'DELETE FROM tenants WHERE id = $1';

/** SELECT of the keys of some files. Value: tenant. */
export const FILES = 'SELECT id, key FROM stored_objects WHERE tenant_id = $1 ORDER BY id LIMIT 500';

/** DELETE of these rows. Values: tenant, ids. */
export const deleteThese = ({ name }: TenantTable): string =>
  `DELETE FROM ${quoted(name)} WHERE tenant_id = $1 AND id = ANY($2::bigint[]) RETURNING 1`;

/**
 * DELETE of some of a tenant's rows, the last first: a row that points to another of its table is younger. They are those from a key on, a
 * range of the index: joined with the keys of the last rows, they are compared each with each where PostgreSQL has not counted the
 * tenant's rows yet, as after its import. Value: tenant.
 */
export function deleteSome({ name, key }: TenantTable): string {
  const columns = key.map(quoted);
  if (columns.length === 0) return `DELETE FROM ${quoted(name)} WHERE tenant_id = $1`;
  const [all, backwards] = [columns.join(', '), columns.map((column) => `${column} DESC`).join(', ')];
  return `DELETE FROM ${quoted(name)} WHERE tenant_id = $1 AND (${all}) >= (
    SELECT ${all} FROM (SELECT ${all} FROM ${quoted(name)} WHERE tenant_id = $1 ORDER BY ${backwards} LIMIT ${AT_ONCE}) AS last
     ORDER BY ${all} LIMIT 1)`;
}

/** SELECT of the tables that hold a row of the tenant. Value: tenant. */
export const inhabited = (tables: readonly TenantTable[]): string =>
  tables
    .map(({ name }) => `SELECT '${name}' AS name WHERE EXISTS (SELECT FROM ${quoted(name)} WHERE tenant_id = $1)`)
    .join(' UNION ALL ');
