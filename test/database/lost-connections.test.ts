import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { tenantIdFrom } from '../../src/common/records/ids';
import { query, UnitOfWork } from '../../src/platform/database';
import { ReadinessConnection } from '../../src/platform/database/checks/readiness-connection';
import { createDataSource } from '../../src/platform/database/connection/data-source';
import { NumberSeries } from '../../src/platform/database/records/number-series';
import { poolOf } from '../../src/platform/database/connection/typeorm-adapter';
import { asRequest } from '../../src/platform/tracing';
import { CuttableProxy } from '../support/cuttable-proxy';
import { type FreshDatabase, freshDatabase } from '../support/servers/database';
import { isPooled } from '../support/servers/run';
import { until } from '../support/until';

const ROLE = 'procurement_service';
const POOL = 5;
const prepares = !isPooled();
const tenant = tenantIdFrom(randomUUID());
const ONE = query('SELECT 1 AS one');

/** A firewall drops every connection silently and passes new ones. */
describe('Connections that are lost silently', () => {
  let database: FreshDatabase;
  let proxy: CuttableProxy;
  let dataSource: DataSource;
  let work: UnitOfWork;
  let numbers: NumberSeries;
  let readiness: ReadinessConnection;

  beforeAll(async () => {
    database = await freshDatabase();
    proxy = new CuttableProxy(database.url);
    const environment = {
      DATABASE_URL: await proxy.listen(),
      DATABASE_ROLE: ROLE,
      DATABASE_POOL_SIZE: POOL,
      DATABASE_PREPARED_STATEMENTS: prepares,
      DATABASE_CONNECT_TIMEOUT_MS: 5_000,
      DATABASE_REQUEST_STATEMENT_TIMEOUT_MS: 1_000,
      DATABASE_REQUEST_LOCK_TIMEOUT_MS: 0,
      DATABASE_REQUEST_IDLE_TIMEOUT_MS: 0,
      DATABASE_JOB_STATEMENT_TIMEOUT_MS: 0,
      DATABASE_JOB_LOCK_TIMEOUT_MS: 0,
      DATABASE_JOB_IDLE_TIMEOUT_MS: 0,
      DATABASE_MIGRATION_STATEMENT_TIMEOUT_MS: 0,
      DATABASE_MIGRATION_LOCK_TIMEOUT_MS: 0,
      DATABASE_MIGRATION_IDLE_TIMEOUT_MS: 0,
    };
    dataSource = await createDataSource({
      url: environment.DATABASE_URL,
      role: ROLE,
      poolSize: POOL,
      prepares,
      answerLimit: 2_100,
    }).initialize();
    work = new UnitOfWork(dataSource, environment);
    numbers = new NumberSeries(environment);
    readiness = new ReadinessConnection(dataSource, environment);
  });
  afterAll(async () => {
    await proxy.close();
    await numbers.onApplicationShutdown();
    await readiness.onApplicationShutdown();
    await dataSource.destroy();
    await database.drop();
  });

  const outcomeOf = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'done',
      (error: unknown) => (error as Error).message,
    );
  const request = <T>(of: () => Promise<T>): Promise<T> => asRequest('a-request', of);

  const fillPool = async (): Promise<void> => {
    await Promise.all(Array.from({ length: POOL }, () => work.run(tenant, (tx) => tx.query('SELECT pg_sleep(0.2)'))));
    await until(() => poolOf(dataSource).idleCount === POOL);
  };

  const loseAll = async (): Promise<void> => {
    await fillPool();
    proxy.silence();
    proxy.mend();
  };

  const ways: readonly (readonly [name: string, way: () => Promise<unknown>])[] = [
    ['a transaction', () => work.run(tenant, (tx) => tx.execute(ONE))],
    ['a read', () => work.read(tenant, ONE)],
    ['a read on a shared connection', () => work.readShared(tenant, ONE)],
    ['a write', () => work.write(tenant, ONE)],
    ['a statement outside every tenant', () => work.unscoped(ONE)],
    ['a statement outside the unit of work', () => dataSource.query(ONE.statement.text)],
  ];

  it.each(ways)('reject %s in time, are closed, and delay no second request', async (_name, way) => {
    await loseAll();
    expect(await outcomeOf(request(way))).toMatch('terminated');
    const later = Array.from({ length: 3 * POOL }, () => outcomeOf(request(way)));
    expect(await Promise.all(later)).toEqual(later.map(() => 'done'));
  });

  it('reject a job without a time limit when its transaction begins', async () => {
    await loseAll();
    expect(await outcomeOf(work.run(tenant, (tx) => tx.execute(ONE)))).toMatch('terminated');
    expect(await outcomeOf(work.run(tenant, (tx) => tx.execute(ONE)))).toBe('done');
  });

  it('reject a statement within a transaction, including one from TypeORM', async () => {
    for (const lost of [
      () =>
        work.run(tenant, async (tx) => {
          await tx.execute(ONE);
          proxy.silence();
          await tx.execute(ONE);
        }),
      () =>
        work.run(tenant, async (tx) => {
          await tx.execute(ONE);
          proxy.silence();
          await tx.repository('Department').query(ONE.statement.text);
        }),
    ]) {
      expect(await outcomeOf(request(lost))).toBe('Connection terminated');
      proxy.mend();
      expect(await outcomeOf(request(() => work.run(tenant, (tx) => tx.execute(ONE))))).toBe('done');
    }
  });

  it('reject taking a number, and the next call gets its number', async () => {
    const take = (): Promise<string> => numbers.next(tenant, 'PO', 2026);
    await request(take);
    proxy.silence();
    proxy.mend();
    expect(await outcomeOf(request(take))).toBe('Connection terminated');
    expect(await request(take)).toMatch(/^PO-2026-\d{6}$/);
  });

  it('do not include a connection whose pipelined statements take long in turn', async () => {
    // Together longer than the limit for an answer, each far shorter than the limit for a statement.
    const slow = query('SELECT pg_sleep(0.1)');
    expect(await outcomeOf(request(() => work.read(tenant, ...Array.from({ length: 40 }, () => slow))))).toBe('done');
  });

  it('do not include a job without a time limit that is silent longer than a request may be', async () => {
    expect(await outcomeOf(work.run(tenant, (tx) => tx.query('SELECT pg_sleep(4)')))).toBe('done');
  });

  it('do not include those of the pool when readiness waits for a slow server', async () => {
    expect(await readiness.state()).toMatchObject({ database: 'ok' });
    await fillPool();
    proxy.silence();
    expect(await readiness.state()).toMatchObject({ database: 'away' });
    expect(poolOf(dataSource).idleCount).toBe(POOL);
    proxy.mend();
  });
});
