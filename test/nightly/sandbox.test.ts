import { DataSource } from 'typeorm';
import { withClient } from '../../tools/servers/databases';
import { awaitedLater } from '../support/awaited-later';
import { ManualClock } from '../support/manual-clock';
import { query, UnitOfWork } from '../../src/platform/database';
import { assertSandbox, declareSandbox } from '../../src/platform/database/schema/sandbox';
import { ORDERS, PEOPLE, VENDORS } from '../../src/operations/demo/fixtures';
import { TenantsService } from '../../src/operations/provisioning';
import { StoredFiles } from '../../src/procurement/documents';
import { Orphans } from '../../src/procurement/documents/storage/orphans';
import { createApplication } from '../../src/application';
import { resetNightly, resetSandbox } from '../../src/operations/sandbox';
import { Service, startApp, storyClock } from '../support/app';
import type { Client, Loose } from '../support/client';
import { command } from '../support/command';
import { HeldTimers } from '../support/held-timers';
import { processBeside } from '../support/process-beside';
import { freshDatabase } from '../support/servers/database';
import { ended, sendImport } from '../support/imports';
import { until } from '../support/until';
import { eventually } from '../support/webhooks/delivering';

const EVENTS = ['vendor.created', 'purchase_order.created', 'purchase_order.approved'];

