import * as fc from 'fast-check';
import { Client } from 'pg';
import type { TenantId } from '../../src/common/records/ids';
import { ChangesQueries } from '../../src/history/changes';
import { cursorOf, positionOf } from '../../src/history/changes/domain/cursor';
import { Pruning } from '../../src/integration/webhooks/queue/pruning';
import { type Service, startApp } from '../support/app';
import { awaitedLater } from '../support/awaited-later';
import type { Loose } from '../support/client';
import { seal, sealBesideWorker } from '../support/evidence';
import { ManualClock } from '../support/manual-clock';
import { asOwner, aVendor } from '../support/purchase-orders';
import { until } from '../support/until';
import { ONE_FORM } from '../support/sampled';

const DAY = 86_400_000;
const WRITERS = 4;

/** Reads from a cursor to the end, and returns the changes and the final cursor. */
async function readOn(
  service: Service,
  after: string,
  limit = 3,
  token?: string,
): Promise<{ ids: string[]; cursor: string }> {
  const client = service.client(token ? { token } : {});
  const ids: string[] = [];
  for (let cursor = after; ;) {
    const { body } = await client.call('GET', '/changes', 200, undefined, { query: { after: cursor, limit } });
    ids.push(...(body.data as Loose[]).map(({ id }) => id as string));
    cursor = body.meta.next_cursor as string;
    if (!body.meta.has_more) return { ids, cursor };
  }
}

describe('A cursor of /changes', () => {
  let service: Service;
  const clients: Client[] = [];

  beforeAll(async () => {
    // The test itself seals events.
    service = await startApp({ env: { PROCESS_ROLE: 'api' }, clock: new ManualClock(new Date()) });
    for (let index = 0; index <= WRITERS; index += 1) {
      const client = new Client({ connectionString: service.adminUrl });
      await client.connect();
      clients.push(client);
    }
  });
  afterAll(async () => {
    for (const client of clients) await client.end();
    await service.stop();
  });

  const clientOf = (who: number): Client => clients[who] as Client;
  const write = async (client: Client, tenantId: TenantId): Promise<string> => {
    const { rows } = await client.query<{ event_id: string }>(
      `INSERT INTO events (tenant_id, event_id, name, body, created_at)
       VALUES ($1, gen_random_uuid(), 'vendor.updated', '{"data": {"vendor_id": 1}}', now()) RETURNING event_id`,
      [tenantId],
    );
    return (rows[0] as { event_id: string }).event_id;
  };

  it('is not overtaken by a later commit, and not blocked by an open transaction', async () => {
    const hanging = clientOf(WRITERS);
    const step = fc.oneof(
      fc.record({ who: fc.nat(WRITERS - 1), does: fc.constantFrom('write', 'commit', 'rollback') }),
      fc.constant('read' as const),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
        const { tenant, token } = await service.newTenant();
        await seal(service);
        let cursor = await service.app.get(ChangesQueries).now(tenant.id);
        const open = new Map<number, string[]>();
        const committed: string[] = [];
        const read: string[] = [];
        await hanging.query('BEGIN');
        const hung = await write(hanging, tenant.id);

        const look = async (): Promise<void> => {
          await seal(service);
          const part = await readOn(service, cursor, 3, token.token);
          cursor = part.cursor;
          read.push(...part.ids);
          expect([...read].sort()).toEqual([...committed].sort());
        };
        for (const next of [...steps, 'read' as const]) {
          if (next === 'read') {
            await look();
            continue;
          }
          const written = open.get(next.who);
          const client = clientOf(next.who);
          if (next.does === 'write') {
            if (!written) await client.query('BEGIN');
            open.set(next.who, [...(written ?? []), await write(client, tenant.id)]);
          } else if (written) {
            await client.query(next.does === 'commit' ? 'COMMIT' : 'ROLLBACK');
            if (next.does === 'commit') committed.push(...written);
            open.delete(next.who);
          }
        }
        for (const [who, written] of open) {
          await clientOf(who).query('COMMIT');
          committed.push(...written);
        }
        await look();
        await hanging.query('COMMIT');
        committed.push(hung);
        await look();
      }),
      { numRuns: 10, endOnFailure: true },
    );
  });

  it('remains valid during an open transaction of another tenant', async () => {
    const other = await service.newTenant();
    const hanging = clientOf(WRITERS);
    await hanging.query('BEGIN');
    await write(hanging, other.tenant.id);
    const cursor = await service.app.get(ChangesQueries).now(service.tenant.tenant.id);
    await aVendor(service.client());
    await seal(service);
    expect((await readOn(service, cursor)).ids).toHaveLength(1);
    await hanging.query('ROLLBACK');
  });

  it('leads to changes of rare types behind many others', async () => {
    const { id } = service.tenant.tenant;
    await seal(service);
    const before = await service.app.get(ChangesQueries).now(id);
    const written = (name: string, count: number): Promise<unknown> =>
      asOwner(
        service,
        `INSERT INTO events (tenant_id, event_id, name, body, created_at)
         SELECT $1, gen_random_uuid(), $2, '{"data": {}}', now() FROM generate_series(1, $3)`,
        [id, name, count],
      );
    // The number of events examined for one page.
    await written('vendor.updated', 5_000);
    await written('project.created', 1);
    await seal(service);
    const names: string[] = [];
    for (let after = before, hasMore = true; hasMore;) {
      const query = { after, types: 'project' };
      const { body } = await service.client().call('GET', '/changes', 200, undefined, { query });
      names.push(...(body.data as Loose[]).map(({ event }) => event as string));
      ({ next_cursor: after, has_more: hasMore } = body.meta);
    }
    expect(names).toEqual(['project.created']);
  });

  it('is followed by a new event that is sealed while old ones are being marked as removed', async () => {
    const { tenant, token } = await service.newTenant();
    await seal(service);
    const cursor = await service.app.get(ChangesQueries).now(tenant.id);
    const [sealing, marking] = [clientOf(0), clientOf(1)];
    // All events sealed so far count as old. Events have milliseconds: a later instant could be after the new event.
    const { rows: instants } = await sealing.query<{ before: string }>(
      `SELECT date_trunc('milliseconds', clock_timestamp())::text AS before`,
    );
    const young = await write(sealing, tenant.id);
    await sealing.query('BEGIN');
    await sealing.query(`SELECT set_config('app.tenant_id', $1, true)`, [tenant.id]);
    for (let sealed = 0; sealed === 0;) {
      const { rows } = await sealing.query<{ sealed: number }>('SELECT sealed FROM seal_evidence(100, now())');
      sealed = rows[0]?.sealed ?? 0;
    }
    await marking.query('BEGIN');
    await marking.query(`SELECT set_config('app.tenant_id', $1, true)`, [tenant.id]);
    const marked = awaitedLater(marking.query('SELECT mark_events_removed($1)', [instants[0]?.before]));
    await until(async () => {
      const waiting = `SELECT FROM pg_stat_activity WHERE query LIKE 'SELECT mark_events_removed%' AND wait_event_type = 'Lock'`;
      return (await asOwner(service, waiting)).length > 0;
    });
    await sealing.query('COMMIT');
    await marked;
    await marking.query('COMMIT');
    // The service only marks events older than 30 days.
    await asOwner(service, 'UPDATE evidence_chains SET events_removed_before = NULL WHERE tenant_id = $1', [tenant.id]);
    for (const after of [cursor, '']) expect((await readOn(service, after, 3, token.token)).ids).toEqual([young]);
  });

  it('returns an error if the order has changed: after a database restore or a sandbox reset', async () => {
    const { id } = service.tenant.tenant;
    await aVendor(service.client());
    await seal(service);
    const cursor = await service.app.get(ChangesQueries).now(id);
    const { position = 0 } = positionOf(id, cursor) ?? {};
    for (const other of [
      { position, mark: Buffer.alloc(8, 1) },
      { position: position + 1, mark: Buffer.alloc(8, 1) },
      { position: 0, mark: Buffer.alloc(8) },
    ]) {
      const query = { after: cursorOf(id, other) };
      const { body } = await service.client().call('GET', '/changes', 400, undefined, { query });
      expect(body.error.code).toBe('CURSOR_EXPIRED');
    }
  });
});

