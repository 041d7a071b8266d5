import type { Service } from './app';
import { eventually } from './webhooks/delivering';

/**
 * Begins calls while somebody else holds a row that each of them needs, and lets them go on once all of them wait: all have
 * come as far as they come without the row, however slow the machine is. For as many calls as the service has connections,
 * at the most.
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
    // Whoever looks after the answers hears of a failure; it must not end the process before.
    answers.catch(() => undefined);
    await eventually(async () => (await locksAwaitedIn(service)) >= calls.length);
    await holder.query('COMMIT');
    return await answers;
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
}

/** How many of the database's connections wait for a lock. */
export async function locksAwaitedIn({ owner }: Service): Promise<number> {
  const { rows } = await owner.query<{ count: string }>(
    `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return Number(rows[0]?.count);
}
