import { DomainError } from '../../../common/errors';
import {
  INVOICE_ACTIONS,
  INVOICE_STATUSES,
  type InvoiceAction,
  type InvoiceStatus,
  isOpen,
  nextStatus,
  statusAfterMatch,
} from './lifecycle';

/** Written out a second time on purpose. Every pair that is missing here must be rejected. */
const LEGAL: Record<InvoiceAction, Partial<Record<InvoiceStatus, InvoiceStatus>>> = {
  submit: { draft: 'submitted' },
  match_approvable: { submitted: 'pending' },
  match_not_approvable: { pending: 'submitted' },
  update: { draft: 'draft', submitted: 'submitted', pending: 'pending' },
  withdraw: { submitted: 'draft', pending: 'draft' },
  approve: { draft: 'approved', submitted: 'approved', pending: 'approved' },
  approve_step: { draft: 'pending', submitted: 'pending', pending: 'pending' },
  reject: { draft: 'cancelled', submitted: 'cancelled', pending: 'cancelled' },
  pay: { approved: 'approved' },
  settle: { approved: 'paid' },
  refund: { approved: 'approved', paid: 'paid' },
  reverse: { approved: 'approved', paid: 'paid' },
  fall_due: { paid: 'approved' },
  credit: { approved: 'approved', paid: 'paid' },
  cancel_credit: { approved: 'approved', paid: 'paid' },
  void: { approved: 'cancelled' },
};

const PAIRS = INVOICE_ACTIONS.flatMap((action) =>
  INVOICE_STATUSES.map((status) => ({ status, action, to: LEGAL[action][status] })),
);

describe('the lifecycle of an invoice', () => {
  it('covers every status with every action', () => {
    expect(PAIRS).toHaveLength(INVOICE_ACTIONS.length * INVOICE_STATUSES.length);
  });

  it.each(PAIRS.filter(({ to }) => to !== undefined))('$status --$action--> $to', ({ status, action, to }) => {
    expect(nextStatus(status, action)).toBe(to);
  });

  it.each(PAIRS.filter(({ to }) => to === undefined))('$status rejects $action', ({ status, action }) => {
    try {
      nextStatus(status, action);
    } catch (error) {
      expect(error).toBeInstanceOf(DomainError);
      expect(error).toMatchObject({
        code: 'INVALID_STATUS',
        extras: { details: { status, allowed_statuses: Object.keys(LEGAL[action]) } },
      });
      return;
    }
    throw new Error(`${status} let ${action} pass`);
  });

  it('allows no action in the status cancelled', () => {
    expect(PAIRS.filter(({ status, to }) => status === 'cancelled' && to !== undefined)).toEqual([]);
  });

  it.each([
    ['submitted', true, 'pending'],
    ['submitted', false, 'submitted'],
    ['pending', true, 'pending'],
    ['pending', false, 'submitted'],
    ['draft', true, 'draft'],
    ['approved', false, 'approved'],
    ['paid', false, 'paid'],
    ['cancelled', true, 'cancelled'],
  ] as const)('changes %s with approvable %s after a match to %s', (from, approvable, to) => {
    expect(statusAfterMatch(from, approvable)).toBe(to);
  });

  it('has only submitted and pending as open statuses', () => {
    expect(INVOICE_STATUSES.filter(isOpen)).toEqual(['submitted', 'pending']);
  });
});
