import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { issueCertificate } from '../../tools/receiver/certificate';
import { withClient } from '../../tools/servers/databases';
import { startRedis } from '../../tools/servers/redis';
import { ask } from '../support/asking';
import { ranAlone } from '../support/command';
import { redisProgram } from '../support/programs/redis';
import { addressOf, type FreshDatabase, freshDatabase } from '../support/servers/database';
import { currentRun } from '../support/servers/run';
import { until } from '../support/until';
import { serversFolder } from './support/folder';
import { PgBouncer, POOL_SIZE } from './support/pgbouncer';
import { type ServedTenant, servedTenant } from './support/served-tenant';

const WRITERS = 4;

describe('A PgBouncer in transaction mode that is killed and restarted under load', () => {
  let folder: string;
  let database: FreshDatabase;
  let pooler: PgBouncer;
  let served: ServedTenant;
  const stops: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    folder = serversFolder('pgbouncer');
    database = await freshDatabase();
    stops.push(() => database.drop());
    const { adminUrl, login } = currentRun();
    const name = new URL(database.adminUrl).pathname.slice(1);
    pooler = await PgBouncer.start(join(folder, 'pooler'), addressOf(adminUrl, name, login), await issueCertificate());
    stops.push(() => pooler.stop());
    mkdirSync(join(folder, 'redis'));
    const redis = await startRedis(redisProgram(process.env['PATH'] ?? ''), {
      ...{ folder: join(folder, 'redis'), password: 'redis', keepsData: false },
    });
    stops.push(() => redis.stop());
    served = await servedTenant(folder, {
      ...{ DATABASE_URL: pooler.url, DATABASE_PREPARED_STATEMENTS: 'false', REDIS_URL: redis.url(0) },
      // Reports an unavailable pooler after two seconds; the other timeouts are long.
      DATABASE_CONNECT_TIMEOUT_MS: '2000',
    });
    stops.push(() => served.stop());
  });
  afterAll(async () => {
    for (const stop of stops.reverse()) await stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('loses nothing, duplicates nothing and causes only responses 201 or 503', async () => {
    const { api, token, receiver } = served;
    const statuses = new Map<number, number>();
    const made = new Map<string, number>();
    const published = new AbortController();
    // Each writer retries with the same key until it receives the created record.
    const writer = async (which: number): Promise<void> => {
      for (let turn = 0; !published.signal.aborted; turn += 1) {
        const name = `Vendor ${which}-${turn}`;
        const key = randomUUID();
        while (!made.has(name)) {
          const asked = { token, body: { name }, headers: { 'idempotency-key': key } };
          const answer = await ask(api.address, 'POST', '/v1/vendors', asked);
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
          if (answer.status === 201) made.set(name, (answer.body as { data: { id: number } }).data.id);
          else if (answer.status === 503) await sleep(50);
          else throw new Error(`It was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
        }
      }
    };
    const writing = Promise.all(Array.from({ length: WRITERS }, (_, which) => writer(which)));
    // The `await` at the end throws a writer's failure.
    writing.catch(() => undefined);
    for (let round = 0; round < 2; round += 1) {
      const before = made.size;
      await until(() => made.size > before + 10);
      const refused = statuses.get(503) ?? 0;
      await pooler.kill();
      await until(() => (statuses.get(503) ?? 0) > refused);
      await pooler.restart();
    }
    const before = made.size;
    await until(() => made.size > before + 10);
    published.abort();
    await writing;
    expect([...statuses.keys()].sort()).toEqual([201, 503]);
    const rows = await withClient(database.adminUrl, async (client) => {
      return (await client.query<{ id: string; name: string }>('SELECT id, name FROM vendors ORDER BY id')).rows;
    });
    expect(new Map(rows.map(({ id, name }) => [name, Number(id)]))).toEqual(made);
    expect(rows).toHaveLength(made.size);
    const publishedOf = (): Set<number> =>
      new Set(
        receiver.calls.map(
          ({ body }) => (JSON.parse(body.toString()) as { data: { vendor_id: number } }).data.vendor_id,
        ),
      );
    await until(() => publishedOf().size === made.size);
    expect(await (await fetch(`${api.admin}/health/ready`)).text()).not.toContain('degraded');
  });

  it('causes 503 for a request that waits too long for a connection, and recovers when a connection is free', async () => {
    const { api, token } = served;
    const create = () => ask(api.address, 'POST', '/v1/vendors', { token, body: { name: 'Patience' } });
    const held = await Promise.all(
      Array.from({ length: POOL_SIZE }, async () => {
        const client = new Client({ connectionString: pooler.url });
        await client.connect();
        await client.query('BEGIN');
        return client;
      }),
    );
    const { status, headers, body } = await create();
    expect([status, (body as { error: { code: string } }).error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(headers['retry-after']).toBeDefined();
    await Promise.all(held.map((client) => client.end()));
    await until(async () => (await create()).status === 201);
  });

  it('is detected by the doctor, which recommends the matching settings', async () => {
    const doctor = async (env: NodeJS.ProcessEnv): Promise<string> =>
      (await ranAlone(['doctor'], { PATH: process.env['PATH'], ...env })).said;
    const { environment } = served;
    expect(await doctor(environment)).toContain('A pooler or a proxy stands before PostgreSQL, and statements suit it');
    expect(await doctor({ ...environment, DATABASE_PREPARED_STATEMENTS: 'true' })).toContain(
      'DATABASE_PREPARED_STATEMENTS is true',
    );
  });
});
