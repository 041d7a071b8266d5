import { type DeliveryAction, nextDeliveryStatus, type DeliveryStatus } from './delivery-lifecycle';
import type { FailureClass, Outcome } from './outcome';
import { nextDelay } from './retry-schedule';

/** All that decides the status of a delivery after an attempt. */
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
