/** SELECT of the end of a tenant's order; no row before its first seal. Value: tenant. */
export const END_OF_ORDER = `SELECT position, hash FROM evidence_chains WHERE tenant_id = $1`;

/** Maximum entries per response, which also limits the seals read at once. */
export const MOST_ENTRIES = 1_000;
const FEW = 100;

/** Maximum events examined per part if only some types are requested. */
const LOOKED_AT = 5_000;

const ENTRY = `e.event_id AS id, e.name AS event, e.created_at, e.body, e.resource_type, e.resource_id, e.resource_version`;

/** Position after which a part begins. Values: tenant, position of the cursor (null: after the last deleted event). */
const HEAD = `
head AS (
  SELECT c.position AS end_position, c.hash AS end_hash, coalesce($2::bigint, c.events_start_position) AS after,
         (SELECT k.hash FROM evidence_seals k WHERE k.tenant_id = $1 AND k.position = $2) AS hash_after,
         $2 < c.events_start_position AND EXISTS (
           SELECT FROM evidence_seals m WHERE m.tenant_id = $1 AND m.kind = 'event'
              AND m.position > $2 AND m.position <= c.events_start_position) AS has_missed
    FROM evidence_chains c WHERE c.tenant_id = $1
)`;

/** The next seals of events. The literal limit makes the planner use the index. */
const nextSeals = (most: number): string => `
  SELECT s.position, s.row_id, s.hash FROM evidence_seals s
   WHERE s.tenant_id = $1 AND s.kind = 'event' AND s.position > (SELECT after FROM head)
   ORDER BY s.position LIMIT ${most}`;

/**
 * The event of a seal, or the next existing one; the caller compares the ids. The form of the query forces the primary
 * key. Otherwise the planner may choose another unique index and read all events of the tenant for each seal.
 */
const eventFrom = (seal: string): string =>
  `SELECT * FROM events k WHERE k.tenant_id = $1 AND k.id >= ${seal}.row_id ORDER BY k.id LIMIT 1`;

/**
 * SELECT of the next entries and the position before them, in one snapshot. One row with a null entry if there is none;
 * no row before the tenant's first seal. Values: tenant, position, limit.
 */
export const nextEntries = (limit: number): string => `
WITH ${HEAD}
SELECT h.*, NULL::bigint AS looked_until, NULL::bytea AS looked_hash, n.position, n.hash, ${ENTRY}
  FROM head h
  LEFT JOIN (${nextSeals((limit > FEW ? MOST_ENTRIES : FEW) + 1)}) n ON true
  LEFT JOIN LATERAL (${eventFrom('n')}) e ON e.id = n.row_id
 ORDER BY n.position LIMIT $3`;

/**
 * The same for some types. Examines at most {@link LOOKED_AT} events. If it finds fewer entries than the limit,
 * `looked_until` is the last examined position, where the next part continues. Values: tenant, position, limit, event
 * names, kinds of records.
 */
export const NEXT_ENTRIES_OF_TYPES = `
WITH ${HEAD}, found AS MATERIALIZED (
  SELECT l.position, l.hash, ${ENTRY}
    FROM (${nextSeals(LOOKED_AT)}) l JOIN LATERAL (${eventFrom('l')}) e ON e.id = l.row_id
   WHERE e.name = ANY ($4) OR split_part(e.name, '.', 1) = ANY ($5)
   ORDER BY l.position LIMIT $3
), last AS (
  SELECT l.position, l.hash FROM (${nextSeals(LOOKED_AT)}) l
   WHERE (SELECT count(*) FROM found) < $3 ORDER BY l.position OFFSET ${LOOKED_AT - 1}
)
SELECT h.*, last.position AS looked_until, last.hash AS looked_hash, n.position, n.hash,
       n.id, n.event, n.created_at, n.body, n.resource_type, n.resource_id, n.resource_version
  FROM head h LEFT JOIN last ON true LEFT JOIN found n ON true
 ORDER BY n.position`;
