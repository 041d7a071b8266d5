import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import Redis from 'ioredis';
import type { ServiceProcess } from '../chaos/support/service-process';
import { ask } from '../support/asking';
import { awaitedLater } from '../support/awaited-later';
import { ranAlone } from '../support/command';
import { freshDatabase } from '../support/servers/database';
import { isPooled } from '../support/servers/run';
import { until } from '../support/until';
import { serversFolder } from './support/folder';
import { GROUP, WatchedRedis } from './support/sentinels';
import { type ServedTenant, servedTenant } from './support/served-tenant';

describe('A failover by Redis Sentinel under load', () => {
  let folder: string;
  let redis: WatchedRedis;
  let served: ServedTenant;
  const stops: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    folder = serversFolder('sentinel');
    const database = await freshDatabase();
    stops.push(() => database.drop());
    redis = await WatchedRedis.start(folder);
    stops.push(() => redis.stop());
    served = await servedTenant(folder, {
      ...{ ...redis.environment, DATABASE_URL: database.url, DATABASE_PREPARED_STATEMENTS: String(!isPooled()) },
    });
    stops.push(() => served.stop());
  });
  afterAll(async () => {
    for (const stop of stops.reverse()) await stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const health = async (of: ServiceProcess): Promise<string> => (await fetch(`${of.admin}/health/ready`)).text();
  const doctor = async (env: NodeJS.ProcessEnv): Promise<string> =>
    (await ranAlone(['doctor'], { PATH: process.env['PATH'], ...env })).said;

  it('delivers every event, answers every request and continues with the new primary', async () => {
    const { api, worker, token, receiver } = served;
    const statuses: number[] = [];
    const created: number[] = [];
    const published = new AbortController();
    const traffic = awaitedLater(
      (async () => {
        while (!published.signal.aborted) {
          const body = { name: `Vendor ${statuses.length}` };
          const answer = await ask(api.address, 'POST', '/v1/vendors', { token, body });
          statuses.push(answer.status);
          if (answer.status === 201) created.push((answer.body as { data: { id: number } }).data.id);
          await sleep(20);
        }
      })(),
    );
    await until(() => receiver.calls.length >= 20);
    process.kill(redis.primary.pid, 'SIGKILL');
    const newPrimary = new Redis(redis.replica.url());
    stops.push(() => Promise.resolve(newPrimary.disconnect()));
    // Both queues of the worker wait for jobs on the new primary, and both processes count on it.
    await until(async () => {
      const waiting = String(await newPrimary.client('LIST')).match(/cmd=brpoplpush/g)?.length ?? 0;
      return waiting === 2 && !((await health(api)) + (await health(worker))).includes('degraded');
    });
    const before = statuses.length;
    await until(() => statuses.length > before + 20);

    redis.restartPrimary();
    const old = new Redis(redis.primary.url());
    old.on('error', () => undefined);
    stops.push(() => Promise.resolve(old.disconnect()));
    await until(async () => (await old.info('replication').catch(() => '')).includes('master_link_status:up'));
    published.abort();
    await traffic;
    expect(new Set(statuses)).toEqual(new Set([201]));
    // Repeated deliveries have the identifier of the first.
    const ids = (): Map<string, number> =>
      new Map(
        receiver.calls.map(({ headers, body }) => [
          String(headers['webhook-id']),
          (JSON.parse(body.toString()) as { data: { vendor_id: number } }).data.vendor_id,
        ]),
      );
    await until(() => new Set(ids().values()).size === created.length);
    expect([...ids().values()].sort((one, other) => one - other)).toEqual(created);
    // Only the new primary, the sentinels and this test are clients of the old one.
    const clients = String(await old.client('LIST'))
      .trim()
      .split('\n');
    const own = `id=${await old.client('ID')} `;
    expect(clients.filter((line) => !line.startsWith(own) && !/name=sentinel-|flags=M/.test(line))).toEqual([]);
  });

  it("is visible in the doctor's output: the primary, and faults of the sentinels", async () => {
    const { environment } = served;
    expect(await doctor(environment)).toContain(`The sentinels name 127.0.0.1:${redis.replica.port}`);
    const other = String(environment['REDIS_URL']).replace(GROUP, 'other');
    expect(await doctor({ ...environment, REDIS_URL: other })).toContain('know no group other');
    const away = `127.0.0.1:${redis.sentinels[0]?.port},127.0.0.1:1,127.0.0.1:2`;
    expect(await doctor({ ...environment, REDIS_SENTINELS: away })).toContain('1 of 3 sentinels answers');
  });
});
