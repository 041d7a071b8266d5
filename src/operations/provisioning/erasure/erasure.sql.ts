import { quoted, type TenantTable } from '../archive/tables.sql';

/** Rows deleted per transaction, so that locks are short. */
export const AT_ONCE = 2_000;

/** SELECT of the tenant's erasure conditions. Value: slug. */
export const TO_ERASE = `
  SELECT id, status, legal_hold_reason AS "holdReason", erasing_since AS "erasingSince" FROM tenants WHERE slug = $1`;

/** Returns no row for a tenant that was resumed or put under a legal hold in the meantime. Values: tenant, now. */
export const MARK_FOR_ERASURE = `
  UPDATE tenants SET erasing_since = coalesce(erasing_since, $2)
   WHERE id = $1 AND status = 'suspended' AND legal_hold_since IS NULL RETURNING 1`;

/** One record per erasure, even if it is interrupted and restarted. Values: tenant, slug, operator, now. */
export const BEGIN_RECORD = `
  INSERT INTO tenant_erasures (erased_id, slug, erased_by, started_at) SELECT $1, $2, $3, $4
   WHERE NOT EXISTS (SELECT FROM tenant_erasures WHERE erased_id = $1 AND finished_at IS NULL)`;

/** Adds to the counts of the current erasure. Values: tenant, table, rows. */
export const COUNT_ROWS = `
  UPDATE tenant_erasures
     SET rows_erased = rows_erased || jsonb_build_object($2::text, coalesce((rows_erased->>$2)::bigint, 0) + $3::bigint)
   WHERE erased_id = $1 AND finished_at IS NULL`;

/** Values: tenant, files. */
export const COUNT_FILES = `
  UPDATE tenant_erasures SET files_erased = files_erased + $2 WHERE erased_id = $1 AND finished_at IS NULL`;

/** Values: tenant, now. */
export const END_RECORD = `
  UPDATE tenant_erasures SET finished_at = $2 WHERE erased_id = $1 AND finished_at IS NULL`;

/** SELECT of the last finished erasure of a tenant, or of any tenant with the slug. Values: slug, tenant or null. */
export const ERASED = `
  SELECT erased_id AS id, finished_at AS ended_at, rows_erased AS rows, files_erased::float8 AS files FROM tenant_erasures
   WHERE slug = $1 AND erased_id = coalesce($2::uuid, erased_id) AND finished_at IS NOT NULL
   ORDER BY finished_at DESC, started_at DESC LIMIT 1`;

/** Locks the tenant's row: no row that refers to it can be inserted until the transaction ends. Value: tenant. */
export const LOCK = 'SELECT FROM tenants WHERE id = $1 FOR UPDATE';

export const DELETE_TENANT = 'DELETE FROM tenants WHERE id = $1';

/** SELECT of some file keys. Value: tenant. */
export const FILES = 'SELECT id, key FROM stored_objects WHERE tenant_id = $1 ORDER BY id LIMIT 500';

/** DELETE by id. Values: tenant, ids. */
export const deleteThese = ({ name }: TenantTable): string =>
  `DELETE FROM ${quoted(name)} WHERE tenant_id = $1 AND id = ANY($2::bigint[]) RETURNING 1`;

/**
 * DELETE of a batch, last rows first, because a row refers only to older rows of its table. Deletes an index range: a
 * join with the last keys is slow if PostgreSQL has no statistics of the tenant yet. Value: tenant.
 */
export function deleteSome({ name, key }: TenantTable): string {
  const columns = key.map(quoted);
  if (columns.length === 0) return `DELETE FROM ${quoted(name)} WHERE tenant_id = $1`;
  const [all, backwards] = [columns.join(', '), columns.map((column) => `${column} DESC`).join(', ')];
  return `DELETE FROM ${quoted(name)} WHERE tenant_id = $1 AND (${all}) >= (
    SELECT ${all} FROM (SELECT ${all} FROM ${quoted(name)} WHERE tenant_id = $1 ORDER BY ${backwards} LIMIT ${AT_ONCE}) AS last
     ORDER BY ${all} LIMIT 1)`;
}

/** SELECT of the tables that have a row of the tenant. Value: tenant. */
export const tablesWithRows = (tables: readonly TenantTable[]): string =>
  tables
    .map(({ name }) => `SELECT '${name}' AS name WHERE EXISTS (SELECT FROM ${quoted(name)} WHERE tenant_id = $1)`)
    .join(' UNION ALL ');
