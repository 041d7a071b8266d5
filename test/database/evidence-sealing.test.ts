import { Logger } from '@nestjs/common';
import fc from 'fast-check';
import { Client } from 'pg';
import { Clock } from '../../src/common/clock';
import type { TenantId } from '../../src/common/records/ids';
import { UnitOfWork } from '../../src/platform/database';
import { Anchors, EvidenceVerification, Sealing } from '../../src/history/evidence';
import { Periodic } from '../../src/platform/periodic';
import { type Service, startApp } from '../support/app';
import { entry, problems, seal, type Sealed, sealedRows, sealSome } from '../support/evidence';
import { asOwner } from '../support/purchase-orders';

const CONNECTIONS = 4;

/** The next action of a connection, or a sealing. */
type Step = { readonly who: number; readonly does: 'write' | 'commit' | 'roll back' } | 'seal' | 'two seal at once';

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ who: fc.nat(CONNECTIONS - 1), does: fc.constant('write' as const) }) },
  { weight: 3, arbitrary: fc.record({ who: fc.nat(CONNECTIONS - 1), does: fc.constant('commit' as const) }) },
  { weight: 1, arbitrary: fc.record({ who: fc.nat(CONNECTIONS - 1), does: fc.constant('roll back' as const) }) },
  { weight: 3, arbitrary: fc.constantFrom('seal' as const, 'two seal at once' as const) },
);

