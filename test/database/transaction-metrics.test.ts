import { DataSource } from 'typeorm';
import type { TenantId } from '../../src/common/records/ids';
import { query, UnitOfWork } from '../../src/platform/database';
import { poolOf } from '../../src/platform/database/connection/typeorm-adapter';
import { Periodic } from '../../src/platform/periodic';
import { type Service, startApp } from '../support/app';
import { awaitedLater } from '../support/awaited-later';
import { Metrics } from '../support/metrics';
import { until } from '../support/until';

const POOL = 5;
const TRANSACTIONS = 'db_transactions_total';
const RETRIES = 'db_transaction_retries_total';
const WAITS = 'db_client_connection_wait_time_seconds';
const TIMEOUTS = 'db_client_connection_timeouts_total';

let service: Service;
let work: UnitOfWork;
let tenantId: TenantId;
beforeAll(async () => {
  // Serves no requests and runs no periodic work that would open transactions.
  service = await startApp({ env: { PROCESS_ROLE: 'api', DATABASE_POOL_SIZE: String(POOL) } });
  await service.app.get(Periodic).stop();
  work = service.app.get(UnitOfWork);
  tenantId = service.tenant.tenant.id;
});
afterAll(() => service.stop());

const metrics = (): Promise<Metrics> =>
  Metrics.here(
    TRANSACTIONS,
    RETRIES,
    WAITS,
    TIMEOUTS,
    ...['db_client_connections', 'db_client_connection_max', 'db_client_connection_pending_requests'],
  );

/** The increase of a counter's series during an action, by label value. */
async function added(name: string, label: string, act: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await metrics();
  await act();
  const after = await metrics();
  const changes = after
    .of(name)
    .map(({ labels, value }): [string, number] => [labels[label] ?? '', value - before.sum(name, labels)]);
  return Object.fromEntries(changes.filter(([, change]) => change !== 0));
}

it('Metrics count committed and rolled-back transactions on every kind of database access', async () => {
  const broken = query('SELECT 1 / 0');
  const one = query('SELECT 1');
  const outcomes = await added(TRANSACTIONS, 'outcome', async () => {
    await work.run(tenantId, (tx) => tx.query('SELECT 1'));
    await work.read(tenantId, one, one);
    await work.readShared(tenantId, one);
    await work.write(tenantId, one);
    await work.unscoped(one);
    const refused = (): Promise<never> => Promise.reject(new Error('a rule'));
    for (const failing of [
      () => work.run(tenantId, refused),
      () => work.read(tenantId, broken),
      () => work.readShared(tenantId, broken),
      () => work.unscoped(broken),
    ]) {
      await expect(failing()).rejects.toThrow();
    }
  });
  expect(outcomes).toEqual({ committed: 5, rolled_back: 4 });
});

it.each([
  ['40001', 'serialization_failure'],
  ['40P01', 'deadlock'],
])('Metrics count a retry after %s as %s, and each attempt as a transaction', async (state, cause) => {
  let attempts = 0;
  const twice = (): Promise<unknown> =>
    work.run(tenantId, (tx) => {
      attempts += 1;
      return tx.query(attempts < 3 ? `DO $$ BEGIN RAISE SQLSTATE '${state}'; END $$` : 'SELECT 1');
    });
  const before = await metrics();
  expect(await added(RETRIES, 'cause', twice)).toEqual({ [cause]: 2 });
  const after = await metrics();
  const outcomes = ['committed', 'rolled_back'].map(
    (outcome) => after.sum(TRANSACTIONS, { outcome }) - before.sum(TRANSACTIONS, { outcome }),
  );
  expect(outcomes).toEqual([1, 2]);
});

it('Metrics count no retry of errors that a retry cannot fix', async () => {
  const refused = (): Promise<unknown> =>
    expect(work.run(tenantId, (tx) => tx.query('SELECT 1 / 0'))).rejects.toThrow();
  expect(await added(RETRIES, 'cause', refused)).toEqual({});
});

it('Metrics show a full pool: connections in use, waiting requests, waiting times and timeouts', async () => {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const before = await metrics();
  const holding = awaitedLater(Array.from({ length: POOL }, () => work.run(tenantId, () => ended)));
  await until(async () => (await metrics()).sum('db_client_connections', { state: 'used' }) === POOL);
  // Only for the request that waits: a busy machine may need longer to open the connections.
  poolOf(service.app.get(DataSource)).options.connectionTimeoutMillis = 2000;
  const waiting = work.run(tenantId, (tx) => tx.query('SELECT 1')).catch((error: unknown) => error);
  await until(async () => (await metrics()).sum('db_client_connection_pending_requests') === 1);
  expect((await metrics()).sum('db_client_connection_max')).toBe(POOL);
  expect(await waiting).toMatchObject({ message: 'timeout exceeded when trying to connect' });
  end();
  await Promise.all(holding);
  const after = await metrics();
  const change = (name: string, labels = {}): number => after.sum(name, labels) - before.sum(name, labels);
  expect(change(TIMEOUTS)).toBe(1);
  expect(change(`${WAITS}_count`)).toBe(POOL + 1);
  expect(change(`${WAITS}_bucket`, { le: '+Inf' }) - change(`${WAITS}_bucket`, { le: '0.1' })).toBeGreaterThan(0);
  expect([
    after.sum('db_client_connections', { state: 'used' }),
    after.sum('db_client_connection_pending_requests'),
  ]).toEqual([0, 0]);
  expect(after.sum('db_client_connections', { state: 'idle' })).toBe(POOL);
});
