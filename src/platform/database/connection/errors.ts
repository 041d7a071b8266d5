import { setTimeout as sleep } from 'node:timers/promises';
import { counterBy } from '../../metrics';
import { remainingTime } from '../../tracing';
import { PipelinedClient } from './pipelined-client';

const FEATURE_NOT_SUPPORTED = '0A000';
const FOREIGN_KEY_VIOLATION = '23503';
const UNIQUE_VIOLATION = '23505';
const IDLE_IN_TRANSACTION = '25P03';
const NO_SUCH_PREPARED_STATEMENT = '26000';
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const LOCK_NOT_AVAILABLE = '55P03';
/** A sandbox tenant is closed for its reset, or the server is not available. */
const CANNOT_CONNECT_NOW = '57P03';

const ATTEMPTS = 8;
/** A retry normally finds that the record is gone. If it fails each time, that is a bug of the service. */
const ATTEMPTS_WITHOUT_REFERENCE = 3;

const CAUSES = [
  'serialization_failure',
  'deadlock',
  'external_id_taken',
  'reference_gone',
  'stale_plan',
  'lock_wait',
] as const;

type RetryCause = (typeof CAUSES)[number];

const retries = counterBy('db_transaction_retries_total', 'Transactions that ran again, by the cause', 'cause', CAUSES);

export function countRetry(cause: RetryCause): void {
  retries.inc(cause);
}

interface DriverError {
  readonly code?: string;
  readonly constraint?: string;
  readonly driverError?: DriverError;
}

/** PostgreSQL's five characters, or the code of the socket or of TypeORM; undefined if there is none. */
export function sqlState(error: unknown): string | undefined {
  const found = error as DriverError | null;
  const code: unknown = found?.code ?? found?.driverError?.code;
  return typeof code === 'string' ? code : undefined;
}

/** Checks for 23505, optionally of the given constraint. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (sqlState(error) !== UNIQUE_VIOLATION) return false;
  return constraint === undefined || constraintOf(error) === constraint;
}

function constraintOf(error: unknown): string | undefined {
  const found = error as DriverError | null;
  return found?.constraint ?? found?.driverError?.constraint;
}

/** Checks for 23503: the record is still referenced, or a referenced record is missing. */
export function isForeignKeyViolation(error: unknown): boolean {
  return sqlState(error) === FOREIGN_KEY_VIOLATION;
}

/** Checks for 57P03: a sandbox tenant during its reset. */
export function isTenantShut(error: unknown): boolean {
  return sqlState(error) === CANNOT_CONNECT_NOW;
}

/** Checks for 55P03: a lock of another transaction was held too long. */
export function isLockWait(error: unknown): boolean {
  return sqlState(error) === LOCK_NOT_AVAILABLE;
}

/** Whether a prepared statement is gone, or the schema changed ("cached plan must not change result type"). */
export function isStalePlan(error: unknown): boolean {
  const state = sqlState(error);
  return (
    state === NO_SUCH_PREPARED_STATEMENT ||
    (state === FEATURE_NOT_SUPPORTED && (error as { routine?: string }).routine === 'RevalidateCachedQuery')
  );
}

/** Whether the socket failed or prepared statements are stale. A cancelled statement (57014) does no harm. */
export function isUnusable(error: unknown): boolean {
  const state = sqlState(error);
  if (state === undefined || !/^(?=.*\d)[0-9A-Z]{5}$/.test(state)) return true;
  return state.startsWith('57P') || state.startsWith('08') || state === IDLE_IN_TRANSACTION || isStalePlan(error);
}

/**
 * Runs a transaction and, after certain errors, retries it in a new one with random, doubling waits. At most eight
 * attempts (three for 23503). Retried:
 * - a serialization failure (40001) or a deadlock (40P01)
 * - another transaction saved the same external id
 * - another transaction deleted a referenced record (23503)
 * - a prepared statement is missing (26000) or no longer matches the schema (0A000)
 * @throws the error of the last attempt, or the first error of another kind
 */
export async function withRetries<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const { generation } = PipelinedClient;
    try {
      return await transaction();
    } catch (error) {
      const cause = retryCause(error);
      const attempts = cause === 'reference_gone' ? ATTEMPTS_WITHOUT_REFERENCE : ATTEMPTS;
      if (!cause || attempt >= attempts || remainingTime() <= 0) throw error;
      if (cause === 'stale_plan') PipelinedClient.forgetPrepared(generation);
      countRetry(cause);
      await sleep(Math.random() * 10 * 2 ** attempt);
    }
  }
}

/** A retry finds the record of the other transaction: an upsert changes it, other operations reject the request. */
function isExternalIdTaken(error: unknown): boolean {
  return isUniqueViolation(error) && /^uq_\w+_external_id$/.test(constraintOf(error) ?? '');
}

function retryCause(error: unknown): RetryCause | undefined {
  if (isStalePlan(error)) return 'stale_plan';
  if (isExternalIdTaken(error)) return 'external_id_taken';
  const state = sqlState(error);
  if (state === DEADLOCK_DETECTED) return 'deadlock';
  if (state === FOREIGN_KEY_VIOLATION) return 'reference_gone';
  return state === SERIALIZATION_FAILURE ? 'serialization_failure' : undefined;
}