describe('A sandbox', () => {
  let service: Service;
  let clock: ManualClock;
  let admin: Client;

  const sql = async <Row = Loose>(text: string): Promise<Row[]> => (await service.owner.query(text)).rows as Row[];
  const reset = (which: 'due' | 'all' = 'all'): Promise<string[]> =>
    resetSandbox(service.environment, which, createApplication, clock);
  const codesOf = (list: { code: string }[]): string[] => list.map(({ code }) => code).sort();

  beforeAll(async () => {
    clock = storyClock();
    service = await startApp({ works: true, env: { SANDBOX: 'true' }, clock });
    admin = service.client();
  });
  afterAll(() => service.stop());

  it('returns to the seeded data at a reset; tokens remain valid as long as their user exists', async () => {
    await reset();
    const sara = await service.mint(['read'], 'sara@najd.example');
    const [first] = await admin.get('/users', 200, { search: 'sara@najd.example' });

    await admin.post('/vendors', { name: 'A visitor’s own' }, 201);
    await admin.post('/departments', { name: 'Research', code: 'RND' }, 201);
    await admin.put('/settings', { prevent_self_approval: true }, 200);
    await admin.put(`/users/${first.id}`, { role: 'viewer', name_en: 'Somebody Else' }, 200);
    const visitor = await admin.post('/users', { name_en: 'V', email: 'v@visitor.example', role: 'viewer' }, 201);
    await admin.post(`/users/${visitor.id}/activate`, {}, 200);
    const theirs = await service.mint(['read'], 'v@visitor.example');
    const child = await service.client({ token: theirs }).get('/me');
    expect(child.abilities).toEqual(['read']);

    expect(await reset()).toEqual([service.tenant.tenant.id]);

    for (const form of ['a', 'b'] as const) {
      const caller = admin.through(form);
      expect(await caller.get('/vendors', 200, { per_page: 100 })).toHaveLength(VENDORS.length + 1);
      expect(await caller.get('/vendors', 200, { search: 'visitor' })).toEqual([]);
      expect(await caller.get('/purchase-orders', 200, { per_page: 100 })).toHaveLength(ORDERS.length);
      expect(codesOf(await caller.get('/departments'))).toEqual(['FAC', 'GEN', 'IT', 'PRJ']);
      expect((await caller.get('/settings')).prevent_self_approval).toBe(false);
      expect(await caller.get('/users', 200, { per_page: 100 })).toHaveLength(PEOPLE.length + 1);
    }
    const [again] = await admin.get('/users', 200, { search: 'sara@najd.example' });
    expect(again).toMatchObject({
      id: first.id,
      name_en: 'Sara Al-Qahtani',
      role: { name: 'procurement_manager' },
    });
    expect(await service.client({ token: sara }).get('/users/me')).toMatchObject({ id: first.id, status: 'active' });
    await service.client({ token: theirs }).get('/me', 401);
    expect(await admin.get('/budgets', 200, { per_page: 100 })).toHaveLength(4);
  });

  it('loses its subscriptions and deliveries at a reset, even with the maximum number of tokens', async () => {
    await admin.post('/webhooks', { name: 'W', url: 'https://127.0.0.1:8443/in', events: EVENTS }, 201);
    await admin.post('/vendors', { name: 'Told of' }, 201);
    expect((await sql('SELECT id FROM webhook_deliveries')).length).toBeGreaterThan(0);
    const names = async (): Promise<string[]> =>
      (await sql<{ name: string }>('SELECT name FROM api_tokens ORDER BY id')).map(({ name }) => name);
    while ((await names()).length < 100) await service.mint(['read']);
    await reset();
    expect(await names()).toHaveLength(100);
    expect(await names()).not.toContain('Sandbox reset');
    expect(await admin.get('/webhooks')).toEqual([]);
    expect(await sql('SELECT id FROM webhook_deliveries')).toEqual([]);
    expect(await sql('SELECT id FROM webhook_attempts')).toEqual([]);
    expect((await sql('SELECT id FROM events')).length).toBeGreaterThan(0);
  });

  it('retains no file of a removed import: the sweep deletes it and frees the storage', async () => {
    const { body } = await sendImport(service, 'vendors', 'external_id,name\nv-1,One\n');
    await ended(service, body.data.id);
    // Like the file of an import that was running at the reset. A finished import has no file.
    const file = { path: __filename, size: 1, contentType: 'text/csv' };
    await service.app.get(StoredFiles).store(service.tenant.tenant.id, file, () => Promise.resolve());
    await until(async () => (await sql('SELECT id FROM stored_objects')).length === 1);
    await sql(`UPDATE stored_objects SET created_at = '2026-03-01T00:00:00Z'`);
    await reset();
    expect(await sql('SELECT id FROM imports')).toEqual([]);
    expect(await sql('SELECT id FROM stored_objects WHERE kept')).toEqual([]);
    expect(await service.app.get(Orphans).sweep()).toBeGreaterThan(0);
    expect(await sql('SELECT id FROM stored_objects')).toEqual([]);
  });

  describe('during the reset of a tenant', () => {
    it('returns 503 with the time to wait on every instance, for that tenant only', async () => {
      const other = await startApp({ beside: service, clock });
      const neighbour = await service.newTenant();
      try {
        await sql(`UPDATE sandbox_resets SET finished_at = NULL, lease_ends_at = '2026-03-10T12:00:00Z'`);
        for (const instance of [service, other]) {
          for (const form of ['a', 'b'] as const) {
            const reply = await instance.client({ form }).call('GET', '/vendors', 503);
            expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
            expect(reply.body.error.code).toBe('SERVICE_UNAVAILABLE');
            await instance.client({ form }).call('POST', '/vendors', 503, { name: 'Too early' });
          }
          await instance.client({ token: neighbour.token.token }).get('/vendors');
          expect((await fetch(`${instance.address}/health/live`)).status).toBe(200);
        }
        await service.app.get(TenantsService).suspend(neighbour.tenant.slug);
        // A reset is running, so another one does not begin.
        expect(await reset()).toEqual([]);
      } finally {
        await sql('UPDATE sandbox_resets SET finished_at = started_at');
        await other.stop();
      }
      await admin.get('/vendors');
    });

    it('waits for running transactions, and rejects later ones', async () => {
      const work = service.app.get(UnitOfWork);
      const { id } = service.tenant.tenant;
      let leave = (): void => undefined;
      let entered = (): void => undefined;
      const isInside = new Promise<void>((resolve) => (entered = resolve));
      const inside = awaitedLater(
        work.run(id, async (tx) => {
          await tx.query(`UPDATE tenants SET name = 'Changed inside' WHERE id = $1`, [id]);
          entered();
          await new Promise<void>((resolve) => (leave = resolve));
        }),
      );
      await isInside;
      const resetting = awaitedLater(reset());
      const shut = `SELECT day FROM sandbox_resets WHERE tenant_id = '${id}' AND finished_at IS NULL`;
      await eventually(async () => (await sql(shut)).length > 0);
      const late = await work.read(id, query('SELECT 1')).catch((error: unknown) => error);
      expect(late).toMatchObject({ code: '57P03' });
      expect((await sql(`SELECT id FROM vendors WHERE tenant_id = '${id}'`)).length).toBe(VENDORS.length + 1);
      leave();
      await inside;
      expect(await resetting).toContain(id);
      expect((await admin.get('/me')).tenant_name).toBe('Changed inside');
    });
  });

  it('is due after midnight UTC, once, on whichever instance is first', async () => {
    clock.set('2026-03-10T23:59:59.999Z');
    expect(await reset('due')).toEqual([]);
    clock.set('2026-03-11T00:00:00.000Z');
    const done = await Promise.all([reset('due'), reset('due')]);
    expect(done.flat().filter((id) => id === service.tenant.tenant.id)).toHaveLength(1);
    expect(await reset('due')).toEqual([]);
  });

  it('is not reset under a legal hold', async () => {
    const hold = (since: string): Promise<unknown> =>
      sql(
        `UPDATE tenants SET legal_hold_reason = 'Case 7', legal_hold_since = ${since} WHERE id = '${service.tenant.tenant.id}'`,
      );
    await hold('now()');
    expect(await reset()).toEqual([]);
    await hold('NULL');
    expect(await reset()).toEqual([service.tenant.tenant.id]);
  });

  it('is reset again after a crash, once the lease has ended', async () => {
    await sql(`UPDATE sandbox_resets SET finished_at = NULL, lease_ends_at = '2026-03-11T00:10:00Z'`);
    await sql(`DELETE FROM budget_movements; DELETE FROM budgets`);
    expect(await reset('due')).toEqual([]);
    clock.set('2026-03-11T00:10:00.000Z');
    expect(await reset('due')).toContain(service.tenant.tenant.id);
    expect(await admin.get('/budgets')).toHaveLength(4);
  });

  it('is reset by the service itself', async () => {
    await admin.post('/vendors', { name: 'Of yesterday' }, 201);
    clock.set('2026-03-12T00:00:00.000Z');
    const stop = resetNightly(service.app, service.environment, createApplication);
    await stop();
    expect(await admin.get('/vendors', 200, { search: 'Of yesterday' })).toEqual([]);
    expect(await admin.get('/vendors')).toHaveLength(VENDORS.length + 1);
  });

  it('is reset by the service itself at every midnight from then on', async () => {
    // Lengths that no other timer has: mail uses 30 s, idle connections to PostgreSQL 60 s.
    const [untilMidnight, look] = [31_000, 45_000];
    const timers = new HeldTimers([untilMidnight, look]);
    const ofYesterday = `vendors WHERE tenant_id = '${service.tenant.tenant.id}' AND name = 'Of yesterday'`;
    const isReset = async (): Promise<boolean> =>
      (await sql(`SELECT id FROM ${ofYesterday}`)).length === 0 &&
      (await sql('SELECT 1 FROM sandbox_resets WHERE finished_at IS NULL')).length === 0;
    clock.set('2026-03-12T23:59:29.000Z');
    const stop = resetNightly(service.app, service.environment, createApplication);
    try {
      for (const day of ['2026-03-13', '2026-03-14']) {
        await eventually(() => Promise.resolve(timers.isSet(untilMidnight)));
        await admin.post('/vendors', { name: 'Of yesterday' }, 201);
        clock.set(`${day}T00:00:00.000Z`);
        await timers.come(untilMidnight);
        await eventually(isReset);
        await eventually(() => Promise.resolve(timers.isSet(look)));
        clock.set(`${day}T23:59:29.000Z`);
        await timers.come(look);
      }
    } finally {
      await stop();
      timers.release();
    }
    expect(await admin.get('/vendors')).toHaveLength(VENDORS.length + 1);
  });

  it('is reset by every process that serves it', async () => {
    await admin.post('/vendors', { name: 'Before the process' }, 201);
    // Its clock is the machine's, which is past the time of this test: the reset is due.
    const instance = await processBeside(service, { SANDBOX: 'true' });
    try {
      await eventually(async () => {
        const left = await sql(`SELECT id FROM vendors WHERE name = 'Before the process'`);
        const running = await sql('SELECT 1 FROM sandbox_resets WHERE finished_at IS NULL');
        return left.length + running.length === 0;
      });
    } finally {
      await instance.stop();
    }
  });

  it('needs more than a minute for a reset on the smallest plan, because its seeding follows the rate limit', async () => {
    const small = await service.newTenant('basic');
    const story = { isOver: false };
    const resetting = awaitedLater(reset().finally(() => (story.isOver = true)));
    while (!story.isOver) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      clock.advance(1_000);
    }
    expect(await resetting).toContain(small.tenant.id);
    clock.advance(60_000);
    const owner = service.client({ token: small.token.token });
    expect(await owner.get('/purchase-orders', 200, { per_page: 100 })).toHaveLength(ORDERS.length);
    const posted = await sql<{ count: string }>(
      `SELECT count(*) FROM audit_log WHERE tenant_id = '${small.tenant.id}' AND action <> 'reset'`,
    );
    // More than the plan's sixty per minute: one minute was not enough.
    expect(Number(posted[0]?.count)).toBeGreaterThan(60);
    // Later tests use the machine's clock, and would wait for a real minute.
    await sql(`UPDATE tenants SET plan = 'enterprise' WHERE id = '${small.tenant.id}'`);
  });

  // Must be the last one: the command's clock is the machine's, which is past the time of these tests.
  it('is reset by the command', async () => {
    await admin.post('/vendors', { name: 'Before the command' }, 201);
    await admin.post('/webhooks', { name: 'W', url: 'https://127.0.0.1:8443/in', events: EVENTS }, 201);
    const { code, said } = await command(service, 'sandbox:reset', '--json');
    const { tenants } = JSON.parse(said) as { tenants: string[] };
    expect([code, tenants]).toEqual([0, expect.arrayContaining([service.tenant.tenant.id])]);
    for (const form of ['a', 'b'] as const) {
      const caller = admin.through(form);
      expect(await caller.get('/vendors', 200, { search: 'Before the command' })).toEqual([]);
      expect(await caller.get('/purchase-orders', 200, { per_page: 100 })).toHaveLength(ORDERS.length);
      expect(await caller.get('/webhooks')).toEqual([]);
    }
    expect(await sql('SELECT id FROM webhook_deliveries')).toEqual([]);
  });
});

