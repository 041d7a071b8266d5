import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { freePorts } from '../../tools/servers/ports';
import { childrenOf } from '../../tools/servers/processes';
import { type Service, startApp } from '../support/app';
import { ask } from '../support/asking';
import { awaitedLater } from '../support/awaited-later';
import { LateBalancer } from '../support/late-balancer';
import { processBeside } from '../support/process-beside';
import { eventually } from '../support/webhooks/delivering';

describe('An instance that gets a stop signal', () => {
  let beside: Service;
  beforeAll(async () => {
    beside = await startApp({ env: { PROCESS_ROLE: 'api' } });
  });
  afterAll(() => beside.stop());

  const statusOf = async (address: string, path: string): Promise<number> => (await ask(address, 'GET', path)).status;

  it.each(['1', '2'])('loses no request of a load balancer that reacts late, with %s processes', async (processes) => {
    const env = { SHUTDOWN_DELAY_MS: '300000', WEB_CONCURRENCY: processes };
    const [leaving, staying] = await Promise.all([processBeside(beside, env), processBeside(beside)]);
    const balancer = await LateBalancer.start([leaving.address, staying.address]);
    const statuses: number[] = [];
    let isOver = false;
    const loops = awaitedLater(
      Array.from({ length: 4 }, async () => {
        const { token } = await beside.newTenant('enterprise');
        for (let count = 1; !isOver; count += 1) {
          const made = { token: token.token, body: { name: `Vendor ${count}` } };
          statuses.push((await ask(balancer.address, 'POST', '/v1/vendors', made)).status);
        }
      }),
    );
    try {
      await eventually(() => Promise.resolve(statuses.length > 20));
      leaving.signal('SIGTERM');
      await eventually(async () => (await statusOf(leaving.address, '/health/ready')) === 503);
      expect(await statusOf(leaving.admin, '/health/ready')).toBe(503);
      expect(await statusOf(leaving.address, '/health/live')).toBe(200);
      await eventually(() => Promise.resolve(balancer.targets.length === 1));
      expect(balancer.targets).toEqual([staying.address]);
      // Ends the shutdown delay.
      leaving.signal('SIGINT');
      expect(await leaving.ended()).toBe(0);
      const after = statuses.length + 20;
      await eventually(() => Promise.resolve(statuses.length > after));
    } finally {
      isOver = true;
      await Promise.all(loops);
      await balancer.stop();
      await Promise.all([leaving.stop(), staying.stop()]);
    }
    // 429 is a response too.
    expect(statuses.filter((status) => status !== 201 && status !== 429)).toEqual([]);
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('exits with code 0 on %s, in every role', async (signal) => {
    const starting = ['api', 'worker', 'all'].map((role) => processBeside(beside, { PROCESS_ROLE: role }));
    const all = await Promise.all(starting);
    for (const instance of all) instance.signal(signal);
    expect(await Promise.all(all.map((instance) => instance.ended()))).toEqual([0, 0, 0]);
  });

  it('exits with code 0 during its start', async () => {
    // Accepts connections and sends nothing.
    const database = createServer().listen(0, '127.0.0.1');
    await once(database, 'listening');
    const asked = once(database, 'connection');
    const child = spawn(process.execPath, [join(__dirname, '../../dist/main.js')], {
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: `postgres://app@127.0.0.1:${(database.address() as AddressInfo).port}/none`,
        APP_ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
      },
      stdio: 'ignore',
    });
    await asked;
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    database.close();
  });

  it('exits with code 0 before its processes listen to signals', async () => {
    const stuck = `import cluster from 'node:cluster';
      if (cluster.isWorker) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);`;
    const preload = `data:text/javascript,${encodeURIComponent(stuck)}`;
    const child = spawn(process.execPath, ['--import', preload, join(__dirname, '../../dist/main.js')], {
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: 'postgres://app@127.0.0.1:1/none',
        REDIS_URL: 'redis://127.0.0.1:1',
        APP_ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
        WEB_CONCURRENCY: '2',
      },
      stdio: 'ignore',
    });
    const ended = awaitedLater(once(child, 'exit'));
    await eventually(() => Promise.resolve(childrenOf(child.pid ?? 0).length === 2));
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  it('exits at once after a second signal, with a code that shows that requests were cut off', async () => {
    const instance = await processBeside(beside);
    const asked = request(`${instance.address}/v1/vendors`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${beside.tenant.token.token}`,
        'content-type': 'application/json',
        expect: '100-continue',
      },
    });
    const cut = awaitedLater(once(asked, 'error'));
    asked.flushHeaders();
    await once(asked, 'continue');
    instance.signal('SIGTERM');
    await eventually(
      async () => (await ask(instance.address, 'GET', '/health/live').catch(() => undefined)) === undefined,
    );
    expect(instance.isRunning).toBe(true);
    instance.signal('SIGINT');
    expect(await instance.ended()).toBe(130);
    await cut;
  });
});

it.each(['address', 'admin'] as const)(
  'A service process starts on other ports when another service has taken its %s',
  async (which) => {
    const beside = await startApp({ env: { PROCESS_ROLE: 'api' } });
    const taken = Number(new URL(beside[which]).port);
    const [port = 0, ...others] = await freePorts(3);
    const draws = [which === 'address' ? [taken, port] : [port, taken], others];
    try {
      const instance = await processBeside(beside, {}, () => Promise.resolve(draws.shift() ?? []));
      expect(await instance.stop()).toBe(0);
      expect(instance.address).toBe(`http://127.0.0.1:${others[0]}`);
    } finally {
      await beside.stop();
    }
  },
);
