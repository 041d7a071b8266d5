import { type LifecycleTable, next } from '../../../common/records/lifecycle';

export type DeliveryStatus = 'pending' | 'succeeded' | 'failed' | 'cancelled';

export const INITIAL_STATUS: DeliveryStatus = 'pending';

/** `attempt` takes the lease of a delivery. The next four actions are its possible results. */
export type DeliveryAction = 'attempt' | 'succeed' | 'retry' | 'fail' | 'cancel' | 'redeliver';

/** Only a pending delivery can be attempted or cancelled. A delivery that has ended can be sent again. */
export const DELIVERY_LIFECYCLE: LifecycleTable<DeliveryStatus, DeliveryAction> = {
  attempt: { pending: 'pending' },
  succeed: { pending: 'succeeded' },
  retry: { pending: 'pending' },
  fail: { pending: 'failed' },
  cancel: { pending: 'cancelled' },
  redeliver: { succeeded: 'pending', failed: 'pending', cancelled: 'pending' },
};

/** Statuses of deliveries that have ended and can be sent again. */
export const REDELIVERABLE = Object.keys(DELIVERY_LIFECYCLE.redeliver) as readonly DeliveryStatus[];

export const DELIVERY_STATUSES: readonly DeliveryStatus[] = [INITIAL_STATUS, ...REDELIVERABLE];

/** @throws DomainError INVALID_STATUS with the statuses that allow the action */
export function nextDeliveryStatus(from: DeliveryStatus, action: DeliveryAction): DeliveryStatus {
  return next(DELIVERY_LIFECYCLE, from, action);
}
