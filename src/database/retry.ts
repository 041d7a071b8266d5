import { setTimeout as sleep } from 'node:timers/promises';
import { sqlState } from './violations';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const ATTEMPTS = 8;

/** Does it again while PostgreSQL asks for that. */
export async function again<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt >= ATTEMPTS || !isRetryable(error)) throw error;
      await sleep(Math.random() * 10 * 2 ** attempt);
    }
  }
}

function isRetryable(error: unknown): boolean {
  const state = sqlState(error);
  return state === SERIALIZATION_FAILURE || state === DEADLOCK_DETECTED;
}

/** PostgreSQL closed the connection: it held a transaction open and asked nothing for too long. */
const IDLE_IN_TRANSACTION = '25P03';

/**
 * Errors of the socket, not of the statement: the connection must not go back to the pool. A statement that was cancelled
 * (57014) leaves its connection as it was.
 */
export function isConnectionLoss(error: unknown): boolean {
  const state = sqlState(error);
  if (state === undefined || !/^(?=.*\d)[0-9A-Z]{5}$/.test(state)) return true;
  return state.startsWith('57P') || state.startsWith('08') || state === IDLE_IN_TRANSACTION;
}
