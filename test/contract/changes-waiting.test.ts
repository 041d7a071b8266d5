import { LongPolls } from '../../src/history/changes/changes.feed';
import { type Service, startApp } from '../support/app';
import { awaitedLater } from '../support/awaited-later';
import type { Loose } from '../support/client';
import { seal } from '../support/evidence';
import { asOwner, aVendor } from '../support/purchase-orders';
import { until } from '../support/until';

interface Answer {
  readonly status: number;
  readonly body: Loose;
}

/** Starts a long poll for changes after now. */
function waits(
  service: Service,
  options: { query?: string; signal?: AbortSignal; token?: string } = {},
): Promise<Answer> {
  const { query = 'after=now&wait=30', signal, token = service.tenant.token.token } = options;
  return fetch(`${service.address}/v1/changes?${query}`, {
    headers: { authorization: `Bearer ${token}` },
    ...(signal ? { signal } : {}),
  }).then(async (reply) => ({ status: reply.status, body: await reply.json() }));
}

describe('long polling of GET /changes', () => {
  let service: Service;

  beforeAll(async () => {
    service = await startApp({ env: { PROCESS_ROLE: 'api', DATABASE_POOL_SIZE: '4' }, plan: 'enterprise' });
    await aVendor(service.client());
    await seal(service);
  });
  afterAll(() => service.stop());

  const waiting = (): number => service.app.get(LongPolls).count;

  it('returns at the next change of the tenant and of the requested types', async () => {
    const other = await service.newTenant();
    await seal(service);
    const [any, projects] = [
      awaitedLater(waits(service)),
      awaitedLater(waits(service, { query: 'after=now&wait=30&types=project' })),
    ];
    await until(() => waiting() === 2);
    const theirs = awaitedLater(waits(service, { token: other.token.token, query: 'after=now&wait=3' }));
    await until(() => waiting() === 3);
    const { id } = await aVendor(service.client());
    await seal(service);
    expect((await any).body).toMatchObject({ data: [{ event: 'vendor.created', resource: { id } }] });
    expect(waiting()).toBeGreaterThan(0);
    await service.client().post('/projects', { name: 'Metro', code: 'M2' }, 201);
    await seal(service);
    expect((await projects).body).toMatchObject({ data: [{ event: 'project.created' }], meta: { has_more: false } });
    expect((await theirs).body).toMatchObject({ data: [], meta: { has_more: false, next_cursor: expect.any(String) } });
  });

  it('returns at once if changes exist, or after the wait time without changes', async () => {
    expect((await waits(service, { query: 'wait=30' })).body.data.length).toBeGreaterThan(0);
    expect((await waits(service, { query: 'after=now&wait=1' })).body).toMatchObject({
      data: [],
      meta: { has_more: false },
    });
  });

  it('uses no database connection for fifty waiting requests', async () => {
    const answers = awaitedLater(Array.from({ length: 50 }, () => waits(service)));
    await until(() => waiting() === 50);
    // The first reads and the query of the loop end soon. A transaction kept by a waiting request would not.
    await until(async () => {
      const [open] = await asOwner<{ count: number }>(
        service,
        `SELECT count(*)::int FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid() AND state LIKE 'idle in transaction%'`,
      );
      return open?.count === 0;
    });
    // The other requests can use all connections of the pool.
    await Promise.all(Array.from({ length: 8 }, () => service.client().get('/vendors')));
    expect(waiting()).toBe(50);
    const { id } = await aVendor(service.client());
    await seal(service);
    for (const { status, body } of await Promise.all(answers)) {
      expect([status, body.data[0].resource.id]).toEqual([200, id]);
    }
    expect(waiting()).toBe(0);
  });

  it('returns 429 above one hundred waiting requests of a tenant, until clients disconnect', async () => {
    const leave = new AbortController();
    const answers = awaitedLater(
      Array.from({ length: 100 }, () => waits(service, { signal: leave.signal }).catch(() => 'gone')),
    );
    await until(() => waiting() === 100);
    const refused = await waits(service);
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'RATE_LIMIT_EXCEEDED' } } });
    expect((await waits(service, { query: 'after=now' })).status).toBe(200);
    leave.abort();
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['gone']));
    await until(() => waiting() === 0);
    expect((await waits(service, { query: 'after=now&wait=1' })).status).toBe(200);
  });

  it('frees the place of each of two thousand finished waits', async () => {
    const { id } = service.tenant.tenant;
    const places = service.app.get(LongPolls);
    for (let waited = 0; waited < 2_000; waited += 1) await places.inPlace(id, () => Promise.resolve());
    await expect(places.inPlace(id, () => Promise.resolve('waits'))).resolves.toBe('waits');
  });

  it('ends a wait without a limit at shutdown', async () => {
    const beside = await startApp({ beside: service });
    const { signal } = new AbortController();
    const news = awaitedLater(
      beside.app.get(LongPolls).until(service.tenant.tenant.id, Number.MAX_SAFE_INTEGER, signal),
    );
    await beside.stop();
    const later = new Promise((resolve) => setImmediate(resolve, 'still waits'));
    expect(await Promise.race([news, later])).toBe(false);
  });

  it('responds to waiting requests at shutdown with the current cursor', async () => {
    const beside = await startApp({ beside: service });
    const token = service.tenant.token.token;
    const answer = awaitedLater(waits(beside, { token }));
    await until(() => beside.app.get(LongPolls).count === 1);
    await beside.stop();
    expect(await answer).toMatchObject({ status: 200, body: { data: [], meta: { has_more: false } } });
  });
});
