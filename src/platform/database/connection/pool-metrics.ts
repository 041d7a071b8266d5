import type { Pool } from 'pg';
import { counter, histogram, readings } from '../../metrics';
import { restOfTime, timeIsOver } from './settings';

const SECONDS = [0.001, 0.01, 0.1, 0.5, 1, 5];

/** Messages of pg-pool: no connection became free in time, or a new one was not opened in time. */
const TIMED_OUT = ['timeout exceeded when trying to connect', 'Connection terminated due to connection timeout'];

const waits = histogram(
  'db_client_connection_wait_time_seconds',
  'How long a transaction waited for a connection of the pool, the opening of a new one included',
  SECONDS,
);
const timeouts = counter(
  'db_client_connection_timeouts_total',
  'Transactions that got no connection within DATABASE_CONNECT_TIMEOUT_MS',
);

/** The pools of every service in this process; tests run several. */
const pools = new Set<Pool>();

const sum = (of: (pool: Pool) => number): number => [...pools].reduce((total, pool) => total + of(pool), 0);

export function showPool(pool: Pool): void {
  pools.add(pool);
  readings('db_client_connections', 'Open connections of the pool', ['state'], () => [
    { labels: { state: 'used' }, value: sum(({ totalCount, idleCount }) => totalCount - idleCount) },
    { labels: { state: 'idle' }, value: sum(({ idleCount }) => idleCount) },
  ]);
  readings('db_client_connection_max', 'Connections that the pool may have', [], () => [
    { labels: {}, value: sum(({ options }) => options.max) },
  ]);
  readings('db_client_connection_pending_requests', 'Transactions that wait for a connection', [], () => [
    { labels: {}, value: sum(({ waitingCount }) => waitingCount) },
  ]);
}

export function hidePool(pool: Pool): void {
  pools.delete(pool);
}

export async function waited<T>(connect: () => Promise<T>, release: (late: T) => unknown): Promise<T> {
  const began = performance.now();
  try {
    return await inTime(connect, release);
  } catch (error) {
    if (error instanceof Error && TIMED_OUT.includes(error.message)) timeouts.inc();
    throw error;
  } finally {
    waits.observe((performance.now() - began) / 1000);
  }
}

/**
 * Waits for a connection no longer than the remaining time of the request.
 * @param release gets a connection that arrives too late
 * @throws Error 57014 when the request's time is over, or the error of `connect`
 */
export async function inTime<T>(connect: () => Promise<T>, release: (late: T) => unknown): Promise<T> {
  const rest = restOfTime();
  if (rest === Infinity) return connect();
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(timeIsOver()), rest);
  });
  const connecting = connect();
  try {
    return await Promise.race([connecting, over]);
  } catch (error) {
    connecting.then(release).catch(() => undefined);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
