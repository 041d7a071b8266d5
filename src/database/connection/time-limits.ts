import { AsyncLocalStorage } from 'node:async_hooks';
import type { Environment } from '../../config';

/** How long PostgreSQL lets statements run and wait, in milliseconds; 0 is without a limit. */
export interface TimeLimits {
  /** One statement, its waits included. */
  readonly statement: number;
  /** One wait for a lock that another transaction holds; PostgreSQL then fails the statement. */
  readonly lock: number;
  /** A transaction that is open and sends nothing; PostgreSQL then closes its connection. */
  readonly idle: number;
}

/** The variables of the environment that set them. */
export type TimeLimitVariables = Pick<
  Environment,
  `DATABASE_${'REQUEST' | 'JOB' | 'MIGRATION'}_${'STATEMENT' | 'LOCK' | 'IDLE'}_TIMEOUT_MS`
>;

const requests = new AsyncLocalStorage<true>();

/**
 * Runs the work of an HTTP request, whose caller is waiting: what it asks of the database has the limits of requests.
 * Everything else, timers, queues and commands, is a job and has longer ones.
 */
export function asRequest<T>(work: () => T): T {
  return requests.run(true, work);
}

/** The limits for whatever runs now. A variable that is left out sets no limit. */
export function currentLimits(environment: Partial<TimeLimitVariables>): TimeLimits {
  return requests.getStore() ? requestLimits(environment) : jobLimits(environment);
}

function requestLimits(environment: Partial<TimeLimitVariables>): TimeLimits {
  return {
    statement: environment.DATABASE_REQUEST_STATEMENT_TIMEOUT_MS ?? 0,
    lock: environment.DATABASE_REQUEST_LOCK_TIMEOUT_MS ?? 0,
    idle: environment.DATABASE_REQUEST_IDLE_TIMEOUT_MS ?? 0,
  };
}

function jobLimits(environment: Partial<TimeLimitVariables>): TimeLimits {
  return {
    statement: environment.DATABASE_JOB_STATEMENT_TIMEOUT_MS ?? 0,
    lock: environment.DATABASE_JOB_LOCK_TIMEOUT_MS ?? 0,
    idle: environment.DATABASE_JOB_IDLE_TIMEOUT_MS ?? 0,
  };
}

/** The limits of migrations. */
export function migrationLimits(environment: TimeLimitVariables): TimeLimits {
  return {
    statement: environment.DATABASE_MIGRATION_STATEMENT_TIMEOUT_MS,
    lock: environment.DATABASE_MIGRATION_LOCK_TIMEOUT_MS,
    idle: environment.DATABASE_MIGRATION_IDLE_TIMEOUT_MS,
  };
}

/** PostgreSQL's settings for the limits, by their names. */
export function settingsOf({ statement, lock, idle }: TimeLimits): readonly (readonly [name: string, value: number])[] {
  return [
    ['statement_timeout', statement],
    ['lock_timeout', lock],
    ['idle_in_transaction_session_timeout', idle],
  ];
}
