import { quoted } from '../archive/tables.sql';

/** Texts per `anonymised` audit entry. */
const AT_ONCE = 500;

/** SELECT of a tenant. Prevents a legal hold until the transaction ends. Value: slug. */
export const TENANT = `
  SELECT id, legal_hold_reason AS "holdReason" FROM tenants WHERE slug = $1 AND erasing_since IS NULL FOR SHARE`;

/** SELECT of a user by id or e-mail address (case-insensitive), locked. Values: tenant, id or null, address. */
export const USER = `
  SELECT id, status, name_en, name_ar, email, phone, external_id, anonymised_at FROM users
   WHERE tenant_id = $1 AND (id = $2 OR lower(email) = lower($3)) FOR UPDATE`;

/** Rows if an import or export with names in its file is unfinished. Value: tenant. */
export const JOBS = `
  SELECT FROM imports WHERE tenant_id = $1 AND finished_at IS NULL
  UNION ALL SELECT FROM exports WHERE tenant_id = $1 AND finished_at IS NULL`;

/** Blocks sealing until the transaction ends: rows without a seal are sealed later in their new form. Value: tenant. */
export const LOCK_CHAIN = 'SELECT FROM evidence_chains WHERE tenant_id = $1 FOR UPDATE';

/** Sets the tenant's scope for reading record versions of events. Value: tenant. */
export const SCOPE = `SELECT set_config('app.tenant_id', $1, true)`;

/** Values: tenant, user, now, name, address. */
export const REPLACE_USER = `
  UPDATE users SET name_en = $4, name_ar = NULL, email = $5, phone = NULL, external_id = NULL, metadata = '{}',
         anonymised_at = $3, updated_at = $3, version = version + 1
   WHERE tenant_id = $1 AND id = $2`;

/** Names of tokens are free texts that may contain names of persons. Values: tenant, user. */
export const REPLACE_TOKENS = `UPDATE api_tokens SET name = 'Token ' || id WHERE tenant_id = $1 AND user_id = $2 RETURNING id`;

/** Deletes idempotency records of the user's tokens, which are all revoked. Values: tenant, tokens. */
export const FORGET_ANSWERS = 'DELETE FROM idempotency_keys WHERE tenant_id = $1 AND token_id = ANY ($2::bigint[])';

/** Values: tenant, addresses in lower case. */
export const FORGET_MAIL = 'DELETE FROM outgoing_mail WHERE tenant_id = $1 AND lower(recipient) = ANY ($2::text[])';

/** Replaces the actor of imports and exports, and names in decisions. Values: tenant, user, name. */
export const REPLACE_ACTORS = [
  `UPDATE imports SET actor = jsonb_set(actor, '{userName}', to_jsonb($3::text))
    WHERE tenant_id = $1 AND (actor->>'userId')::bigint = $2`,
  `UPDATE exports SET actor = jsonb_set(actor, '{userName}', to_jsonb($3::text))
    WHERE tenant_id = $1 AND (actor->>'userId')::bigint = $2`,
  `UPDATE approval_decisions SET decided_by_name = $3
    WHERE tenant_id = $1 AND decided_by_id = $2 AND decided_by_name IS NOT NULL`,
  `UPDATE approval_decisions SET on_behalf_of_name = $3
    WHERE tenant_id = $1 AND on_behalf_of_id = $2 AND on_behalf_of_name IS NOT NULL`,
];

/** Expires export files, which contain the person. Values: tenant, now. */
export const EXPIRE_EXPORTS =
  'UPDATE exports SET expires_at = $2 WHERE tenant_id = $1 AND expires_at > $2 RETURNING id';

/** Releases import files, which may contain the person. A background job deletes them. Value: tenant. */
export const RELEASE_IMPORT_FILES = `
  WITH held AS (
    SELECT id, object_id FROM imports WHERE tenant_id = $1 AND object_id IS NOT NULL FOR UPDATE
  ), released AS (
    UPDATE imports i SET object_id = NULL FROM held h WHERE i.tenant_id = $1 AND i.id = h.id)
  UPDATE stored_objects o SET kept = false FROM held h WHERE o.tenant_id = $1 AND o.id = h.object_id`;

/** Clears the user's external ids in errors of imports. Values: tenant, external ids. */
export const REPLACE_IMPORT_ERRORS = `
  UPDATE import_errors e SET external_id = NULL FROM imports i
   WHERE e.tenant_id = $1 AND i.tenant_id = e.tenant_id AND i.id = e.import_id AND i.resource = 'users'
     AND e.external_id = ANY ($2::text[])`;

/** SELECT of audit entries about the user and the user's tokens. Values: tenant, user, tokens. */
export const OWN_ENTRIES = `
  SELECT id, entity_type AS type, entity_id::text AS entity, details FROM audit_log
   WHERE tenant_id = $1 AND details IS NOT NULL AND action <> 'anonymised'
     AND (entity_type = 'user' AND entity_id = $2 OR entity_type = 'token' AND entity_id = ANY ($3::bigint[]))`;

/** Values: tenant, JSON of ids and details. */
export const REPLACE_DETAILS = `
  UPDATE audit_log a SET details = r.details FROM jsonb_to_recordset($2::jsonb) AS r (id bigint, details jsonb)
   WHERE a.tenant_id = $1 AND a.id = r.id`;

/** Entries of the user's actions. Values: tenant, user, name. */
export const REPLACE_ACTOR_OF_ENTRIES = `
  UPDATE audit_log SET user_name = $3 WHERE tenant_id = $1 AND user_id = $2 AND user_name IS NOT NULL RETURNING id`;

