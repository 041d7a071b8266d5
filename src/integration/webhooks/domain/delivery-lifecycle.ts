import { type LifecycleTable, next } from '../../../common/records/lifecycle';

/** Where a delivery stands. */
export type DeliveryStatus = 'pending' | 'succeeded' | 'failed' | 'cancelled';

/** Where every delivery begins. */
export const INITIAL_STATUS: DeliveryStatus = 'pending';

/** What is done to a delivery; `attempt` is taking its lease, the next four are what comes of that. */
export type DeliveryAction = 'attempt' | 'succeed' | 'retry' | 'fail' | 'cancel' | 'redeliver';

/** Only a pending delivery is attempted or cancelled; one that has ended, however it ended, may be sent again. */
export const DELIVERY_LIFECYCLE: LifecycleTable<DeliveryStatus, DeliveryAction> = {
  attempt: { pending: 'pending' },
  succeed: { pending: 'succeeded' },
  retry: { pending: 'pending' },
  fail: { pending: 'failed' },
  cancel: { pending: 'cancelled' },
  redeliver: { succeeded: 'pending', failed: 'pending', cancelled: 'pending' },
};

/** Statuses of deliveries that have ended, and so may be sent again. */
export const REDELIVERABLE = Object.keys(DELIVERY_LIFECYCLE.redeliver) as readonly DeliveryStatus[];

export const DELIVERY_STATUSES: readonly DeliveryStatus[] = [INITIAL_STATUS, ...REDELIVERABLE];

/**
 * Where the action leads from this status.
 * @throws DomainError INVALID_STATUS naming the statuses that would allow it
 */
export function nextDeliveryStatus(from: DeliveryStatus, action: DeliveryAction): DeliveryStatus {
  return next(DELIVERY_LIFECYCLE, from, action);
}
