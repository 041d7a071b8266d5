import { type DeliveryAction, nextDeliveryStatus, type DeliveryStatus } from './delivery-lifecycle';
import type { FailureClass, Outcome } from './outcome';

interface SettlementQuestion {
  readonly outcome: Outcome;
  /** Failed attempts of this round before this one. */
  readonly roundFailures: number;
  /** Base delays of the retries, seconds (`WEBHOOK_RETRY_DELAYS`). */
  readonly delays: readonly number[];
  /** Seconds from the receiver's Retry-After with a 429 or 503; null without one. */
  readonly retryAfter: number | null;
  readonly now: Date;
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly random: number;
  /** The subscription is active and not removed. */
  readonly isOpen: boolean;
}

/** The state of a delivery after an attempt. */
export interface Settlement {
  readonly status: DeliveryStatus;
  readonly roundFailures: number;
  /** When the next attempt is due; null if there is none. */
  readonly dueAt: Date | null;
  /** Null after a success. */
  readonly failure: FailureClass | null;
}

/** The delivery is cancelled instead of retried if its subscription was disabled or removed. */
export function settle(question: SettlementQuestion): Settlement {
  const { outcome, roundFailures: before, now } = question;
  // A claimed delivery is always pending: only its lease holder settles it.
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

/** Jitter: each delay varies by up to 20 %. */
const SCATTER = 0.2;

interface RetryQuestion extends Pick<SettlementQuestion, 'delays' | 'retryAfter' | 'random'> {
  /** Failed attempts of this round, including this one: 1 or more. */
  readonly failedAttempts: number;
}

/**
 * Seconds until the next attempt, or null if there is none left.
 * The base delay varies by up to 20 %, so that deliveries that failed together are not retried together. A receiver may
 * request a longer delay with Retry-After, up to twice the base. Within that limit it is never called earlier than
 * requested: jitter is then only added.
 */
export function nextDelay({ failedAttempts, delays, retryAfter, random }: RetryQuestion): number | null {
  const base = delays[failedAttempts - 1];
  if (base === undefined) return null;
  if (retryAfter === null) return base * (1 - SCATTER + 2 * SCATTER * random);
  const asked = Math.max(base, retryAfter);
  return Math.min(2 * base, asked * (1 + SCATTER * random));
}

/**
 * Parses a `Retry-After` header: whole seconds or an HTTP date (RFC 9110, section 10.2.3).
 * @returns seconds from `now`, 0 for a date in the past; null without a readable header
 */
export function parseRetryAfter(header: string | undefined, now: Date): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  if (!/^[A-Za-z]{3,9},? /.test(text)) return null;
  const instant = Date.parse(text);
  return Number.isNaN(instant) ? null : Math.max(0, Math.ceil((instant - now.getTime()) / 1000));
}
