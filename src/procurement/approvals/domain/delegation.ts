import type { CalendarDate } from '../../../common/clock';
import { invalidField } from '../../../common/errors';

/** Roles that read only. An auditor decides nothing at all; a viewer decides only where a step asks them by name. */
const READERS: readonly string[] = ['viewer', 'auditor'];

/** Whether a user of this role may decide for another. */
export function mayBeDelegate(role: string): boolean {
  return !READERS.includes(role);
}

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
 * A delegation can be used at some time: it is to another active user who may decide, begins before it ends, and is not over.
 * @param delegate undefined where the tenant has no such user
 * @throws DomainError VALIDATION_ERROR on `delegate_id` or `to`
 */
export function requireUsable(
  delegation: Delegation,
  delegate: { readonly status: string; readonly role: string } | undefined,
  today: CalendarDate,
): void {
  if (delegation.delegateId === delegation.userId) throw invalidField('delegate_id', 'approval.delegate_to_self');
  if (delegation.to < delegation.from) throw invalidField('to', 'validation.date_order', { other: 'from' });
  if (delegation.to < today) throw invalidField('to', 'approval.delegation_over');
  if (delegate?.status !== 'active') throw invalidField('delegate_id', 'validation.exists');
  if (!mayBeDelegate(delegate.role))
    throw invalidField('delegate_id', 'approval.delegate_role', { role: delegate.role });
}
