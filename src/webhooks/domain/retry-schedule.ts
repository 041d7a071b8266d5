/** Base delays of the retries after a first attempt, in seconds: each is scattered by a fifth either way. */
export const DEFAULT_RETRY_DELAYS: readonly number[] = [60, 300, 1800];

const SCATTER = 0.2;

/** What decides when an attempt that failed is made again. */
export interface RetryQuestion {
  /** Attempts of this round that have failed, this one included: 1 or more. */
  readonly failedAttempts: number;
  /** Base delays, seconds. */
  readonly delays: readonly number[];
  /** Seconds the receiver asked for with a 429 or 503; null when it did not. */
  readonly retryAfter: number | null;
  /** A number from 0 up to, not including, 1. */
  readonly random: number;
}

/**
 * Seconds until the next attempt, or null when there is none left.
 *
 * The delay is the base with up to 20 % taken off or added, so that deliveries that failed together do not come back
 * together. A receiver may ask for more, up to twice the base, and is never called before what it asked for within
 * that bound; what is scattered is then only added.
 */
export function nextDelay({ failedAttempts, delays, retryAfter, random }: RetryQuestion): number | null {
  const base = delays[failedAttempts - 1];
  if (base === undefined) return null;
  if (retryAfter === null) return base * (1 - SCATTER + 2 * SCATTER * random);
  const asked = Math.max(base, retryAfter);
  return Math.min(2 * base, asked * (1 + SCATTER * random));
}
