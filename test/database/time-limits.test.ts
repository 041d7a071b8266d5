import type { PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import type { TenantId } from '../../src/common/records/ids';
import { query, UnitOfWork } from '../../src/platform/database';
import { asRequest } from '../../src/platform/tracing';
import { migrate } from '../../src/platform/database/schema/migrate';
import { NumberSeries } from '../../src/platform/database/records/number-series';
import { Department } from '../../src/organisation/departments/entities/department.entity';
import { type Service, startApp } from '../support/app';
import { aVendor } from '../support/purchase-orders';
import { isPooled } from '../support/servers/run';
import { statementsOf } from '../support/statements';
import { awaitedLater } from '../support/awaited-later';

const LIMITS = {
  DATABASE_REQUEST_STATEMENT_TIMEOUT_MS: '5100',
  DATABASE_REQUEST_LOCK_TIMEOUT_MS: '300',
  DATABASE_REQUEST_IDLE_TIMEOUT_MS: '113000',
  DATABASE_JOB_STATEMENT_TIMEOUT_MS: '121000',
  DATABASE_JOB_LOCK_TIMEOUT_MS: '122000',
  DATABASE_JOB_IDLE_TIMEOUT_MS: '123000',
};

interface Settings {
  readonly statement: string;
  readonly lock: string;
  readonly idle: string;
}

const SETTINGS =
  query(`SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
  current_setting('idle_in_transaction_session_timeout') AS idle`);
const OF_REQUESTS: Settings = { statement: '5100ms', lock: '300ms', idle: '113s' };
const OF_JOBS: Settings = { statement: '121s', lock: '122s', idle: '123s' };

/** With prepared statements and with those for a pooler. */
describe.each(isPooled() ? [false] : [true, false])('The time limits of the database, prepared: %s', (prepared) => {
  let service: Service;
  let vendorId: number;

  beforeAll(async () => {
    service = await startApp({ env: { ...LIMITS, DATABASE_PREPARED_STATEMENTS: String(prepared) } });
    vendorId = (await aVendor(service.client())).id;
  });
  afterAll(() => service.stop());

  const unitOfWork = (): UnitOfWork => service.app.get(UnitOfWork);

  /** The limits on every kind of database access, first unprepared and then prepared. */
  const onEveryWay = async (): Promise<(Settings | undefined)[]> => {
    const { id } = service.tenant.tenant;
    const found: (Settings | undefined)[] = [];
    for (let time = 1; time <= 2; time += 1) {
      const work = unitOfWork();
      const [[read], [shared], [written]] = [
        (await work.read<[Settings]>(id, SETTINGS))[0],
        (await work.readShared<[Settings]>(id, SETTINGS))[0],
        (await work.write<[Settings]>(id, SETTINGS))[0],
      ];
      const inTransaction = await work.run(id, async (tx) => [
        ...(await tx.execute<Settings>(SETTINGS)),
        ...(await tx.repository(Department).query<Settings[]>(SETTINGS.statement.text)),
      ]);
      found.push(read, shared, written, ...inTransaction, ...(await work.unscoped<Settings>(SETTINGS)));
    }
    return found;
  };

  it('are those of requests in a request and those of jobs elsewhere, on every kind of access', async () => {
    // A read on a shared connection first tries with a lock timeout of 100 ms, to delay no other request.
    const shared = (settings: Settings) => (prepared ? { ...settings, lock: '100ms' } : settings);
    const twice = (all: Settings) => Array.from({ length: 2 }, () => [all, shared(all), all, all, all, all]).flat();
    expect(await asRequest('a-request', onEveryWay)).toEqual(twice(OF_REQUESTS));
    expect(await onEveryWay()).toEqual(twice(OF_JOBS));
  });

  it('need no additional statement', async () => {
    const sent = await statementsOf(() => service.client().get(`/vendors/${vendorId}`));
    // The vendor and its performance, in one round trip that also sets the tenant.
    expect(sent).toHaveLength(2);
    expect(sent.filter((text) => text.includes('timeout'))).toEqual([]);
  });

  /** Runs the work while the owner locks a table, like a migration. */
  const whileLocked = async (table: string, work: () => Promise<void>): Promise<void> => {
    const locker: PoolClient = await service.owner.connect();
    try {
      await locker.query(`BEGIN; LOCK TABLE ${table}`);
      await work();
    } finally {
      await locker.query('ROLLBACK');
      locker.release();
    }
  };

  it('return 503 to requests that wait for a lock, while readiness stays 200', async () => {
    const client = service.client();
    const asked: readonly [method: string, path: string, body?: string][] = [
      ['GET', '/vendors'],
      ['GET', `/vendors/${vendorId}`],
      ['PUT', `/vendors/${vendorId}`, '{"phone":"+966500000001"}'],
      ['POST', '/vendors', JSON.stringify({ name: 'Waiting', email: 'waiting@example.com' })],
    ];
    await whileLocked('vendors', async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, place) => client.raw(...(asked[place % asked.length] ?? ['GET', '/vendors']))),
      );
      for (const { status, body, headers } of answers) {
        expect([status, body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      }
      expect((await fetch(`${service.address}/health/ready`)).status).toBe(200);
    });
    expect((await client.raw('GET', `/vendors/${vendorId}`)).status).toBe(200);
    const { rows } = await service.owner.query(`SELECT FROM vendors WHERE name = 'Waiting' OR phone = '+966500000001'`);
    expect(rows).toEqual([]);
  });

  it('return 503 if the first of two pipelined statements waits for a lock', async () => {
    const locker: PoolClient = await service.owner.connect();
    const { id } = service.tenant.tenant;
    try {
      await locker.query(`BEGIN; SELECT pg_advisory_xact_lock(hashtextextended('authority/${id}', 0))`);
      const answers = await Promise.all([
        service.client().raw('POST', `/vendors/${vendorId}/unblock`, '{}'),
        service.client().raw('POST', '/tokens', '{"name":"waits","abilities":["read"]}'),
      ]);
      for (const { status, body, headers } of answers) {
        expect([status, body.error.code, headers.get('retry-after')]).toEqual([503, 'SERVICE_UNAVAILABLE', '5']);
      }
    } finally {
      await locker.query('ROLLBACK');
      locker.release();
    }
  });

  it('also apply to the lookup of a token, which has no tenant yet', async () => {
    const token = await service.mint(['read']);
    await whileLocked('api_tokens', async () => {
      expect((await service.client({ token }).raw('GET', '/vendors')).status).toBe(503);
    });
    expect((await service.client({ token }).raw('GET', '/vendors')).status).toBe(200);
  });
});

