import { withClient } from '../../tools/servers/databases';
import type { Client } from 'pg';
import type { Scale } from '../scale';

/** Rows beside what the benchmark seeds; the triggers note what is to be sealed. Value: the number of tenants, null for all. */
const ENTRIES = [
  `INSERT INTO audit_log (tenant_id, occurred_at, user_id, user_name, token_id, request_id, action, entity_type, entity_id)
   SELECT id, now(), 1, 'owner', 1, 'seed', 'created', 'tenant', NULL FROM (SELECT id FROM tenants ORDER BY id LIMIT $1) AS tenants`,
  `INSERT INTO events (tenant_id, event_id, name, body, created_at, resource_type, resource_id, resource_version)
   SELECT id, gen_random_uuid(), 'vendor.updated', '{"data": {"vendor_id": 1}}', now(), 'vendor', 1, 1 FROM (SELECT id FROM tenants ORDER BY id LIMIT $1) AS tenants`,
];

/** Gives every tenant one audit entry and one event that wait to be sealed; once for an installation. */
export async function writeHistory(adminUrl: string, { name }: Scale): Promise<void> {
  await withClient(adminUrl, async (client) => {
    const mark = `${name}, with history`;
    if ((await client.query('SELECT FROM bench_seed WHERE scale = $1', [mark])).rowCount) return;
    await client.query('SET synchronous_commit = off');
    // The seed writes an audit trail past the triggers, which no chain would know of.
    await client.query('TRUNCATE audit_log, evidence_queue, evidence_seals, evidence_chains, evidence_anchors');
    await writeEntries(client);
    await client.query('VACUUM ANALYZE');
    await client.query('INSERT INTO bench_seed VALUES ($1)', [mark]);
  });
}

/** Gives so many tenants, all when left out, one more audit entry and one more event. */
export async function writeEntries(client: Client, tenants: number | null = null): Promise<void> {
  for (const statement of ENTRIES) await client.query(statement, [tenants]);
}
