import type { Redis } from 'ioredis';
import { ManualClock } from '../support/manual-clock';
import { type Query, UnitOfWork } from '../../src/platform/database';
import { RateLimiter, planLimits } from '../../src/platform/rate-limits';
import { TenantsService } from '../../src/operations/provisioning';
import { REDIS } from '../../src/platform/redis';
import { Service, startApp, storyClock } from '../support/app';
import type { Client, Reply } from '../support/client';
import { CuttableProxy } from '../support/cuttable-proxy';
import { freshRedis } from '../support/servers/redis';
import { eventually } from '../support/webhooks/delivering';
import { awaitedLater } from '../support/awaited-later';

const START = '2026-03-10T09:00:00.000Z';
const seconds = (instant: string): string => String(Date.parse(instant) / 1000);
const ok = (replies: readonly Reply[]): number => replies.filter(({ status }) => status === 200).length;
const limited = (replies: readonly Reply[]): number => replies.filter(({ status }) => status === 429).length;
/** Number of responses by status. */
const statuses = (replies: readonly Reply[]): Record<number, number> => {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};
const remaining = (reply: Reply): number => Number(reply.headers.get('x-ratelimit-remaining'));

describe('rate limits', () => {
  let clock: ManualClock;
  let one: Service;
  let two: Service;

  beforeAll(async () => {
    clock = storyClock(START);
    one = await startApp({ clock });
    two = await startApp({ clock, beside: one });
  });
  afterAll(async () => {
    await two.stop();
    await one.stop();
  });
  beforeEach(() => clock.set(START));

  /** Clients of a new tenant on both instances. */
  async function callers(plan: string): Promise<{ slug: string; here: Client; there: Client }> {
    const { tenant, token } = await one.newTenant(plan);
    return { slug: tenant.slug, here: one.client({ token: token.token }), there: two.client({ token: token.token }) };
  }
  /** Sends `count` requests, at most 100 at once: the listen queue of a socket is limited. */
  async function inLanes(count: number, send: (index: number) => Promise<Reply>): Promise<Reply[]> {
    const replies: Reply[] = [];
    let next = 0;
    const lane = async (): Promise<void> => {
      while (next < count) replies.push(await send(next++));
    };
    await Promise.all(Array.from({ length: 100 }, lane));
    return replies;
  }
  const burst = (count: number, ...clients: Client[]): Promise<Reply[]> =>
    inLanes(count, (index) => (clients[index % clients.length] as Client).raw('GET', '/me'));
  const call = async (client: Client): Promise<Reply> => client.raw('GET', '/me');

  describe('per minute', () => {
    it('allow exactly the number of the plan in concurrent requests to two instances and both forms', async () => {
      const { here, there } = await callers('basic');
      const replies = await burst(60 + 25, here, there, here.through('b'), there.through('b'));
      expect([ok(replies), limited(replies)]).toEqual([60, 25]);
      const left = replies.filter(({ status }) => status === 200).map(remaining);
      expect(left.sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, index) => index));
    });

    it('return the remaining requests and the end of the window', async () => {
      const { here } = await callers('basic');
      clock.set('2026-03-10T09:00:12.345Z');
      const first = await call(here);
      expect(
        Object.fromEntries(
          ['limit', 'remaining', 'reset'].map((name) => [name, first.headers.get(`x-ratelimit-${name}`)]),
        ),
      ).toEqual({ limit: '60', remaining: '59', reset: seconds('2026-03-10T09:01:00Z') });
      expect(first.headers.get('retry-after')).toBeNull();
      await burst(59, here);
      const refused = await call(here);
      expect(refused.status).toBe(429);
      expect(remaining(refused)).toBe(0);
      expect(refused.headers.get('retry-after')).toBe('48');
      expect(refused.headers.get('x-ratelimit-reset')).toBe(seconds('2026-03-10T09:01:00Z'));
      expect(refused.body).toMatchObject({
        error: { code: 'RATE_LIMIT_EXCEEDED', message: 'Too many requests. Try again in 48 seconds.' },
      });
      const inB = await here.through('b').raw('GET', '/me');
      expect(inB.body).toMatchObject({ success: false, message: 'Too many requests. Try again in 48 seconds.' });
    });

    it('restart with each minute on both instances', async () => {
      const { here, there } = await callers('basic');
      clock.set('2026-03-10T09:00:59.999Z');
      expect(ok(await burst(70, here, there))).toBe(60);
      expect((await call(there)).headers.get('retry-after')).toBe('1');
      clock.advance(1);
      expect(ok(await burst(70, there, here))).toBe(60);
    });

    it('count reads, writes and errors once each', async () => {
      const { here } = await callers('basic');
      await here.raw('GET', '/vendors/999999');
      await here.raw('POST', '/vendors', '{not json');
      await here.raw('PATCH', '/vendors');
      await here.raw('GET', '/nowhere');
      expect(remaining(await call(here))).toBe(55);
    });

    it('are separate for each token', async () => {
      const { here, there } = await callers('basic');
      const { token } = await here.post('/tokens', { name: 'other', abilities: ['read'] }, 201);
      expect(ok(await burst(65, here, there))).toBe(59);
      expect(ok(await burst(65, here.as(token), there.as(token)))).toBe(60);
    });

    it.each([
      ['standard', 'professional', 300],
      ['standard', 'enterprise', 1000],
      ['auth_guide', 'professional', 60],
      ['auth_guide', 'enterprise', 120],
      ['auth_guide', 'ultimate', 300],
    ] as const)('use table %s for plan %s: %d', async (table, plan, limit) => {
      const { slug, here } = await callers('basic');
      await one.app.get(TenantsService).changePlan(slug, plan, table);
      expect((await call(here)).headers.get('x-ratelimit-limit')).toBe(String(limit));
      expect(ok(await burst(limit + 9, here))).toBe(limit - 1);
    });
  });

  describe('per day', () => {
    it('allow exactly the quota and return the seconds until midnight', async () => {
      const { here, there } = await callers('basic');
      // 16 minutes with 60 requests and 40 more: one thousand.
      for (let minute = 0; minute < 16; minute++) {
        expect(ok(await burst(63, here, there))).toBe(60);
        clock.advance(60_000);
      }
      expect(ok(await burst(39, here, there))).toBe(39);
      const last = await burst(20, here, there);
      expect([ok(last), limited(last)]).toEqual([1, 19]);

      clock.set('2026-03-10T23:59:00.500Z');
      const refused = await call(there);
      expect(refused.status).toBe(429);
      expect(refused.headers.get('retry-after')).toBe('60');
      expect(refused.body).toMatchObject({ error: { message: 'Too many requests. Try again in 60 seconds.' } });
      expect(remaining(refused)).toBe(0);
      expect(refused.headers.get('x-ratelimit-reset')).toBe(seconds('2026-03-11T00:00:00Z'));
      clock.set('2026-03-10T23:59:59.999Z');
      expect((await call(here)).headers.get('retry-after')).toBe('1');
      clock.advance(1);
      expect(ok(await burst(65, here, there))).toBe(60);
    });

    it('are exact for a larger plan and unlimited for the largest', async () => {
      const limiters = [one, two].map((service) => service.app.get(RateLimiter));
      const take = async (id: string, plan: string): Promise<boolean> => {
        const limits = planLimits('standard', plan);
        if (!limits) throw new Error('No such plan');
        const [limiter] = limiters.reverse();
        return (await limiter?.take({ group: 'day', id }, limits))?.allowed ?? false;
      };
      const passed: Record<string, number> = { professional: 0, enterprise: 0 };
      for (let minute = 0; minute < 35; minute++) {
        for (const plan of Object.keys(passed)) {
          const taken = await Promise.all(Array.from({ length: 310 }, () => take(plan, plan)));
          passed[plan] = (passed[plan] ?? 0) + taken.filter(Boolean).length;
        }
        clock.advance(60_000);
      }
      expect(passed).toEqual({ professional: 10_000, enterprise: 35 * 310 });
    });
  });

  it('have counters in Redis that expire after their window', async () => {
    const { tenant, token } = await one.newTenant('basic');
    await call(one.client({ token: token.token }));
    const redis = one.app.get<Redis>(REDIS);
    /** Time to live of the tenant's token counters for this window, in seconds; -1 means no expiry. */
    const kept = async (window: 'm' | 'd'): Promise<number[]> => {
      const keys = await redis.keys(`rate:{${tenant.id}}:*:${window}:*`);
      return Promise.all(keys.map((key) => redis.ttl(key)));
    };
    const [minute = NaN, ...otherMinutes] = await kept('m');
    const [day = NaN, ...otherDays] = await kept('d');
    expect([otherMinutes, otherDays]).toEqual([[], []]);
    expect([minute >= 60, minute <= 600]).toEqual([true, true]);
    expect([day >= 86_400, day <= 2 * 86_400]).toEqual([true, true]);
  });

  it('follow a change of plan at once on every instance', async () => {
    const { slug, here, there } = await callers('basic');
    expect(ok(await burst(70, here, there))).toBe(60);
    await one.app.get(TenantsService).changePlan(slug, 'professional');
    // The other instance learns the new plan with this request.
    const first = ok([await call(here), await call(there)]);
    expect(first + ok(await burst(300, here, there))).toBe(240);
    await two.app.get(TenantsService).changePlan(slug, 'basic');
    expect((await call(here)).status).toBe(429);
    clock.advance(60_000);
    expect((await call(here)).headers.get('x-ratelimit-limit')).toBe('60');
    expect(ok(await burst(70, there, here))).toBe(59);
  });

  it('follow a change of plan within 60 s if Redis could not notify the instances', async () => {
    const { tenant, token } = await one.newTenant('basic');
    const callersOfBoth = [one, two].map((service) => service.client({ token: token.token }));
    for (const caller of callersOfBoth) await call(caller);
    // Like an operator's command that cannot reach Redis.
    const operator = await startApp({ clock, beside: one, redis: false, env: { REDIS_URL: '', PROCESS_ROLE: 'all' } });
    await operator.app.get(TenantsService).changePlan(tenant.slug, 'enterprise');
    await operator.stop();
    clock.advance(60_000);
    for (const caller of callersOfBoth) {
      expect((await call(caller)).headers.get('x-ratelimit-limit')).toBe('1000');
    }
  });

  describe('without a valid token', () => {
    let minutes = 0;
    const guess = (index: number): string => `pst_${String(index).padStart(43, 'A')}`;

    it('allow sixty invalid tokens per minute and address', async () => {
      expect((await call(one.client())).status).toBe(200);
      const replies = await inLanes(1000, (index) =>
        (index % 2 ? one : two).client({ token: guess(index) }).raw('GET', '/me'),
      );
      expect(replies.filter(({ status }) => status === 401)).toHaveLength(60);
      expect(limited(replies)).toBe(940);
      const refused = replies.find(({ status }) => status === 429);
      expect(refused?.headers.get('retry-after')).toBe('60');
      expect(refused?.headers.get('x-ratelimit-limit')).toBe('60');
      // The limit of the address does not apply to a valid token.
      expect((await call(one.client())).status).toBe(200);
      clock.advance(60_000);
      expect((await call(one.client({ token: guess(0) }))).status).toBe(401);
    });

    describe.each([
      ['with Redis', true],
      ['without Redis', false],
    ])('with at most two token lookups at a time, %s', (_how, redis) => {
      let service: Service;
      /** Statements that look up tokens: their number, and the most at the same time. */
      let statements: { sent: number; atOnce: number };

      beforeAll(async () => {
        service = await startApp({ clock, redis });
        const unitOfWork = service.app.get(UnitOfWork);
        const unscoped = unitOfWork.unscoped.bind(unitOfWork);
        let running = 0;
        jest.spyOn(unitOfWork, 'unscoped').mockImplementation(async <Row>(asked: Query): Promise<Row[]> => {
          if (!asked.statement.text.includes('authenticate_bearer')) return unscoped<Row>(asked);
          running += 1;
          statements = { sent: statements.sent + 1, atOnce: Math.max(statements.atOnce, running) };
          return unscoped<Row>(asked).finally(() => (running -= 1));
        });
      });
      beforeEach(() => {
        // Each test has its own window.
        minutes += 10;
        clock.advance(minutes * 60_000);
        statements = { sent: 0, atOnce: 0 };
      });
      afterAll(() => service.stop());

      const guessing = (index: number): Promise<Reply> => service.client({ token: guess(index) }).raw('GET', '/me');
      const overTheLimit = (): Promise<Reply[]> =>
        Promise.all(Array.from({ length: 70 }, (_, index) => guessing(index)));

      it('counts invalid tokens and rejects them above the limit', async () => {
        const replies: Reply[] = [];
        for (let index = 0; index < 265; index++) replies.push(await guessing(index));
        expect(statuses(replies)).toEqual({ 401: 60, 429: 205 });
        expect(replies.at(-1)?.headers.get('retry-after')).toBe('60');
        expect(replies.map(remaining)).toEqual(replies.map((_reply, index) => Math.max(0, 59 - index)));
      });

      it('accepts new valid tokens among invalid ones from the same address', async () => {
        const fresh = await Promise.all(Array.from({ length: 5 }, () => service.mint(['read'])));
        const wrong = awaitedLater(Array.from({ length: 265 }, (_, index) => guessing(index)));
        const valid = fresh.map((token) => service.client({ token }).raw('GET', '/me'));
        expect(statuses(await Promise.all(valid))).toEqual({ 200: 5 });
        expect(statuses(await Promise.all(wrong))).toEqual({ 401: 60, 429: 205 });
        expect(statements.atOnce).toBe(2);
      });

      it('accepts a new valid token after invalid tokens from its address have exceeded the limit', async () => {
        const fresh = await service.mint(['read']);
        expect(statuses(await overTheLimit())).toEqual({ 401: 60, 429: 10 });
        expect((await call(service.client({ token: fresh }))).status).toBe(200);
      });

      it('accepts a valid token after a restart although its address has exceeded the limit', async () => {
        const restarted = await startApp({ clock, redis, beside: service });
        const replies = Array.from({ length: 70 }, (_, index) =>
          restarted.client({ token: guess(index) }).raw('GET', '/me'),
        );
        expect(limited(await Promise.all(replies))).toBe(10);
        expect((await call(restarted.client())).status).toBe(200);
        await restarted.stop();
      });

      it('does not look up text in a wrong format', async () => {
        const texts = ['pst_short', 'x'.repeat(47), `${guess(1)}A`, `pst_${'='.repeat(43)}`];
        const replies = await Promise.all(texts.map((token) => service.client({ token }).raw('GET', '/me')));
        expect(statuses(replies)).toEqual({ 401: 4 });
        expect(statements.sent).toBe(0);
      });

      it('treats a revoked token like an invalid one', async () => {
        const { id, token } = await service.client().post('/tokens', { name: 'gone', abilities: ['read'] }, 201);
        await service.client({ token }).get('/me');
        await service.client().delete(`/tokens/${id}`);
        await service.client({ token }).get('/me', 401);
        await overTheLimit();
        expect((await call(service.client({ token }))).status).toBe(429);
        expect((await call(service.client())).status).toBe(200);
      });
    });

    it('also count requests without a token and requests to public routes', async () => {
      clock.advance(120_000);
      const stranger = one.client().as(undefined);
      for (let index = 0; index < 30; index++) await stranger.call('GET', '/me', 401);
      for (let index = 0; index < 30; index++) await stranger.call('POST', '/invitations/accept', 422, { token: 'x' });
      await stranger.call('POST', '/invitations/accept', 429, { token: 'x' });
      await stranger.call('GET', '/nowhere', 429);
    });

    it('ignore X-Forwarded-For without a trusted proxy', async () => {
      clock.advance(180_000);
      const replies = await Promise.all(
        Array.from({ length: 80 }, (_, index) =>
          one.client({ token: guess(index) }).raw('GET', '/me', undefined, {
            headers: { 'x-forwarded-for': `203.0.113.${index}`, forwarded: `for=203.0.113.${index}` },
          }),
        ),
      );
      expect(limited(replies)).toBe(20);
    });

    it('use the address from the trusted proxies and ignore earlier entries', async () => {
      const behind = await startApp({ clock, beside: one, env: { TRUSTED_PROXY_HOPS: '1' } });
      const from = (address: string, forged: string): Promise<Reply> =>
        behind.client({ token: guess(1) }).raw('GET', '/me', undefined, {
          headers: { 'x-forwarded-for': `${forged}, ${address}` },
        });
      const replies = await Promise.all(
        Array.from({ length: 70 }, (_, index) => from('198.51.100.7', `203.0.113.${index}`)),
      );
      expect(limited(replies)).toBe(10);
      expect((await from('198.51.100.8', '198.51.100.7')).status).toBe(401);
      // An IPv6 caller can use every address of its /64, so the limit counts networks.
      const v6 = await Promise.all(
        Array.from({ length: 70 }, (_, index) => from(`2001:db8:1:2::${index.toString(16)}`, '203.0.113.1')),
      );
      expect(limited(v6)).toBe(10);
      expect((await from('2001:db8:1:3::1', '203.0.113.1')).status).toBe(401);
      await behind.stop();
    });
  });

  it('do not count requests outside the two prefixes', async () => {
    for (let index = 0; index < 70; index++) {
      const response = await fetch(`${one.address}/health/live`);
      expect([response.status, response.headers.get('x-ratelimit-limit')]).toEqual([200, null]);
    }
  });

  it('are counted per instance without Redis, with no unlimited period and no 5xx', async () => {
    const proxy = new CuttableProxy((await freshRedis()).url);
    const lonely = await startApp({ clock, env: { REDIS_URL: await proxy.listen() }, plan: 'basic' });
    const client = lonely.client();
    expect(ok(await burst(10, client))).toBe(10);
    proxy.cut();
    const away = await burst(100, client);
    expect([ok(away), limited(away)]).toEqual([60, 40]);
    const metrics = await (await fetch(`${lonely.admin}/metrics`)).text();
    expect(metrics).toMatch(/^rate_limit_fallback_total [1-9]/m);
    // A revoked token is rejected at once, also without Redis.
    clock.advance(60_000);
    const { id, token } = await client.post('/tokens', { name: 'gone', abilities: ['read'] }, 201);
    await client.as(token).get('/me');
    await client.delete(`/tokens/${id}`);
    await client.as(token).get('/me', 401);
    proxy.mend();
    // Without Redis the service is ready, too. A burst that began before its return would be counted in two places.
    await eventually(async () => /^redis_up 1$/m.test(await (await fetch(`${lonely.admin}/metrics`)).text()));
    clock.advance(60_000);
    expect(ok(await burst(70, client))).toBe(60);
    await lonely.stop();
    await proxy.close();
  });

  it('are counted in the process if no Redis is configured', async () => {
    const single = await startApp({ clock, redis: false, plan: 'basic' });
    try {
      expect(statuses(await burst(75, single.client()))).toEqual({ 200: 60, 429: 15 });
      clock.advance(60_000);
      expect(statuses(await burst(75, single.client()))).toEqual({ 200: 60, 429: 15 });
    } finally {
      await single.stop();
    }
  });
});