describe('A statement or transaction that reaches its limit', () => {
  let service: Service;

  beforeAll(async () => {
    service = await startApp({
      env: {
        DATABASE_POOL_SIZE: '2',
        DATABASE_REQUEST_STATEMENT_TIMEOUT_MS: '2000',
        DATABASE_REQUEST_LOCK_TIMEOUT_MS: '0',
      },
    });
  });
  afterAll(() => service.stop());

  it('returns 503 when the statement ran too long, and its connection serves the next request', async () => {
    const locker = await service.owner.connect();
    await locker.query('BEGIN; LOCK TABLE vendors');
    const answers = await Promise.all(Array.from({ length: 8 }, () => service.client().raw('GET', '/vendors')));
    await locker.query('ROLLBACK');
    locker.release();
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 503));
    expect((await service.client().raw('GET', '/vendors')).status).toBe(200);
  });

  it('loses its connection when the transaction is idle for too long, and the pool opens another', async () => {
    // Only for this transaction: a busy machine may pause the jobs of the service for 100 ms.
    const limits = { ...service.environment, DATABASE_JOB_IDLE_TIMEOUT_MS: 100 };
    const work = new UnitOfWork(service.app.get(DataSource), limits);
    const { id } = service.tenant.tenant;
    const gone = async (pid: number): Promise<void> => {
      for (;;) {
        const { rowCount } = await service.owner.query('SELECT FROM pg_stat_activity WHERE pid = $1', [pid]);
        if (rowCount === 0) return;
      }
    };
    const idle = work.run(id, async (tx) => {
      const [row] = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await gone(row?.pid ?? 0);
      await tx.query('SELECT 1');
    });
    await expect(idle).rejects.toThrow(/terminat|connection/i);
    for (let time = 1; time <= 4; time += 1) {
      const later = service.app.get(UnitOfWork).run(id, (tx) => tx.query('SELECT 1 AS one'));
      expect(await later).toEqual([{ one: 1 }]);
    }
  });
});

