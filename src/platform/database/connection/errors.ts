import { setTimeout as sleep } from 'node:timers/promises';
import { counterBy } from '../../metrics';
import { remainingTime } from '../../tracing';
import { PipelinedClient } from './pipelined-client';

const FEATURE_NOT_SUPPORTED = '0A000';
const FOREIGN_KEY_VIOLATION = '23503';
const UNIQUE_VIOLATION = '23505';
/** PostgreSQL closed the connection because its transaction was open and idle for too long. */
const IDLE_IN_TRANSACTION = '25P03';
const NO_SUCH_PREPARED_STATEMENT = '26000';
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const LOCK_NOT_AVAILABLE = '55P03';
/** A sandbox's gate is shut, or the server is not up. */
const CANNOT_CONNECT_NOW = '57P03';

const ATTEMPTS = 8;
/** Run again, the transaction finds that the record is gone and refuses; one that fails so every time is a fault of ours. */
const ATTEMPTS_WITHOUT_REFERENCE = 3;

const CAUSES = [
  'serialization_failure',
  'deadlock',
  'external_id_taken',
  'reference_gone',
  'stale_plan',
  'lock_wait',
] as const;

/** Why a transaction runs again, as its metric shows it. */
type RetryCause = (typeof CAUSES)[number];

const retries = counterBy('db_transaction_retries_total', 'Transactions that ran again, by the cause', 'cause', CAUSES);

/** Counts a transaction that runs again. */
export function countRetry(cause: RetryCause): void {
  retries.inc(cause);
}

interface DriverError {
  readonly code?: string;
  readonly constraint?: string;
  readonly driverError?: DriverError;
}

/** PostgreSQL's five characters, or the socket's or TypeORM's own code; undefined for an error without any. */
export function sqlState(error: unknown): string | undefined {
  const found = error as DriverError | null;
  const code: unknown = found?.code ?? found?.driverError?.code;
  return typeof code === 'string' ? code : undefined;
}

/** Whether the error is a unique violation (23505), of this constraint if one is named. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (sqlState(error) !== UNIQUE_VIOLATION) return false;
  return constraint === undefined || constraintOf(error) === constraint;
}

function constraintOf(error: unknown): string | undefined {
  const found = error as DriverError | null;
  return found?.constraint ?? found?.driverError?.constraint;
}

/** Whether the error is a foreign key violation (23503): the record is still referred to, or the one referred to is missing. */
export function isForeignKeyViolation(error: unknown): boolean {
  return sqlState(error) === FOREIGN_KEY_VIOLATION;
}

/** Whether the tenant was shut (57P03): on a sandbox, while it is reset. */
export function isTenantShut(error: unknown): boolean {
  return sqlState(error) === CANNOT_CONNECT_NOW;
}

/** Whether a statement was ended (55P03) because it waited too long for a lock that another transaction holds. */
export function isLockWait(error: unknown): boolean {
  return sqlState(error) === LOCK_NOT_AVAILABLE;
}

/**
 * Whether a prepared statement failed because the schema has changed since ("cached plan must not change result type",
 * which PostgreSQL reports by the code of whatever it does not support) or because the server has forgotten it.
 */
export function isStalePlan(error: unknown): boolean {
  const state = sqlState(error);
  return (
    state === NO_SUCH_PREPARED_STATEMENT ||
    (state === FEATURE_NOT_SUPPORTED && (error as { routine?: string }).routine === 'RevalidateCachedQuery')
  );
}

/**
 * Whether a connection must not go back to the pool: the error is the socket's and not a statement's, or what the connection
 * has prepared is of no use any more. A statement that was cancelled (57014) leaves its connection usable.
 */
export function isUnusable(error: unknown): boolean {
  const state = sqlState(error);
  if (state === undefined || !/^(?=.*\d)[0-9A-Z]{5}$/.test(state)) return true;
  return state.startsWith('57P') || state.startsWith('08') || state === IDLE_IN_TRANSACTION || isStalePlan(error);
}

/**
 * Runs a transaction, and again in a fresh one after a serialization failure (40001) or a deadlock (40P01), when another took the
 * same external id or deleted what is referred to (23503) at the same time, and when what a connection had prepared is gone (26000)
 * or no longer fits the schema (0A000): eight times at most, with random waits that double.
 * @throws the error of the last attempt, or the first that is none of these
 */
export async function again<T>(transaction: () => Promise<T>): Promise<T> {
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

/**
 * Whether a transaction took an external id that another one took at the same time. Run again it sees that record: the upsert
 * changes it, any other verb refuses and names it.
 */
function isExternalIdTaken(error: unknown): boolean {
  return isUniqueViolation(error) && /^uq_\w+_external_id$/.test(constraintOf(error) ?? '');
}

/** Why it helps to run the transaction again; undefined where it does not. */
function retryCause(error: unknown): RetryCause | undefined {
  if (isStalePlan(error)) return 'stale_plan';
  if (isExternalIdTaken(error)) return 'external_id_taken';
  const state = sqlState(error);
  if (state === DEADLOCK_DETECTED) return 'deadlock';
  if (state === FOREIGN_KEY_VIOLATION) return 'reference_gone';
  return state === SERIALIZATION_FAILURE ? 'serialization_failure' : undefined;
}
