import type { CalendarDate } from '../../common/clock';
import { invalidField } from '../../common/errors';

/** One user lends another the right to decide for them, for some days. It ends by itself. */
export interface Delegation {
  readonly userId: number;
  readonly delegateId: number;
  /** First day, UTC, inclusive. */
  readonly from: CalendarDate;
  /** Last day, UTC, inclusive. */
  readonly to: CalendarDate;
}

/**
 * A delegation can be used at some time: it is to another user, begins before it ends, and is not over.
 * @throws DomainError VALIDATION_ERROR on `delegate_id` or `to`
 */
export function requireUsable(delegation: Delegation, today: CalendarDate): void {
  if (delegation.delegateId === delegation.userId) throw invalidField('delegate_id', 'approval.delegate_to_self');
  if (delegation.to < delegation.from) throw invalidField('to', 'validation.date_order', { other: 'from' });
  if (delegation.to < today) throw invalidField('to', 'approval.delegation_over');
}