describe('The database time of a request', () => {
  const POOL = 2;
  let service: Service;

  beforeAll(async () => {
    service = await startApp({ redis: false, env: { DATABASE_POOL_SIZE: String(POOL) } });
  });
  afterAll(() => service.stop());

  const work = (): UnitOfWork => service.app.get(UnitOfWork);
  const tenantId = (): TenantId => service.tenant.tenant.id;
  /** A request with half a second. */
  const shortly = <T>(of: () => Promise<T>): Promise<T> => asRequest('short', of, { milliseconds: 500 });

  it('includes the wait for a connection, and a connection that comes too late returns to the pool', async () => {
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const holders = awaitedLater(Array.from({ length: POOL }, () => work().run(tenantId(), () => ended)));
    const ways = [
      () => work().run(tenantId(), (tx) => tx.query('SELECT 1')),
      () => work().read(tenantId(), query('SELECT 1')),
      () => work().write(tenantId(), query('SELECT 1')),
    ];
    for (const way of ways) await expect(shortly(way)).rejects.toMatchObject({ code: '57014' });
    end();
    await Promise.all(holders);
    expect(await Promise.all(ways.map((way) => way()))).toHaveLength(ways.length);
  });

  it('is independent of another request on the same shared connection', async () => {
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const holders = awaitedLater(Array.from({ length: POOL }, () => work().run(tenantId(), () => ended)));
    const read = () => work().readShared(tenantId(), query('SELECT 1 AS one'));
    // As many as there are shared connections; the last one joins one of them.
    const short = awaitedLater(Array.from({ length: 4 }, () => shortly(read)));
    const joined = awaitedLater(asRequest('long', read));
    for (const one of short) await expect(one).rejects.toMatchObject({ code: '57014' });
    end();
    await Promise.all(holders);
    expect(await joined).toEqual([[{ one: 1 }]]);
  });

  it('is independent of another request that gets its document number from the same statement', async () => {
    const take = () => service.app.get(NumberSeries).next(tenantId(), 'PO', 2030);
    const taken = await Promise.all([asRequest('spent', take, { milliseconds: 0 }), asRequest('long', take)]);
    expect(taken).toEqual(['PO-2030-000001', 'PO-2030-000002']);
  });

  it('ends a transaction of many statements, which writes nothing', async () => {
    const begun: number[] = [];
    const slow = shortly(() =>
      work().run(tenantId(), async (tx) => {
        await tx.query(`UPDATE tenants SET name = 'too late' WHERE id = $1`, [tx.tenantId]);
        for (let time = 1; time <= 100; time += 1) {
          begun.push(time);
          await tx.query('SELECT pg_sleep(0.1)');
        }
      }),
    );
    await expect(slow).rejects.toMatchObject({ code: '57014' });
    expect(begun.length).toBeLessThan(100);
    const { rows } = await service.owner.query(`SELECT FROM tenants WHERE name = 'too late'`);
    expect(rows).toEqual([]);
  });

  it('lowers the limit of later statements in a transaction that has used more than a second', async () => {
    const limit = await asRequest(
      'long',
      () =>
        work().run(tenantId(), async (tx) => {
          await tx.query('SELECT pg_sleep(2)');
          const [row] = await tx.execute<Settings>(SETTINGS);
          return row?.statement;
        }),
      { milliseconds: 10_000 },
    );
    expect(limit).toMatch(/^\d{4}ms$|^[1-8]s$/);
  });

  it.each([
    ['fails in a statement of more than a second', `SELECT pg_sleep(1.5); DO $$ BEGIN RAISE SQLSTATE '23503'; END $$`],
    ['lowered the limit of PostgreSQL', `SELECT pg_sleep(1.5)`, `DO $$ BEGIN RAISE SQLSTATE '23503'; END $$`],
  ])('still applies after a part of the transaction that %s is rolled back', async (_what, ...texts) => {
    const limit = await asRequest(
      'long',
      () =>
        work().run(tenantId(), async (tx) => {
          const part = tx.savepoint(async () => {
            for (const text of texts) await tx.command(text);
          });
          await part.catch(() => undefined);
          const [row] = await tx.execute<Settings>(SETTINGS);
          return row?.statement;
        }),
      { milliseconds: 14_000 },
    );
    // Of 14 s, this part used at least 1.5.
    expect(parseInt(limit ?? '', 10) * (limit?.endsWith('ms') ? 1 : 1000)).toBeLessThanOrEqual(12_500);
  });

  it('ends the retries of a transaction', async () => {
    let attempts = 0;
    const failing = shortly(() =>
      work().run(tenantId(), async (tx) => {
        attempts += 1;
        await tx.query('SELECT pg_sleep(0.3)');
        await tx.query(`DO $$ BEGIN RAISE SQLSTATE '40P01'; END $$`);
      }),
    );
    await expect(failing).rejects.toMatchObject({ code: expect.stringMatching(/40P01|57014/) as string });
    expect(attempts).toBeLessThanOrEqual(2);
  });

  it('does not affect readiness, which is 200 and busy while requests wait for a connection', async () => {
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const holders = awaitedLater(Array.from({ length: POOL }, () => work().run(tenantId(), () => ended)));
    const waiting = awaitedLater(work().run(tenantId(), () => Promise.resolve('had one')));
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const response = await fetch(`${service.address}/health/ready`);
        return { status: response.status, body: (await response.json()) as { checks: { database: string } } };
      }),
    );
    for (const { status, body } of answers) {
      expect({ status, database: body.checks.database }).toEqual({ status: 200, database: 'busy' });
    }
    end();
    await Promise.all(holders);
    expect(await waiting).toBe('had one');
  });
});

describe('A migration', () => {
  it('that waits too long for a lock fails with a hint, and one that waits for another migration continues', async () => {
    const service = await startApp({ redis: false });
    const limits = { statement: 0, lock: 200, idle: 0 };
    const locker = await service.owner.connect();
    await service.owner.query(`DELETE FROM schema_migrations WHERE name = 'Search1795305600170'`);
    // A migration may change a function only when no other transaction does.
    await locker.query('BEGIN; LOCK TABLE schema_migrations IN ACCESS EXCLUSIVE MODE');
    await expect(migrate(service.ownerUrl, undefined, { limits })).rejects.toThrow(
      /DATABASE_MIGRATION_LOCK_TIMEOUT_MS/,
    );
    await locker.query('ROLLBACK');
    locker.release();
    const both = await Promise.all([1, 2].map(() => migrate(service.ownerUrl, undefined, { limits })));
    expect(both.flat()).toEqual(['Search1795305600170']);
    await service.stop();
  });
});
