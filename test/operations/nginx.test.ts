import { freePorts } from '../../tools/servers/ports';
import { WebhookReceiver } from '../../tools/receiver/webhook-receiver';
import { ADDRESS_LIMITS } from '../../src/platform/rate-limits';
import type { ServiceProcess } from '../chaos/support/service-process';
import { type Service, startApp } from '../support/app';
import { type Answer, ask, withinAMinute } from '../support/asking';
import { awaitedLater } from '../support/awaited-later';
import { processBeside } from '../support/process-beside';
import { until } from '../support/until';
import { subscribe } from '../support/webhooks/delivering';
import { Nginx } from './support/nginx';

const counted = (answers: readonly Answer[], status: number): number =>
  answers.filter((answer) => answer.status === status).length;

describe('Two instances with two processes each behind nginx', () => {
  let receiver: WebhookReceiver;
  let beside: Service;
  let one: ServiceProcess;
  let other: ServiceProcess;
  let nginx: Nginx;

  const start = (): Promise<ServiceProcess> => processBeside(beside, { WEB_CONCURRENCY: '2', TRUSTED_PROXY_HOPS: '1' });
  const portOf = ({ address }: ServiceProcess): number => Number(new URL(address).port);

  beforeAll(async () => {
    receiver = await WebhookReceiver.listen();
    beside = await startApp({ trusts: receiver, env: { PROCESS_ROLE: 'api' } });
    one = await start();
    other = await start();
    nginx = await Nginx.start([portOf(one), portOf(other)]);
  });
  afterAll(async () => {
    await nginx.stop();
    await Promise.all([one, other].map((instance) => instance.stop()));
    await beside.stop();
    await receiver.close();
  });

  it('together accept exactly as many requests as the plan allows', async () => {
    const answers = await withinAMinute(async () => {
      const { token } = await beside.newTenant('basic');
      nginx.answered();
      return Promise.all(Array.from({ length: 90 }, () => ask(nginx.address, 'GET', '/v1/me', { token: token.token })));
    });
    expect([counted(answers, 200), counted(answers, 429)]).toEqual([60, 30]);
    const shares = [...nginx.answered().values()];
    expect(shares.length).toBe(2);
    expect(Math.min(...shares)).toBeGreaterThan(10);
  });

  it("take a client's address from the proxy, not from headers that the client sent", async () => {
    const most = ADDRESS_LIMITS.perMinute;
    const strangers = (from: string, count: number): Promise<Answer[]> =>
      Promise.all(
        Array.from({ length: count }, (_, index) =>
          ask(nginx.address, 'GET', '/v1/me', { from, headers: { 'x-forwarded-for': `203.0.113.${index}` } }),
        ),
      );
    let address = 4;
    const [first, neighbour] = await withinAMinute(async () => [
      await strangers(`127.0.0.${(address += 1)}`, most + 10),
      await strangers(`127.0.0.${(address += 1)}`, 5),
    ]);
    expect([counted(first, 401), counted(first, 429)]).toEqual([most, 10]);
    expect(counted(neighbour, 401)).toBe(5);
  });

  it('share idempotency keys and versions of records', async () => {
    const token = beside.tenant.token.token;
    const made = { token, body: { name: 'Najd Steel' }, headers: { 'idempotency-key': 'once-for-both' } };
    const first = await ask(one.address, 'POST', '/v1/vendors', made);
    const again = await ask(other.address, 'POST', '/v1/vendors', made);
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
    expect(again.headers['idempotency-replayed']).toBe('true');

    const path = `/v1/vendors/${first.body.data.id}`;
    const { headers } = await ask(one.address, 'GET', path, { token });
    const change = (address: string, name: string): Promise<Answer> =>
      ask(address, 'PUT', path, { token, body: { name }, headers: { 'if-match': String(headers['etag']) } });
    expect((await change(other.address, 'Najd Steel Company')).status).toBe(200);
    expect((await change(one.address, 'Najd Iron')).status).toBe(412);
  });

  it('accept an import file that exceeds the limit of other bodies', async () => {
    const headers = { authorization: `Bearer ${beside.tenant.token.token}`, 'content-type': 'text/csv' };
    const body = Buffer.alloc(22 * 1_048_576, '\n');
    const send = (path: string) => fetch(`${nginx.address}${path}`, { method: 'POST', headers, body });
    for (const prefix of ['/v1', '/api/v1']) {
      // The service has read the whole body. Only the `resource` parameter is missing.
      const answer = await send(`${prefix}/imports`);
      expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('resource')]);
    }
    expect((await send('/v1/vendors')).status).toBe(413);
  });

  it('deliver every event once', async () => {
    await subscribe(beside, receiver);
    const token = beside.tenant.token.token;
    const made = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        ask(nginx.address, 'POST', '/v1/vendors', { token, body: { name: `Vendor ${index + 1}` } }),
      ),
    );
    expect(counted(made, 201)).toBe(60);
    const calls = await receiver.waitFor(() => true, 60);
    // Duplicates would arrive within two sweeps.
    await new Promise((resolve) => setTimeout(resolve, 11_000));
    expect(receiver.calls.length).toBe(60);
    expect(new Set(calls.map((call) => call.headers['webhook-id'])).size).toBe(60);
  });

  it('can be replaced one by one under load without a failed request', async () => {
    let isOver = false;
    const token = beside.tenant.token.token;
    const answers: Answer[] = [];
    const loops = awaitedLater(
      Array.from({ length: 4 }, async () => {
        while (!isOver) {
          answers.push(await ask(nginx.address, 'GET', '/v1/me', { token }));
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
      }),
    );
    expect(await one.stop()).toBe(0);
    isOver = true;
    await Promise.all(loops);
    expect(answers.length).toBeGreaterThan(4);
    expect(answers.filter(({ status }) => status !== 200 && status !== 429)).toEqual([]);
    nginx.answered();
    expect((await ask(nginx.address, 'GET', '/v1/me', { token })).status).toBe(200);
    // nginx writes its log after it has sent the response.
    const answered: string[] = [];
    await until(() => answered.push(...nginx.answered().keys()) > 0);
    expect(answered.at(-1)).toContain(`127.0.0.1:${portOf(other)}`);
  });
});

