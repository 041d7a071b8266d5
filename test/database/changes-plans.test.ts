import type { Client } from 'pg';
import { withClient } from '../../tools/servers/databases';
import { type Service, startApp } from '../support/app';
import { asService } from '../support/purchase-orders';
import { sentDuring, type Statement } from '../support/statements';

const FEW = 1_000;
const MANY = 200_000;
const RARE = 'project.created';

/** Inserts only sealed events of a tenant. The last one is of a rare type. */
const SEALED = `
  WITH rows AS (
    INSERT INTO events (tenant_id, event_id, name, body, created_at, resource_type, resource_id, resource_version)
    SELECT $1, gen_random_uuid(), CASE WHEN n = $2::int THEN '${RARE}' ELSE 'vendor.updated' END,
           '{"data": {"vendor_id": 1}}', now(), 'vendor', 1, n
      FROM generate_series(1, $2::int) n
    RETURNING id
  ), seals AS (
    INSERT INTO evidence_seals (tenant_id, position, version, kind, row_id, occurred_at, sealed_at, digest, hash)
    SELECT $1, row_number() OVER (ORDER BY id), 2, 'event', id, now(), now(), sha256(id::text::bytea), sha256(id::text::bytea)
      FROM rows
  )
  INSERT INTO evidence_chains (tenant_id, position, hash, start_hash) VALUES ($1, $2::int, sha256('end'), sha256('start'))`;

/** Ends the chain with its last seal. */
const ENDS = `UPDATE evidence_chains c SET hash = s.hash FROM evidence_seals s
  WHERE c.tenant_id = $1 AND s.tenant_id = $1 AND s.position = c.position`;

describe('A page of the feed of changes', () => {
  let service: Service;
  const tenants = new Map<number, { readonly id: string; readonly token: string }>();

  beforeAll(async () => {
    // The data bypasses the service, and a worker would continue the chain.
    service = await startApp({ books: false, env: { PROCESS_ROLE: 'api' } });
    for (const count of [FEW, MANY]) {
      const { tenant, token } = await service.newTenant();
      tenants.set(count, { id: tenant.id, token: token.token });
      await withClient(service.adminUrl, async (client) => {
        await client.query('BEGIN');
        await client.query('ALTER TABLE events DISABLE TRIGGER USER');
        await client.query('DELETE FROM evidence_queue WHERE tenant_id = $1', [tenant.id]);
        await client.query('DELETE FROM events WHERE tenant_id = $1', [tenant.id]);
        await client.query(SEALED, [tenant.id, count]);
        await client.query(ENDS, [tenant.id]);
        await client.query('ALTER TABLE events ENABLE TRIGGER USER');
        await client.query('COMMIT');
      });
    }
    await service.owner.query('VACUUM ANALYZE events, evidence_seals, evidence_chains');
  }, 180_000);
  afterAll(() => service.stop());

  const tenantOf = (count: number) => tenants.get(count) as { readonly id: string; readonly token: string };
  const read = async (count: number, query: object) =>
    (
      await service.client({ token: tenantOf(count).token }).call('GET', '/changes', 200, undefined, {
        query: query as never,
      })
    ).body;
  const asked = async (count: number, query: object): Promise<Statement> => {
    const sent = await sentDuring(() => read(count, query));
    const statement = sent.find(({ text }) => text.includes('evidence_seals'));
    if (!statement) throw new Error('The order was not read');
    return statement;
  };

  /** Executes a statement like the service, with a custom and a generic plan, and returns the cost of each. */
  async function plans(count: number, { text, values }: Statement): Promise<{ buffers: number; plan: string }[]> {
    const inBothModes = async (client: Client) => {
      const found: { buffers: number; plan: string }[] = [];
      for (const mode of ['force_custom_plan', 'force_generic_plan']) {
        await client.query(`SET LOCAL plan_cache_mode = ${mode}`);
        found.push(await explained(client, text, values));
      }
      return found;
    };
    return asService(service, inBothModes, tenantOf(count).id);
  }

  const explained = async (client: Client, text: string, values: readonly unknown[]) => {
    const name = `explained_${Math.random().toString(36).slice(2)}`;
    const types = text.includes('$5') ? '(uuid, bigint, bigint, text[], text[])' : '(uuid, bigint, bigint)';
    await client.query(`PREPARE ${name} ${types} AS ${text}`);
    const literal = (value: unknown): string =>
      value === null
        ? 'NULL'
        : Array.isArray(value)
          ? `ARRAY[${(value as string[]).map((one) => `'${one}'`).join(',')}]::text[]`
          : `'${value as string}'`;
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN (ANALYZE, BUFFERS) EXECUTE ${name} (${values.map(literal).join(', ')})`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    const [, hit = '0', , fetched = '0'] = /Buffers: shared(?: hit=(\d+))?( read=(\d+))?/.exec(plan) ?? [];
    return { plan, buffers: Number(hit) + Number(fetched) };
  };

  it.each([
    ['the first', {}, 1_000],
    ['a long one', { limit: 1000 }, 12_000],
    ['one of some types that are rare', { types: 'project' }, 40_000],
    ['one of some types that are not', { types: 'vendor' }, 2_000],
  ])('costs the same among a thousand and many: %s', async (_, query, most) => {
    for (const count of [FEW, MANY]) {
      for (const { plan, buffers } of await plans(count, await asked(count, query))) {
        expect(`${count} ${plan}`).not.toMatch(/Seq Scan on (events|evidence_seals)\b/);
        expect(plan).toMatch(/ix_evidence_seals_events|pk_evidence_seals/);
        expect(buffers).toBeLessThan(most);
      }
    }
  });

  it('costs no more if the statistics of PostgreSQL show a single event for nearly every tenant', async () => {
    await service.owner.query('ALTER TABLE events ALTER COLUMN tenant_id SET (n_distinct = -0.99)');
    await service.owner.query('ANALYZE events');
    for (const query of [{}, { types: 'vendor' }]) {
      const [, any] = await plans(FEW, await asked(FEW, query));
      expect(any?.plan).toContain('pk_events');
      expect(any?.buffers).toBeLessThan(2_000);
    }
    await service.owner.query('ALTER TABLE events ALTER COLUMN tenant_id RESET (n_distinct)');
    await service.owner.query('ANALYZE events');
  });

  it('costs the same at the end of many', async () => {
    const { meta } = await read(MANY, { after: 'now' });
    const statement = await asked(MANY, { after: meta.next_cursor });
    for (const { buffers } of await plans(MANY, statement)) expect(buffers).toBeLessThan(200);
  });

  it('of a rare type ends after five thousand events without a match and can be continued', async () => {
    let parts = 0;
    for (let after = '', found = 0; found === 0; parts += 1) {
      const { data, meta } = await read(MANY, { after, types: RARE });
      found = data.length;
      expect(meta.has_more || found === 1).toBe(true);
      after = meta.next_cursor;
    }
    expect(parts).toBe(MANY / 5_000);
  });
});
