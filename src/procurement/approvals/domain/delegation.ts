import type { CalendarDate } from '../../../common/clock';
import { invalidField } from '../../../common/errors';

/** Read-only roles. An auditor never decides; a viewer decides only steps that name them. */
const READERS: readonly string[] = ['viewer', 'auditor'];

/** Whether a user of this role may decide for another user. */
export function mayBeDelegate(role: string): boolean {
  return !READERS.includes(role);
}

/** A delegation ends automatically after its last day. */
export interface Delegation {
  readonly userId: number;
  readonly delegateId: number;
  /** First day, UTC, inclusive. */
  readonly from: CalendarDate;
  /** Last day, UTC, inclusive. */
  readonly to: CalendarDate;
}

/**
 * The delegate must be another active user with a role that may decide; the days must be in order and not over.
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
