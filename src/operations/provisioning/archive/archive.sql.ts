export const LAST_MIGRATION = 'SELECT name FROM schema_migrations ORDER BY timestamp DESC LIMIT 1';

/** SELECT of the tenant's row as JSON. Value: slug. */
export const TENANT_ROW = 'SELECT row_to_json(t)::text AS row, t.id FROM tenants t WHERE t.slug = $1';

/** SELECT of tenants with this id or this slug. Values: id, slug. */
export const TAKEN = 'SELECT id = $1 AS "byId", slug = $2 AS "bySlug" FROM tenants WHERE id = $1 OR slug = $2';

/** SELECT of a chain's end and its original id. Value: tenant. */
export const CHAIN_END = `
  SELECT position::float8 AS position, encode(hash, 'hex') AS hash, coalesce(origin_id, tenant_id) AS origin_id
    FROM evidence_chains WHERE tenant_id = $1`;

/** SELECT of subscriptions with a secret. Value: tenant. */
export const SEALED_SECRETS = `
  SELECT id::float8 AS id, sealed_secret AS secret, previous_sealed_secret AS previous, previous_secret_until AS previous_until
    FROM webhook_subscriptions WHERE tenant_id = $1 AND sealed_secret <> '' ORDER BY id`;

/** Moves the sequence far enough past the tenant's last id that concurrent inserts do not collide. Value: tenant. */
export const sequenceBehind = (table: string, sequence: string): string => `
  SELECT setval('${sequence}', wanted.value) FROM (SELECT max(id) + 10000 AS value FROM ${table} WHERE tenant_id = $1) wanted, ${sequence} s
   WHERE wanted.value > s.last_value`;

/** Value: the tenant's row as JSON. */
export const INSERT_TENANT = 'INSERT INTO tenants SELECT * FROM json_populate_record(NULL::tenants, $1::json)';

/** Values: tenant, the chain's original id, or null if it is the tenant's. */
export const CHAIN_ORIGIN = 'UPDATE evidence_chains SET origin_id = $2 WHERE tenant_id = $1';

/** Removes rows that already have a seal from the queue. Value: tenant. */
export const SEALED_ALREADY = `
  DELETE FROM evidence_queue q USING evidence_seals s
   WHERE q.tenant_id = $1 AND s.tenant_id = $1 AND s.kind = q.kind AND s.row_id = q.row_id`;

/** Values: tenant, now. */
export const WITHOUT_TOKENS = `
  WITH invited AS (UPDATE invitations SET expires_at = least(expires_at, $2) WHERE tenant_id = $1)
  UPDATE api_tokens SET revoked_at = coalesce(revoked_at, $2) WHERE tenant_id = $1`;

/** Subscriptions that are not removed. Value: tenant. */
export const WITH_SECRETS =
  'SELECT id FROM webhook_subscriptions WHERE tenant_id = $1 AND deleted_at IS NULL ORDER BY id';

/** Values: tenant, subscription, encrypted secret, previous secret, its end, whether the receiver knows the secret. */
export const SET_SECRET = `
  UPDATE webhook_subscriptions
     SET sealed_secret = $3, previous_sealed_secret = $4, previous_secret_until = $5, is_active = is_active AND $6
   WHERE tenant_id = $1 AND id = $2`;

/** SELECT of the column names of `tenants`. */
export const TENANT_COLUMNS = `
  SELECT array_agg(attname::text) AS columns FROM pg_attribute
   WHERE attrelid = 'public.tenants'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`;

/** SELECT that reads a tenant with the types of its columns. Value: the row as JSON. */
export const TENANT_TYPES = 'SELECT count(r) FROM json_populate_record(NULL::tenants, $1::json) r';

/** SELECT of the last value of a sequence; 0 before the first. Value: its name. */
export const LAST_ID = 'SELECT coalesce(pg_sequence_last_value($1::regclass), 0)::float8 AS last';
