import type { FailureClass, Outcome } from './outcome';
import { nextDelay } from './retry-schedule';

/** Where a delivery stands. */
export type DeliveryStatus = 'pending' | 'succeeded' | 'failed' | 'cancelled';

/** Statuses of deliveries that have ended, and so may be sent again. */
export const REDELIVERABLE: readonly DeliveryStatus[] = ['succeeded', 'failed', 'cancelled'];

/** What decides where an attempt leaves its delivery. */
export interface SettlementQuestion {
  readonly outcome: Outcome;
  /** Failed attempts of this round before this one. */
  readonly roundFailures: number;
  /** Base delays of the retries, seconds. */
  readonly delays: readonly number[];
  /** Seconds the receiver asked for; null when it did not. */
  readonly retryAfter: number | null;
  readonly now: Date;
  /** From 0 up to, not including, 1. */
  readonly random: number;
  /** The subscription still takes deliveries. */
  readonly isOpen: boolean;
}

/** Where an attempt leaves its delivery. */
export interface Settlement {
  readonly status: DeliveryStatus;
  readonly roundFailures: number;
  /** When the next attempt is due; null when there is none. */
  readonly dueAt: Date | null;
  /** Null after a success. */
  readonly failure: FailureClass | null;
}

/**
 * Settles a delivery after an attempt: done, to be tried again, failed, or, when nobody wants it any more, cancelled.
 */
export function settle(question: SettlementQuestion): Settlement {
  const { outcome, roundFailures: before, now } = question;
  if (outcome.verdict === 'success') {
    return { status: 'succeeded', roundFailures: before, dueAt: null, failure: null };
  }
  const { failure } = outcome;
  const roundFailures = before + 1;
  const final = (status: DeliveryStatus): Settlement => ({ status, roundFailures, dueAt: null, failure });
  if (outcome.verdict !== 'retry') return final('failed');
  const { delays, retryAfter, random } = question;
  const delay = nextDelay({ failedAttempts: roundFailures, delays, retryAfter, random });
  if (delay === null) return final('failed');
  if (!question.isOpen) return final('cancelled');
  return { status: 'pending', roundFailures, dueAt: new Date(now.getTime() + Math.round(delay * 1000)), failure };
}
