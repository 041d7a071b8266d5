/** SELECT of where a tenant's order ends now; no row before its first seal. Value: tenant. */
export const END_OF_ORDER = `SELECT position, hash FROM evidence_chains WHERE tenant_id = $1`;

/** Entries that one answer has at most, and with them how many seals a part reads at once. */
export const MOST_ENTRIES = 1_000;
const FEW = 100;

/** Events that are looked at for one part when it asks for some types only. */
const LOOKED_AT = 5_000;

const ENTRY = `e.event_id AS id, e.name AS event, e.created_at, e.body, e.resource_type, e.resource_id, e.resource_version`;

/**
 * The place after which a part begins, and what is known of it. Values: tenant, position of the cursor (null: behind what may have
 * been removed).
 */
const HEAD = `
head AS (
  SELECT c.position AS end_position, c.hash AS end_hash, coalesce($2::bigint, c.events_start_position) AS after,
         (SELECT k.hash FROM evidence_seals k WHERE k.tenant_id = $1 AND k.position = $2) AS hash_after,
         $2 < c.events_start_position AND EXISTS (
           SELECT FROM evidence_seals m WHERE m.tenant_id = $1 AND m.kind = 'event'
              AND m.position > $2 AND m.position <= c.events_start_position) AS has_missed
    FROM evidence_chains c WHERE c.tenant_id = $1
)`;

/** The next seals of events. A limit that the planner knows: it never takes another way than along the index. */
const nextSeals = (most: number): string => `
  SELECT s.position, s.row_id, s.hash FROM evidence_seals s
   WHERE s.tenant_id = $1 AND s.kind = 'event' AND s.position > (SELECT after FROM head)
   ORDER BY s.position LIMIT ${most}`;

/**
 * The event of a seal, or the next that there is: who asks compares their ids. By its key whatever the planner thinks of the types that
 * are asked for; and in its order, which no other index has: where nearly every tenant has a single event, the planner takes all
 * unique indexes of a tenant for equally good, and would go through the tenant's events for each seal.
 */
const eventFrom = (seal: string): string =>
  `SELECT * FROM events k WHERE k.tenant_id = $1 AND k.id >= ${seal}.row_id ORDER BY k.id LIMIT 1`;

/**
 * SELECT of the next entries of a tenant, and of the place that they follow, all of one moment; one row with null for the
 * entry when there is none, no row before the tenant's first seal. Values: tenant, position, how many.
 */
export const nextEntries = (limit: number): string => `
WITH ${HEAD}
SELECT h.*, NULL::bigint AS looked_until, NULL::bytea AS looked_hash, n.position, n.hash, ${ENTRY}
  FROM head h
  LEFT JOIN (${nextSeals((limit > FEW ? MOST_ENTRIES : FEW) + 1)}) n ON true
  LEFT JOIN LATERAL (${eventFrom('n')}) e ON e.id = n.row_id
 ORDER BY n.position LIMIT $3`;

/**
 * The same of some types only. It looks at {@link LOOKED_AT} events at most, and at no more than it takes to find so many: where it
 * finds fewer, `looked_until` says up to where it looked, and the next part goes on there. Values: tenant, position, how many,
 * names of events, kinds of records.
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
