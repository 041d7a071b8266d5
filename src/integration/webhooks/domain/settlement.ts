import { type DeliveryAction, nextDeliveryStatus, type DeliveryStatus } from './delivery-lifecycle';
import type { FailureClass, Outcome } from './outcome';

/** All that decides the status of a delivery after an attempt. */
interface SettlementQuestion {
  readonly outcome: Outcome;
  /** Failed attempts of this round before this one. */
  readonly roundFailures: number;
  /** Base delays of the retries after a first attempt, seconds (`WEBHOOK_RETRY_DELAYS`). */
  readonly delays: readonly number[];
  /** Seconds the receiver asked for with a 429 or 503; null when it did not. */
  readonly retryAfter: number | null;
  readonly now: Date;
  /** From 0 up to, not including, 1. */
  readonly random: number;
  /** The subscription still takes deliveries. */
  readonly isOpen: boolean;
}

/** The state of a delivery after an attempt. */
export interface Settlement {
  readonly status: DeliveryStatus;
  readonly roundFailures: number;
  /** When the next attempt is due; null when there is none. */
  readonly dueAt: Date | null;
  /** Null after a success. */
  readonly failure: FailureClass | null;
}

/** Settles a delivery after an attempt: succeeded, pending until a retry, failed, or cancelled when its subscription has closed. */
export function settle(question: SettlementQuestion): Settlement {
  const { outcome, roundFailures: before, now } = question;
  // What was claimed is pending: only the holder of its lease settles it.
  const after = (action: DeliveryAction): DeliveryStatus => nextDeliveryStatus('pending', action);
  if (outcome.verdict === 'success') {
    return { status: after('succeed'), roundFailures: before, dueAt: null, failure: null };
  }
  const { failure } = outcome;
  const roundFailures = before + 1;
  const end = (action: 'fail' | 'cancel'): Settlement => ({
    ...{ status: after(action), roundFailures },
    ...{ dueAt: null, failure },
  });
  if (outcome.verdict !== 'retry') return end('fail');
  const { delays, retryAfter, random } = question;
  const delay = nextDelay({ failedAttempts: roundFailures, delays, retryAfter, random });
  if (delay === null) return end('fail');
  if (!question.isOpen) return end('cancel');
  return { status: after('retry'), roundFailures, dueAt: new Date(now.getTime() + Math.round(delay * 1000)), failure };
}

/** Each delay is scattered by a fifth either way. */
const SCATTER = 0.2;

/** What decides when an attempt that failed is made again. */
interface RetryQuestion extends Pick<SettlementQuestion, 'delays' | 'retryAfter' | 'random'> {
  /** Attempts of this round that have failed, this one included: 1 or more. */
  readonly failedAttempts: number;
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