/** Entries of decisions contain the delegation; for older ones the decision is joined. Values: tenant, user, name. */
export const REPLACE_ON_BEHALF = `
  UPDATE audit_log a SET details = jsonb_set(a.details, '{on_behalf_of}', to_jsonb($3::text))
   WHERE a.tenant_id = $1 AND a.details ? 'on_behalf_of'
     AND coalesce((a.details #>> '{authority,delegation,user_id}')::bigint = $2, EXISTS (
       SELECT FROM approval_decisions d JOIN approval_steps s ON s.tenant_id = d.tenant_id AND s.id = d.step_id
        WHERE d.tenant_id = $1 AND d.on_behalf_of_id = $2 AND d.decided_by_id = a.user_id
          AND s.step = (a.details->>'step')::int
          AND a.entity_id = CASE a.entity_type WHEN 'invoice' THEN s.invoice_id ELSE s.purchase_order_id END))
  RETURNING a.id`;

/** SELECT of events that contain the user's name. Values: tenant, user. */
export const OWN_EVENTS = `
  SELECT id, body FROM events
   WHERE tenant_id = $1 AND name LIKE 'user.%' AND (body::jsonb #>> '{data,user_id}')::bigint = $2
     AND body::jsonb->'data' ? 'name'`;

/** Values: tenant, JSON of ids and bodies. */
export const REPLACE_BODIES = `
  UPDATE events e SET body = r.body FROM jsonb_to_recordset($2::jsonb) AS r (id bigint, body text)
   WHERE e.tenant_id = $1 AND e.id = r.id`;

/** Deletes receivers' responses to those events, which may repeat them. Values: tenant, events. */
export const FORGET_RESPONSES = `
  UPDATE webhook_attempts t SET response = NULL FROM webhook_deliveries d
   WHERE t.tenant_id = $1 AND d.tenant_id = t.tenant_id AND d.id = t.delivery_id AND d.event_id = ANY ($2::bigint[])`;

const CHANGED_ROWS = `(
  SELECT 'audit' AS kind, unnest($2::bigint[]) AS row_id UNION ALL SELECT 'event', unnest($3::bigint[]))`;

/** Values: tenant, changed entries, changed events. */
export const FORGET_SALTS = `
  UPDATE evidence_seals s SET salt = NULL FROM ${CHANGED_ROWS} r
   WHERE s.tenant_id = $1 AND s.kind = r.kind AND s.row_id = r.row_id AND s.personal_digest IS NOT NULL`;

/** Entries with digests of changed sealed texts, for the verification. Values: tenant, entries, events, user, now. */
export const ANSWER_FOR = `
  INSERT INTO audit_log (tenant_id, occurred_at, user_name, action, entity_type, entity_id, details)
  SELECT $1, $5, 'command line', 'anonymised', 'user', $4,
         jsonb_build_object('evidence', jsonb_agg(jsonb_build_array(p.position, encode(p.salt, 'hex'),
           encode(sha256(p.salt || convert_to(p.personal, 'UTF8')), 'hex')) ORDER BY p.position))
    FROM (
      SELECT s.position, uuid_send(gen_random_uuid()) AS salt, (row_number() OVER (ORDER BY s.position) - 1) / ${AT_ONCE} AS part,
             CASE s.kind
               WHEN 'audit' THEN (SELECT jsonb_build_array(a.user_name, a.details)::text FROM audit_log a
                                   WHERE a.tenant_id = $1 AND a.id = s.row_id)
               ELSE (SELECT e.body FROM events e WHERE e.tenant_id = $1 AND e.id = s.row_id)
             END AS personal
        FROM ${CHANGED_ROWS} r
        JOIN evidence_seals s ON s.tenant_id = $1 AND s.kind = r.kind AND s.row_id = r.row_id
       WHERE s.personal_digest IS NOT NULL) p
   GROUP BY p.part ORDER BY p.part RETURNING id`;

/** The entry if no row was sealed yet. Values: tenant, user, now. */
export const RECORD_ANONYMISATION = `
  INSERT INTO audit_log (tenant_id, occurred_at, user_name, action, entity_type, entity_id, details)
  VALUES ($1, $3, 'command line', 'anonymised', 'user', $2, '{"evidence": []}')`;

/** SELECT of text columns in tenants' tables. */
export const TEXT_COLUMNS = `
  SELECT c.table_name AS table, c.column_name AS column FROM information_schema.columns c
    JOIN information_schema.columns t ON t.table_schema = c.table_schema AND t.table_name = c.table_name AND t.column_name = 'tenant_id'
    JOIN pg_class r ON r.oid = format('%I.%I', c.table_schema, c.table_name)::regclass AND NOT r.relispartition AND r.relkind IN ('r', 'p')
   WHERE c.table_schema = 'public' AND c.data_type IN ('text', 'character varying', 'json', 'jsonb', 'ARRAY')
   ORDER BY c.table_name, c.ordinal_position`;

/** Number of rows that contain one of the texts in a column. Values: tenant, texts in lower case. */
export const mentionsIn = ({ table, column }: { readonly table: string; readonly column: string }): string => `
  SELECT count(*)::int AS rows FROM ${quoted(table)}
   WHERE tenant_id = $1 AND EXISTS (
     SELECT FROM unnest($2::text[]) AS wanted WHERE strpos(lower(${quoted(column)}::text), wanted) > 0)`;
