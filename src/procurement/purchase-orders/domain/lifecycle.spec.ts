import { DomainError } from '../../../common/errors';
import { nextStatus, ORDER_LIFECYCLE, ORDER_STATUSES, type OrderAction, type OrderStatus } from './lifecycle';

/** The lifecycle of the specification, one row per status. */
const EXPECTED: Record<OrderStatus, Partial<Record<OrderAction, OrderStatus>>> = {
  draft: { edit: 'draft', delete: 'draft', submit: 'pending_approval', cancel: 'cancelled' },
  pending_approval: {
    approve_step: 'pending_approval',
    approve: 'approved',
    reject: 'rejected',
    cancel: 'cancelled',
    withdraw: 'draft',
  },
  approved: { cancel: 'cancelled', amend: 'approved', close: 'approved', complete: 'completed', reopen: 'approved' },
  rejected: { cancel: 'cancelled', revise: 'draft' },
  completed: { reopen: 'approved' },
  cancelled: {},
};

const ACTIONS = Object.keys(ORDER_LIFECYCLE) as OrderAction[];
const PAIRS = ORDER_STATUSES.flatMap((status) => ACTIONS.map((action) => ({ status, action })));

describe('purchase order lifecycle', () => {
  it('covers six statuses and thirteen actions', () => expect(PAIRS).toHaveLength(78));

  it.each(PAIRS)('allows or rejects in status $status the action $action', ({ status, action }) => {
    const to = EXPECTED[status][action];
    if (to !== undefined) {
      expect(nextStatus(status, action)).toBe(to);
      return;
    }
    const allowed = ORDER_STATUSES.filter((other) => EXPECTED[other][action] !== undefined);
    const refusal = refusalOf(() => nextStatus(status, action));
    expect(refusal.code).toBe('INVALID_STATUS');
    expect(refusal.text.params).toMatchObject({ status, action });
    expect(refusal.extras.details).toMatchObject({ status });
    expect(new Set(refusal.extras.details?.['allowed_statuses'] as string[])).toEqual(new Set(allowed));
  });

  it('has one final status: cancelled', () => {
    const final = ORDER_STATUSES.filter((status) => ACTIONS.every((action) => isRefused(status, action)));
    expect(final).toEqual(['cancelled']);
  });

  it('reaches every status from draft', () => {
    const reached = new Set<OrderStatus>(['draft']);
    for (const status of reached) {
      for (const action of ACTIONS) if (!isRefused(status, action)) reached.add(nextStatus(status, action));
    }
    expect(reached).toEqual(new Set(ORDER_STATUSES));
  });
});

function isRefused(status: OrderStatus, action: OrderAction): boolean {
  try {
    nextStatus(status, action);
    return false;
  } catch {
    return true;
  }
}

function refusalOf(act: () => unknown): DomainError {
  try {
    act();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error('expected a DomainError');
}