describe('Changes removed after 30 days', () => {
  const clock = new ManualClock(new Date());
  let service: Service;

  beforeAll(async () => {
    service = await startApp({ works: true, clock });
  });
  afterAll(() => service.stop());

  const now = async (): Promise<string> => {
    await sealBesideWorker(service);
    return service.app.get(ChangesQueries).now(service.tenant.tenant.id);
  };

  it('are reported even if only one was missed, directly before a retained one', async () => {
    // Written directly, because every operation would add an audit entry between the two.
    const written = (): Promise<unknown> =>
      asOwner(
        service,
        `INSERT INTO events (tenant_id, event_id, name, body, created_at)
         VALUES ($1, gen_random_uuid(), 'vendor.updated', '{"data": {"vendor_id": 1}}', $2)`,
        [service.tenant.tenant.id, clock.now()],
      );
    const before = await now();
    await written();
    clock.advance(30 * DAY);
    await written();
    await now();
    // Exactly at the maximum age.
    clock.advance(30 * DAY);
    await service.app.get(Pruning).prune();
    const { body } = await service.client().call('GET', '/changes', 400, undefined, { query: { after: before } });
    expect(body.error.code).toBe('CURSOR_EXPIRED');
    expect(await service.client().get('/changes')).toMatchObject([{ event: 'vendor.updated' }]);
  });

  it.each(ONE_FORM)('cause an error with the remedy, while later changes remain available (Form %s)', async (form) => {
    const client = service.client({ form });
    const read = (after: string, status = 200) =>
      client.call('GET', '/changes', status, undefined, { query: { after } });
    const old = await now();
    await aVendor(client, { name: 'Old' });
    const between = await now();
    clock.advance(20 * DAY);
    const { id } = await aVendor(client, { name: 'Young' });
    await now();
    clock.advance(9 * DAY);
    await service.app.get(Pruning).prune();
    expect((await read(old)).body.data).toHaveLength(2);
    clock.advance(2 * DAY);
    await service.app.get(Pruning).prune();

    const { body } = await read(old, 400);
    expect(body.error).toMatchObject({ code: 'CURSOR_EXPIRED', message: expect.stringContaining('export') });
    expect(body.error.details).toBeUndefined();
    for (const after of [between, '']) {
      const kept = (await read(after)).body;
      expect(kept.data).toMatchObject([{ event: 'vendor.created', resource: { id, version: 1 } }]);
    }
    // Nothing was published after it, so it stays valid regardless of its age.
    const last = await now();
    clock.advance(400 * DAY);
    await service.app.get(Pruning).prune();
    expect((await read(last)).body.data).toEqual([]);
    expect(await asOwner(service, 'SELECT FROM events')).toEqual([]);
  });
});
