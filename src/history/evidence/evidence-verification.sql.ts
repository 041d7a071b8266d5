import { isoSql } from '../../platform/database';

/** Seals per batch, because rows of events contain the whole body. */
export const SEALS_AT_ONCE = 250;

/** Rows per batch whose seals are looked up. */
export const ROWS_AT_ONCE = 5_000;

const IN_BACKLOG = '(c.audit_after < c.audit_until OR c.events_after < c.events_until)';

/**
 * SELECT of the next seals with their rows, and of the chain's ends, in one snapshot; a row with a null seal if there
 * is none. The texts are those that `seal_evidence` digests. Values: tenant, position to start after.
 */
export const NEXT_SEALS = `
SELECT c.origin_id, c.position AS end_position, c.hash AS end_hash, c.start_position, c.start_hash,
       ${isoSql('c.removed_before')} AS removed_before, ${isoSql('c.events_removed_before')} AS events_removed_before,
       s.position, s.version, s.kind, s.row_id, ${isoSql('s.occurred_at')} AS occurred_at, ${isoSql('s.sealed_at')} AS sealed_at,
       s.salt, s.personal_digest, s.digest, s.hash,
       CASE WHEN a.id IS NOT NULL
            THEN jsonb_build_array(s.version, 'audit', coalesce(c.origin_id, a.tenant_id), a.id, ${isoSql('a.occurred_at')},
                   a.user_id, a.token_id, a.request_id, a.action, a.entity_type, a.entity_id)::text
            WHEN e.id IS NOT NULL AND s.version = 1
            THEN jsonb_build_array(s.version, 'event', coalesce(c.origin_id, e.tenant_id), e.id, ${isoSql('e.created_at')}, e.event_id, e.name)::text
            WHEN e.id IS NOT NULL
            THEN jsonb_build_array(s.version, 'event', coalesce(c.origin_id, e.tenant_id), e.id, ${isoSql('e.created_at')}, e.event_id, e.name,
                   e.resource_type, e.resource_id, e.resource_version)::text
       END AS open,
       CASE WHEN a.id IS NOT NULL THEN jsonb_build_array(a.user_name, a.details)::text ELSE e.body END AS personal,
       coalesce(s.kind = 'event' AND s.occurred_at < c.events_removed_before AND isfinite(c.events_removed_before),
                false) AS may_be_gone
  FROM evidence_chains c
  LEFT JOIN LATERAL (SELECT * FROM evidence_seals n WHERE n.tenant_id = $1 AND n.position > $2
                      ORDER BY n.position LIMIT ${SEALS_AT_ONCE}) s ON true
  LEFT JOIN audit_log a ON s.kind = 'audit' AND a.tenant_id = $1 AND a.id = s.row_id
  LEFT JOIN events e ON s.kind = 'event' AND e.tenant_id = $1 AND e.id = s.row_id
 WHERE c.tenant_id = $1 ORDER BY s.position`;

/**
 * SELECT over the next rows of a table: last id, number of rows, and ids without a seal that are not queued. Only seals
 * between the chain's start and end count. Seals are looked up by key for each row, because EXISTS would read all of
 * the tenant's seals for each batch. Values: tenant, id to start after.
 */
const unsealedRows = (table: string, kind: string, backlog: string): string => `
SELECT max(r.id) AS last, count(*)::int AS rows, coalesce(array_agg(r.id::text ORDER BY r.id) FILTER (WHERE NOT r.known), '{}') AS unknown
  FROM (
    SELECT t.id,
           coalesce((SELECT bool_or(s.position > (SELECT c.start_position FROM evidence_chains c WHERE c.tenant_id = $1)
                                AND s.position <= (SELECT c.position FROM evidence_chains c WHERE c.tenant_id = $1))
                       FROM evidence_seals s WHERE s.tenant_id = $1 AND s.kind = '${kind}' AND s.row_id = t.id), false)
           OR t.id IN (SELECT q.row_id FROM evidence_queue q WHERE q.tenant_id = $1 AND q.kind = '${kind}')
           OR EXISTS (SELECT FROM evidence_chains c
                       WHERE c.tenant_id = $1 AND t.id > c.${backlog}_after AND t.id <= c.${backlog}_until) AS known
      FROM ${table} t WHERE t.tenant_id = $1 AND t.id > $2 ORDER BY t.id LIMIT ${ROWS_AT_ONCE}) r`;

export const UNSEALED_ROWS = {
  audit: unsealedRows('audit_log', 'audit', 'audit'),
  event: unsealedRows('events', 'event', 'events'),
} as const;

/** SELECT of the number of rows to seal. Value: tenant. */
export const TAIL = `
SELECT (SELECT count(*) FROM evidence_queue q WHERE q.tenant_id = $1)
     + coalesce((SELECT (SELECT count(*) FROM audit_log a WHERE a.tenant_id = $1 AND a.id > c.audit_after AND a.id <= c.audit_until)
                      + (SELECT count(*) FROM events e WHERE e.tenant_id = $1 AND e.id > c.events_after AND e.id <= c.events_until)
                   FROM evidence_chains c WHERE c.tenant_id = $1 AND ${IN_BACKLOG}), 0) AS waiting`;

/** SELECT of the stored anchors of a tenant. Value: tenant. */
export const KEPT_ANCHORS = `
SELECT position, encode(hash, 'hex') AS hash, ${isoSql('anchored_at')} AS anchored_at FROM evidence_anchors WHERE tenant_id = $1`;

/** Digests in `anonymised` entries for rows without a salt, oldest first: the last one counts. Value: tenant. */
export const REPLACEMENTS = `
SELECT (r.value->>0)::bigint AS position, r.value->>1 AS salt, r.value->>2 AS digest
  FROM audit_log a, jsonb_array_elements(CASE jsonb_typeof(a.details->'evidence') WHEN 'array' THEN a.details->'evidence' ELSE '[]' END) r
 WHERE a.tenant_id = $1 AND a.action = 'anonymised' AND a.entity_type = 'user'
   AND r.value->>0 ~ '^[0-9]{1,15}$' AND r.value->>1 ~ '^[0-9a-f]+$' AND r.value->>2 ~ '^[0-9a-f]+$'
 ORDER BY a.id`;