/** Transactions commit in any order, and some never do. Positions that a reader has seen must not change. */
describe('Sealing of evidence', () => {
  let service: Service;
  let beside: Service;
  const clients: Client[] = [];

  beforeAll(async () => {
    service = await startApp({ env: { PROCESS_ROLE: 'api' } });
    beside = await startApp({ beside: service });
    for (let index = 0; index <= CONNECTIONS; index += 1) {
      const client = new Client({ connectionString: service.adminUrl });
      await client.connect();
      clients.push(client);
    }
  });
  afterAll(async () => {
    for (const client of clients) await client.end();
    await beside.stop();
    await service.stop();
  });

  const clientOf = (who: number): Client => {
    const client = clients[who];
    if (!client) throw new Error('There are not so many connections');
    return client;
  };
  /** Writes an event or an entry, perhaps in an open transaction. Returns its name in the sealed order. */
  const write = async (client: Client, tenantId: TenantId, isEvent: boolean): Promise<string> => {
    const { rows } = await client.query<{ id: string }>(
      isEvent
        ? `INSERT INTO events (tenant_id, event_id, name, body, created_at) VALUES ($1, gen_random_uuid(), 'vendor.created', '{}', now()) RETURNING id`
        : `INSERT INTO audit_log (tenant_id, occurred_at, action, entity_type) VALUES ($1, now(), 'created', 'test') RETURNING id`,
      [tenantId],
    );
    return `${isEvent ? 'event' : 'audit'} ${rows[0]?.id}`;
  };
  const names = (rows: readonly Sealed[]): string[] => rows.map(({ kind, row_id }) => `${kind} ${row_id}`);

  it('assigns each committed row one position after all earlier ones, regardless of open transactions', async () => {
    const hanging = clientOf(CONNECTIONS);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), fc.boolean(), async (steps, ends) => {
        const tenantId = (await service.newTenant()).tenant.id;
        await seal(service);
        const open = new Map<number, string[]>();
        const committed = names(await sealedRows(service, tenantId));
        let shown = await sealedRows(service, tenantId);
        // Writes first and remains open.
        await hanging.query('BEGIN');
        const hung = [await write(hanging, tenantId, false), await write(hanging, tenantId, true)];

        const look = async (): Promise<void> => {
          const now = await sealedRows(service, tenantId);
          expect(now.slice(0, shown.length)).toEqual(shown);
          expect(now.map(({ position }) => position)).toEqual(now.map((_, index) => index + 1));
          expect(names(now).sort()).toEqual([...committed].sort());
          shown = now;
        };
        for (const next of steps) {
          if (next === 'seal') await seal(service);
          else if (next === 'two seal at once') await Promise.all([seal(service), seal(beside)]);
          else await act(next, open, committed, tenantId);
          if (typeof next === 'string') {
            await seal(service);
            await look();
          }
        }
        for (const who of open.keys()) await act({ who, does: 'commit' }, open, committed, tenantId);
        await hanging.query(ends ? 'COMMIT' : 'ROLLBACK');
        if (ends) committed.push(...hung);
        await seal(service);
        await look();
        expect(await problems(service, tenantId)).toEqual([]);
      }),
      { numRuns: 25, endOnFailure: true },
    );
  });

  async function act(
    { who, does }: Exclude<Step, string>,
    open: Map<number, string[]>,
    committed: string[],
    tenantId: TenantId,
  ): Promise<void> {
    const client = clientOf(who);
    const written = open.get(who);
    if (does === 'write') {
      if (!written) await client.query('BEGIN');
      open.set(who, [...(written ?? []), await write(client, tenantId, (written?.length ?? 0) % 2 === 1)]);
    } else if (written) {
      await client.query(does === 'commit' ? 'COMMIT' : 'ROLLBACK');
      if (does === 'commit') committed.push(...written);
      open.delete(who);
    }
  }

  it('follows the order of writes within a transaction, and seals older rows first', async () => {
    const tenantId = (await service.newTenant()).tenant.id;
    await seal(service);
    const before = (await sealedRows(service, tenantId)).length;
    const client = clientOf(0);
    await client.query('BEGIN');
    const written: string[] = [];
    for (let index = 0; index < 6; index += 1) written.push(await write(client, tenantId, index % 2 === 0));
    await client.query('COMMIT');
    written.push(await write(client, tenantId, false));
    await seal(service);
    expect(names(await sealedRows(service, tenantId)).slice(before)).toEqual(written);
  });

  it('continues for all tenants during an open transaction and while another worker seals', async () => {
    const [stuck, other] = [(await service.newTenant()).tenant.id, (await service.newTenant()).tenant.id];
    await seal(service);
    const hanging = clientOf(0);
    await hanging.query('BEGIN');
    await write(hanging, stuck, true);
    // Like a worker frozen during sealing: it holds the lock of the tenant's chain.
    const frozen = clientOf(1);
    await frozen.query('BEGIN');
    await frozen.query('SELECT FROM evidence_chains WHERE tenant_id = $1 FOR UPDATE', [stuck]);
    const mine = `audit ${await entry(service, 'mine', stuck)}`;
    const theirs = `audit ${await entry(service, 'theirs', other)}`;
    await seal(service);
    expect(names(await sealedRows(service, other))).toContain(theirs);
    expect(names(await sealedRows(service, stuck))).not.toContain(mine);
    await frozen.query('ROLLBACK');
    await seal(service);
    expect(names(await sealedRows(service, stuck))).toContain(mine);
    await hanging.query('ROLLBACK');
  });

  it('stores nothing of an aborted batch, and seals all of it in the next one', async () => {
    const tenantId = (await service.newTenant()).tenant.id;
    await seal(service);
    const before = await sealedRows(service, tenantId);
    const row = `audit ${await entry(service, 'x', tenantId)}`;
    const crashed = clientOf(2);
    await crashed.query(`BEGIN; SET LOCAL app.tenant_id = '${tenantId}'`);
    const { rows } = await crashed.query('SELECT sealed, more FROM seal_evidence(1000, now())');
    expect(rows).toEqual([{ sealed: 1, more: false }]);
    await crashed.query('ROLLBACK');
    expect(await sealedRows(service, tenantId)).toEqual(before);
    await seal(service);
    expect(names(await sealedRows(service, tenantId)).slice(before.length)).toEqual([row]);
  });

  it('seals a row once that was queued twice or is sealed already', async () => {
    const tenantId = (await service.newTenant()).tenant.id;
    const id = await entry(service, 'twice', tenantId);
    const again = `INSERT INTO evidence_queue (tenant_id, kind, row_id) VALUES ($1, 'audit', $2)`;
    await asOwner(service, again, [tenantId, id]);
    await seal(service);
    await asOwner(service, again, [tenantId, id]);
    await entry(service, 'after', tenantId);
    await seal(service);
    const rows = await sealedRows(service, tenantId);
    expect(rows.filter(({ kind, row_id }) => kind === 'audit' && row_id === id)).toHaveLength(1);
    expect(await problems(service, tenantId)).toEqual([]);
  });

  it('works in turns: neither a full nor a broken tenant delays another one', async () => {
    const [full, broken, small] = [await service.newTenant(), await service.newTenant(), await service.newTenant()].map(
      ({ tenant }) => tenant.id,
    ) as [TenantId, TenantId, TenantId];
    await seal(service);
    await asOwner(
      service,
      `INSERT INTO audit_log (tenant_id, occurred_at, action, entity_type) SELECT $1, now(), 'created', 'test' FROM generate_series(1, 2500)`,
      [full],
    );
    await entry(service, 'x', broken);
    await asOwner(service, `UPDATE evidence_queue SET kind = 'nonsense' WHERE tenant_id = $1`, [broken]);
    await entry(service, 'x', small);
    const writes = jest.spyOn(service.app.get(UnitOfWork), 'write');
    await expect(service.app.get(Sealing).sealAll()).rejects.toThrow('1 tenants could not be sealed');
    const turns = writes.mock.calls.map(([tenant]) => tenant);
    writes.mockRestore();
    expect(turns.slice(0, 3).sort()).toEqual([full, broken, small].sort());
    expect(turns.slice(3)).toEqual([full, full]);
    expect(await asOwner(service, 'SELECT tenant_id FROM evidence_queue')).toEqual([{ tenant_id: broken }]);
    await asOwner(service, `UPDATE evidence_queue SET kind = 'audit' WHERE tenant_id = $1`, [broken]);
    await seal(service);
    expect(await asOwner(service, 'SELECT * FROM evidence_queue')).toEqual([]);
  });

  it('includes rows from before the feature, oldest first and in limited batches, then new rows', async () => {
    const tenantId = (await service.newTenant()).tenant.id;
    await seal(service);
    // The state after the migration: rows without queue entries, and a chain that knows their range.
    await asOwner(service, `DELETE FROM evidence_seals WHERE tenant_id = '${tenantId}'`);
    await asOwner(
      service,
      `INSERT INTO audit_log (tenant_id, occurred_at, action, entity_type)
       SELECT $1, '2099-01-01'::timestamptz + n * interval '2 s', 'created', 'test' FROM generate_series(1, 120) n`,
      [tenantId],
    );
    await asOwner(
      service,
      `INSERT INTO events (tenant_id, event_id, name, body, created_at)
       SELECT $1, gen_random_uuid(), 'vendor.created', '{}', '2099-01-01'::timestamptz + n * interval '3 s' FROM generate_series(1, 80) n`,
      [tenantId],
    );
    await asOwner(service, `DELETE FROM evidence_queue WHERE tenant_id = '${tenantId}'`);
    await asOwner(
      service,
      `UPDATE evidence_chains c SET position = 0, hash = evidence_genesis(tenant_id),
              audit_until = (SELECT max(id) FROM audit_log a WHERE a.tenant_id = c.tenant_id),
              events_until = (SELECT max(id) FROM events e WHERE e.tenant_id = c.tenant_id)
        WHERE tenant_id = $1`,
      [tenantId],
    );
    const latest = `audit ${await entry(service, 'new', tenantId)}`;
    const { unsealed } = await service.app.get(EvidenceVerification).all({ tenantId });
    expect(unsealed).toBeGreaterThan(200);
    expect(await problems(service, tenantId)).toEqual([]);

    expect(await sealSome(service, 30, tenantId)).toEqual({ sealed: 30, more: true });
    expect((await sealedRows(service, tenantId)).length).toBe(30);
    expect(await problems(service, tenantId)).toEqual([]);
    for (let more = true; more;) more = (await sealSome(service, 30, tenantId))?.more ?? false;
    const rows = await sealedRows(service, tenantId);
    expect(rows).toHaveLength(unsealed);
    expect(names(rows).at(-1)).toBe(latest);
    const times = await asOwner<{ sorted: boolean }>(
      service,
      `SELECT bool_and(occurred_at >= before) AS sorted FROM (
         SELECT occurred_at, lag(occurred_at) OVER (ORDER BY position) AS before FROM evidence_seals
          WHERE tenant_id = $1 AND occurred_at > '2099-01-01') s`,
      [tenantId],
    );
    expect(times).toEqual([{ sorted: true }]);
    expect(await service.app.get(EvidenceVerification).all({ tenantId })).toMatchObject({ unsealed: 0, faults: 0 });
  });

  it('creates digests of every column, so that no change is undetected', async () => {
    const columns = await asOwner<{ table: string; columns: string[] }>(
      service,
      `SELECT table_name AS table, array_agg(column_name::text ORDER BY column_name) AS columns FROM information_schema.columns
        WHERE table_name IN ('audit_log', 'events') GROUP BY 1 ORDER BY 1`,
    );
    // A new column goes into seal_evidence.sql, evidence-verification.sql.ts, docs/decisions/0010-evidence.md and here.
    const audit = 'action details entity_id entity_type id occurred_at request_id tenant_id token_id user_id user_name';
    const event = 'body created_at event_id id name resource_id resource_type resource_version tenant_id';
    expect(columns).toEqual([
      { table: 'audit_log', columns: audit.split(' ') },
      { table: 'events', columns: event.split(' ') },
    ]);
  });

  it('reports a delay in metrics and, once per minute, in the log', async () => {
    const tenantId = (await service.newTenant()).tenant.id;
    await seal(service);
    await entry(service, 'late', tenantId);
    await asOwner(service, `UPDATE evidence_queue SET kind = 'nonsense', queued_at = now() - interval '2 minutes'`);
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    const sealing = new Sealing(service.app.get(UnitOfWork), service.app.get(Clock), service.app.get(Periodic));
    for (let time = 1; time <= 2; time += 1) await expect(sealing.sealAll()).rejects.toThrow('could not be sealed');
    expect(warn.mock.calls).toEqual([
      [
        { waiting: 1, seconds: expect.any(Number) as number, catching_up: 0 },
        'The sealing of what happened has fallen behind',
      ],
    ]);
    warn.mockRestore();
    const metrics = await (await fetch(`${service.admin}/metrics`)).text();
    expect(metrics).toContain('evidence_unsealed_rows 1\n');
    expect(Number(/^evidence_unsealed_seconds ([\d.]+)$/m.exec(metrics)?.[1])).toBeGreaterThan(119);
    expect(metrics).toContain('evidence_catching_up_tenants 0\n');
    await asOwner(service, `UPDATE evidence_queue SET kind = 'audit'`);
  });

  it('stores an anchor once per day, in a table and in the log', async () => {
    const tenantId = (await service.newTenant()).tenant.id;
    await seal(service);
    const log = jest.spyOn(Logger.prototype, 'log').mockImplementation();
    const ofTenant = (): unknown[] =>
      log.mock.calls.filter(([said]) => (said as { tenant_id?: string }).tenant_id === tenantId);
    await service.app.get(Anchors).anchorDaily();
    const [last] = (await sealedRows(service, tenantId)).slice(-1);
    const anchor = { tenant_id: tenantId, position: last?.position, hash: expect.any(String) as string };
    const expected = [[{ ...anchor, anchored_at: expect.any(String) as string }, 'Anchor of the evidence']];
    expect(ofTenant()).toEqual(expected);
    await entry(service, 'x', tenantId);
    await seal(service);
    await service.app.get(Anchors).anchorDaily();
    expect(ofTenant()).toEqual(expected);
    log.mockRestore();
    const kept = 'SELECT position::int FROM evidence_anchors WHERE tenant_id = $1';
    expect(await asOwner(service, kept, [tenantId])).toEqual([{ position: last?.position }]);
  });

  it('protects its tables from direct writes by the service', async () => {
    const client = clientOf(3);
    for (const sql of [
      'DELETE FROM evidence_queue',
      'UPDATE evidence_seals SET position = 1',
      'INSERT INTO evidence_anchors SELECT * FROM evidence_anchors',
      'DELETE FROM evidence_chains',
    ]) {
      await client.query(`BEGIN; SET LOCAL ROLE ${service.environment.DATABASE_ROLE}`);
      await expect(client.query(sql)).rejects.toThrow(/permission denied/);
      await client.query('ROLLBACK');
    }
  });
});
