import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebhookReceiver } from '../../tools/receiver/webhook-receiver';
import { childrenOf, isAlive } from '../../tools/servers/processes';
import { ServiceProcess } from '../chaos/support/service-process';
import { type Service, startApp } from '../support/app';
import { ask, withinAMinute } from '../support/asking';
import { awaitedLater } from '../support/awaited-later';
import { processBeside } from '../support/process-beside';
import { eventually, subscribe } from '../support/webhooks/delivering';

describe('An instance with two processes', () => {
  let receiver: WebhookReceiver;
  let beside: Service;
  let instance: ServiceProcess;

  beforeAll(async () => {
    receiver = await WebhookReceiver.listen();
    beside = await startApp({ trusts: receiver, env: { PROCESS_ROLE: 'api' } });
    instance = await processBeside(beside, { WEB_CONCURRENCY: '2' });
    await eventually(() => bothServe());
  });
  afterAll(async () => {
    await instance.stop();
    await beside.stop();
    await receiver.close();
  });

  const processes = (): number[] => childrenOf(instance.pid);

  /** A request handed to a process that dies at that moment gets no response; the next one does. */
  async function bothServe(): Promise<boolean> {
    const answer = await ask(instance.admin, 'GET', '/metrics', { signal: AbortSignal.timeout(5_000) }).catch(
      () => undefined,
    );
    return answer?.status === 200 && processes().length === 2 && /^service_processes 2$/m.test(answer.body);
  }

  /** True when nothing listens any more. A connection handed over at that moment may hang instead. */
  const refuses = (): Promise<boolean> =>
    ask(instance.address, 'GET', '/health/live', { signal: AbortSignal.timeout(5_000) }).then(
      () => false,
      (error: unknown) => (error as NodeJS.ErrnoException).code === 'ECONNREFUSED',
    );

  it('reports the start time of its oldest process', async () => {
    const { body } = await ask(instance.admin, 'GET', '/metrics');
    const [, started = ''] = /^process_start_time_seconds (\d+)$/m.exec(String(body)) ?? [];
    expect(new Date(Number(started) * 1000).getUTCFullYear()).toBe(new Date().getUTCFullYear());
    expect(String(body)).toMatch(/^redis_up 1$/m);
  });

  it('accepts exactly as many requests as the plan allows', async () => {
    const answers = await withinAMinute(async () => {
      const { token } = await beside.newTenant('basic');
      return Promise.all(
        Array.from({ length: 75 }, () => ask(instance.address, 'GET', '/v1/me', { token: token.token })),
      );
    });
    const count = (status: number): number => answers.filter((answer) => answer.status === status).length;
    expect([count(200), count(429)]).toEqual([60, 15]);
    const remaining = answers
      .filter(({ status }) => status === 200)
      .map((a) => Number(a.headers['x-ratelimit-remaining']));
    expect(remaining.sort((one, other) => one - other)).toEqual(Array.from({ length: 60 }, (_, left) => left));
  });

  it('keeps idle connections open longer than a load balancer does', async () => {
    const agent = new Agent({ keepAlive: true });
    const asked = request(`${instance.address}/health/live`, { agent }).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.resume();
    expect(answer.headers['keep-alive']).toBe('timeout=75');
    agent.destroy();
  });

  it('delivers every event once, and its metrics show the sum of both processes', async () => {
    await subscribe(beside, receiver);
    const token = beside.tenant.token.token;
    const made = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        ask(instance.address, 'POST', '/v1/vendors', { token, body: { name: `Vendor ${index + 1}` } }),
      ),
    );
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 201));
    const calls = await receiver.waitFor(() => true, 40);
    expect(new Set(calls.map(({ headers }) => headers['webhook-id'])).size).toBe(40);
    const delivered = async (): Promise<boolean> => {
      const { body } = await ask(instance.admin, 'GET', '/metrics');
      return (
        /^webhook_attempts_total\{outcome="\w+"\} 40$/m.test(body) &&
        /^webhook_queue_depth\{state="pending",lane="prompt"\} 0$/m.test(body)
      );
    };
    await eventually(delivered);
    for (let turn = 1; turn <= 4; turn += 1) expect(await delivered()).toBe(true);
    expect(receiver.calls.length).toBe(40);
  });

  it("replaces a killed process and loses only that process's running requests", async () => {
    const before = processes();
    let isOver = false;
    const unanswered = new AbortController();
    const { signal } = unanswered;
    const statuses: number[][] = Array.from({ length: 4 }, () => []);
    const loops = awaitedLater(
      statuses.map(async (mine) => {
        while (!isOver) {
          const answer = await ask(instance.address, 'GET', '/health/live', { signal }).catch(() => ({ status: 0 }));
          mine.push(answer.status);
        }
      }),
    );
    const [victim] = before;
    try {
      await eventually(() => Promise.resolve(statuses.every((mine) => mine.length > 5)));
      process.kill(victim ?? 0, 'SIGKILL');
      await eventually(async () => !processes().includes(victim ?? 0) && (await bothServe()));
    } finally {
      isOver = true;
      await Promise.race([Promise.all(loops), sleep(5_000)]);
      unanswered.abort();
      await Promise.all(loops);
    }
    expect(processes()).toContain(before[1]);
    // At most one running request per loop; one handed over at the moment of death gets no response.
    for (const mine of statuses) expect(mine.filter((status) => status !== 200).length).toBeLessThanOrEqual(1);
    for (let turn = 1; turn <= 8; turn += 1) {
      expect((await ask(instance.address, 'GET', '/health/live')).status).toBe(200);
    }
  });

  it('finishes running requests after a stop signal and exits with code 0', async () => {
    const asked = request(`${instance.address}/v1/vendors`, {
      agent: new Agent({ keepAlive: true }),
      method: 'POST',
      headers: {
        authorization: `Bearer ${beside.tenant.token.token}`,
        'content-type': 'application/json',
        expect: '100-continue',
      },
    });
    const answered = awaitedLater(once(asked, 'response'));
    asked.flushHeaders();
    // The service requests the body, so it has accepted the request.
    await once(asked, 'continue');
    const all = processes();
    const ended = awaitedLater(instance.stop(120_000));
    await eventually(refuses);
    asked.end('{"name": "Najd Steel"}');
    const [answer] = (await answered) as [IncomingMessage];
    expect([answer.statusCode, answer.headers.connection]).toEqual([201, 'close']);
    answer.resume();
    expect(await ended).toBe(0);
    expect(all.filter(isAlive)).toEqual([]);
  });
});

describe('An instance that cannot start', () => {
  it('exits like a single process, instead of retrying', async () => {
    await expect(
      ServiceProcess.start({
        NODE_ENV: 'test',
        WEB_CONCURRENCY: '2',
        DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
        REDIS_URL: 'redis://127.0.0.1:1',
        APP_ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
      }),
    ).rejects.toThrow(/did not start/);
  });
});
