/** Each delay is scattered by a fifth either way. */
const SCATTER = 0.2;

/** What decides when an attempt that failed is made again. */
export interface RetryQuestion {
  /** Attempts of this round that have failed, this one included: 1 or more. */
  readonly failedAttempts: number;
  /** Base delays of the retries after a first attempt, seconds (`WEBHOOK_RETRY_DELAYS`). */
  readonly delays: readonly number[];
  /** Seconds the receiver asked for with a 429 or 503; null when it did not. */
  readonly retryAfter: number | null;
  /** A number from 0 up to, not including, 1. */
  readonly random: number;
}

/**
 * Seconds until the next attempt, or null when there is none left.
 *
 * The delay is the base with up to 20 % taken off or added, so that deliveries that failed together are not retried together. A
 * receiver may ask for more, up to twice the base, and is never called before what it asked for within that bound; what is
 * scattered is then only added.
 */
export function nextDelay({ failedAttempts, delays, retryAfter, random }: RetryQuestion): number | null {
  const base = delays[failedAttempts - 1];
  if (base === undefined) return null;
  if (retryAfter === null) return base * (1 - SCATTER + 2 * SCATTER * random);
  const asked = Math.max(base, retryAfter);
  return Math.min(2 * base, asked * (1 + SCATTER * random));
}

/**
 * Reads a `Retry-After` header: a whole number of seconds or an HTTP date (RFC 9110, section 10.2.3).
 * @returns seconds from `now`, 0 for a date that has passed; null when there is no header that can be read
 */
export function parseRetryAfter(header: string | undefined, now: Date): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  if (!/^[A-Za-z]{3,9},? /.test(text)) return null;
  const instant = Date.parse(text);
  return Number.isNaN(instant) ? null : Math.max(0, Math.ceil((instant - now.getTime()) / 1000));
}
