import { setTimeout as sleep } from 'node:timers/promises';
import { PipelinedClient } from '../connection/pipelined-client';
import { sqlState } from '../connection/violations';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const NO_SUCH_PREPARED_STATEMENT = '26000';
const FEATURE_NOT_SUPPORTED = '0A000';
const ATTEMPTS = 8;

/**
 * Runs a transaction, and again in a fresh one after a serialization failure (40001) or a deadlock (40P01), and when what a
 * connection had prepared is gone (26000) or no longer fits the schema (0A000): eight times at most, with random waits that
 * double.
 * @throws the error of the last attempt, or the first that is none of these
 */
export async function again<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const { generation } = PipelinedClient;
    try {
      return await transaction();
    } catch (error) {
      const isStale = isStalePlan(error);
      if (attempt >= ATTEMPTS || !(isStale || isConflict(error))) throw error;
      if (isStale) PipelinedClient.forgetPrepared(generation);
      await sleep(Math.random() * 10 * 2 ** attempt);
    }
  }
}

function isConflict(error: unknown): boolean {
  const state = sqlState(error);
  return state === SERIALIZATION_FAILURE || state === DEADLOCK_DETECTED;
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

/** PostgreSQL closed the connection because its transaction was open and idle for too long. */
const IDLE_IN_TRANSACTION = '25P03';

/**
 * Whether a connection must not go back to the pool: the error is the socket's and not a statement's, or what the connection
 * has prepared is of no use any more. A statement that was cancelled (57014) leaves its connection usable.
 */
export function isUnusable(error: unknown): boolean {
  const state = sqlState(error);
  if (state === undefined || !/^(?=.*\d)[0-9A-Z]{5}$/.test(state)) return true;
  return state.startsWith('57P') || state.startsWith('08') || state === IDLE_IN_TRANSACTION || isStalePlan(error);
}