/** Restarts per test. Set NGINX_RESTARTS to a larger number for measurements. */
const RESTARTS = Number(process.env['NGINX_RESTARTS'] ?? 4);

describe('Two instances behind nginx that restart in turn', () => {
  it.each([
    ['nginx keeps connections', { reuses: true }],
    ['nginx opens a connection for every request', { reuses: false }],
  ])(
    'answer every POST: %s',
    async (_what, options) => {
      const beside = await startApp({ env: { PROCESS_ROLE: 'api' } });
      const env = { TRUSTED_PROXY_HOPS: '1', SHUTDOWN_DELAY_MS: '2000' };
      const ports = [await freePorts(2), await freePorts(2)] as const;
      const start = (index: 0 | 1): Promise<ServiceProcess> =>
        processBeside(beside, env, () => Promise.resolve(ports[index]));
      const instances = [await start(0), await start(1)];
      const nginx = await Nginx.start([ports[0][0] ?? 0, ports[1][0] ?? 0], options);
      const callers = await Promise.all(Array.from({ length: 8 }, async () => (await beside.newTenant()).token.token));
      const statuses = new Map<number, number>();
      let isOver = false;
      const loops = awaitedLater(
        callers.map(async (token) => {
          while (!isOver) {
            const { status } = await ask(nginx.address, 'POST', '/v1/vendors', { token, body: { name: 'Najd Steel' } });
            statuses.set(status, (statuses.get(status) ?? 0) + 1);
            await new Promise((resolve) => setTimeout(resolve, 20));
          }
        }),
      );
      const codes: (number | string)[] = [];
      for (let restart = 0; restart < RESTARTS; restart += 1) {
        const index = restart % 2 === 0 ? 0 : 1;
        codes.push((await instances[index]?.stop(60_000)) ?? -1);
        instances[index] = await start(index);
      }
      isOver = true;
      await Promise.all(loops);
      await nginx.stop();
      await Promise.all(instances.map((instance) => instance.stop(60_000)));
      await beside.stop();
      console.log(`${RESTARTS} restarts: ${JSON.stringify(Object.fromEntries(statuses))}`);
      expect(codes).toEqual(codes.map(() => 0));
      expect(statuses.get(201)).toBeGreaterThan(10);
      expect([...statuses.keys()].filter((status) => status !== 201 && status !== 429)).toEqual([]);
    },
    120_000 + RESTARTS * 60_000,
  );
});

describe('An instance behind an nginx that reacts to its stop five seconds late', () => {
  it('answers every request', async () => {
    const beside = await startApp({ env: { PROCESS_ROLE: 'api' } });
    const env = { WEB_CONCURRENCY: '2', TRUSTED_PROXY_HOPS: '1', SHUTDOWN_DELAY_MS: '15000' };
    const [leaving, staying] = await Promise.all([processBeside(beside, env), processBeside(beside, env)]);
    const portOf = ({ address }: ServiceProcess): number => Number(new URL(address).port);
    const nginx = await Nginx.start([portOf(leaving), portOf(staying)], { asksAnother: false });
    const tokens = await Promise.all(Array.from({ length: 4 }, async () => (await beside.newTenant()).token.token));
    const answers: Answer[] = [];
    let isOver = false;
    const loops = awaitedLater(
      tokens.map(async (token) => {
        for (let count = 1; !isOver; count += 1) {
          const made = { token, body: { name: `Vendor ${count}` } };
          answers.push(await ask(nginx.address, 'POST', '/v1/vendors', made));
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      }),
    );
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    nginx.answered();
    const ended = awaitedLater(leaving.stop(60_000));
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    const late = nginx.answered().get(`127.0.0.1:${portOf(leaving)}`) ?? 0;
    nginx.without(portOf(leaving));
    expect(await ended).toBe(0);
    isOver = true;
    await Promise.all(loops);
    await nginx.stop();
    await staying.stop();
    await beside.stop();
    console.log(`${answers.length} requests, ${late} of them to the instance that was stopping`);
    expect(late).toBeGreaterThan(10);
    expect(answers.filter(({ status }) => status !== 201 && status !== 429)).toEqual([]);
  });
});