describe('A database that is not a sandbox', () => {
  it('cannot become one while it has tenants, and cannot be used or emptied as one', async () => {
    const service = await startApp();
    const { id } = service.tenant.tenant;
    try {
      await withClient(service.adminUrl, async (client) => {
        const run = async (text: string): Promise<unknown[]> => (await client.query(text)).rows;
        await expect(declareSandbox(run)).rejects.toThrow(/SANDBOX: this database has tenants/);
        await expect(run(`SELECT wipe_sandbox_tenant('${id}', '{}', now())`)).rejects.toMatchObject({ code: '42501' });
      });
      await expect(assertSandbox(service.app.get(DataSource))).rejects.toThrow(/is no sandbox/);
      await expect(resetSandbox(service.environment, 'all', createApplication)).rejects.toThrow(
        /SANDBOX: must be true/,
      );
      expect(await command(service, 'sandbox:reset', '--json')).toEqual({ code: 78, said: '' });
      const work = service.app.get(UnitOfWork);
      const become = `CREATE OR REPLACE FUNCTION is_sandbox() RETURNS boolean LANGUAGE sql STABLE AS 'SELECT true'`;
      await expect(work.unscoped(query(become, []))).rejects.toMatchObject({ code: '42501' });
      await service.client().get('/vendors');
    } finally {
      await service.stop();
    }
  });

  it('becomes one if it has no tenants', async () => {
    const database = await freshDatabase();
    await withClient(database.adminUrl, async (client) => {
      const run = async (text: string): Promise<unknown[]> => (await client.query(text)).rows;
      await declareSandbox(run);
      await declareSandbox(run);
      expect(await run('SELECT is_sandbox()')).toEqual([{ is_sandbox: true }]);
    });
    await database.drop();
  });
});
