import type { Service } from './app';
import { eventually } from './webhooks/delivering';

/**
 * Starts calls while another connection locks a row that each of them needs. Once all calls wait for the lock, releases
 * it: all calls have then reached the same point, even on a slow machine. Supports at most as many calls as the service
 * has connections.
 * @param lock a statement that locks the row
 */
export async function allAtOnce<T>(
  service: Service,
  lock: { readonly sql: string; readonly values: readonly unknown[] },
  calls: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const holder = await service.owner.connect();
  try {
    await holder.query('BEGIN');
    await holder.query(lock.sql, [...lock.values]);
    const answers = Promise.all(calls.map((call) => call()));
    // The `await` below still throws a failure; until then a rejection must not end the process.
    answers.catch(() => undefined);
    await eventually(async () => (await locksAwaitedIn(service)) >= calls.length);
    await holder.query('COMMIT');
    return await answers;
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
}

export async function locksAwaitedIn({ owner }: Service): Promise<number> {
  const { rows } = await owner.query<{ count: string }>(
    `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return Number(rows[0]?.count);
}
