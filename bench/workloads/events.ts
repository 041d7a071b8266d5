import { withClient } from '../../tools/servers/databases';
import { cursorOf } from '../../src/history/changes/domain/cursor';
import type { TenantId } from '../../src/common/records/ids';
import type { TenantSpec } from '../scale';

/** The event of which the feed has one alone, its last. */
export const RARE_EVENT = 'project.created';

/** As many characters as the event of an order of three lines has. */
const BODY_CHARACTERS = 900;

/** How many cursors are taken, spread evenly over the order. */
const CURSORS = 1_000;

const CLEAR = ['evidence_queue', 'evidence_seals', 'evidence_chains', 'events'].map(
  (table) => `DELETE FROM ${table} WHERE tenant_id = $1`,
);

/** Events with their seals. Values: tenant, how many. */
const SEALED = `
  WITH written AS (
    INSERT INTO events (tenant_id, event_id, name, body, created_at, resource_type, resource_id, resource_version)
    SELECT $1, gen_random_uuid(), CASE WHEN n = $2::int THEN '${RARE_EVENT}' ELSE 'vendor.updated' END,
           rpad('{"data": {"vendor_id": 1, "name": "', ${BODY_CHARACTERS}, md5(n::text)) || '"}}', now(),
           CASE WHEN n = $2::int THEN 'project' ELSE 'vendor' END, 1, n
      FROM generate_series(1, $2::int) n
    RETURNING id
  )
  INSERT INTO evidence_seals (tenant_id, position, version, kind, row_id, occurred_at, sealed_at, digest, hash)
  SELECT $1, row_number() OVER (ORDER BY id), 2, 'event', id, now(), now(), sha256(id::text::bytea), sha256(id::text::bytea)
    FROM written`;

const ENDS = `
  INSERT INTO evidence_chains (tenant_id, position, hash, start_hash)
  SELECT tenant_id, position, hash, sha256('start') FROM evidence_seals WHERE tenant_id = $1 AND position = $2`;

/**
 * Gives a tenant so many sealed events, and no others. They are written by SQL: their seals are no evidence of anything.
 * @returns cursors of places spread over the order, the last of them its end
 */
export async function sealedEvents(adminUrl: string, { slug }: TenantSpec, count: number): Promise<string[]> {
  return withClient(adminUrl, async (client) => {
    const { rows } = await client.query<{ id: TenantId }>('SELECT id FROM tenants WHERE slug = $1', [slug]);
    const tenantId = rows[0]?.id;
    if (!tenantId) throw new Error(`There is no tenant ${slug}`);
    await client.query('SET session_replication_role = replica; SET synchronous_commit = off');
    for (const statement of CLEAR) await client.query(statement, [tenantId]);
    await client.query(SEALED, [tenantId, count]);
    await client.query(ENDS, [tenantId, count]);
    await client.query('VACUUM ANALYZE events, evidence_seals, evidence_chains');
    const places = await client.query<{ position: string; hash: Buffer }>(
      'SELECT position, hash FROM evidence_seals WHERE tenant_id = $1 AND position % $2 = 0 ORDER BY position',
      [tenantId, Math.max(1, Math.floor(count / CURSORS))],
    );
    return places.rows.map(({ position, hash }) => cursorOf(tenantId, { position: Number(position), mark: hash }));
  });
}
