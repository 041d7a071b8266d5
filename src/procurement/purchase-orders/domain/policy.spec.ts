import type { Ability } from '../../../common/actor';
import type { UserId } from '../../../common/records/ids';
import { inEnglish, refusal, refusedFields } from '../../../../test/support/refusals';
import {
  authorsOf,
  billedDraft,
  changedBeforeSubmission,
  changedBy,
  orderingDepartment,
  requireCancellable,
  requireClosable,
  requireClosed,
  requireDeletable,
  requireNotClosed,
  requireSubmitter,
  requester,
} from './policy';

const none = { netReceived: 0, liveInvoices: 0 };

describe('purchase order policy', () => {
  it('uses the given department, otherwise the department of the acting user', () => {
    expect(orderingDepartment({ departmentId: 3 }, 7)).toBe(7);
    expect(orderingDepartment({ departmentId: 3 }, undefined)).toBe(3);
    expect(refusedFields(() => orderingDepartment({ departmentId: null }, undefined))).toHaveProperty('department_id');
  });

  it('requires a user as requester', () => {
    expect(requester({ userId: 5 as UserId })).toBe(5);
    expect(() => requester({ userId: null })).toThrow('Only a user');
  });

  const ids = (...numbers: number[]): UserId[] => numbers as UserId[];
  const [anna, ben, cleo] = ids(1, 2, 3) as [UserId, UserId, UserId];

  it('lists a user once, even after several changes of a draft', () => {
    expect(changedBy([], { userId: anna })).toEqual([1]);
    expect(changedBy([anna], { userId: ben })).toEqual([1, 2]);
    expect(changedBy([anna, ben], { userId: anna })).toEqual([1, 2]);
    expect(changedBy([anna], { userId: null })).toEqual([1]);
  });

  it('adds the previous submitter when an order is submitted again', () => {
    const before = { createdById: anna, submittedById: ben, changedByIds: [cleo] };
    expect(changedBeforeSubmission(before)).toEqual([3, 2]);
    expect(changedBeforeSubmission({ ...before, submittedById: null })).toEqual([3]);
  });

  it('counts creator, changers and submitter as authors, each once', () => {
    expect(authorsOf({ createdById: anna, submittedById: null, changedByIds: [] })).toEqual([1]);
    expect(authorsOf({ createdById: anna, submittedById: cleo, changedByIds: [ben] })).toEqual([1, 2, 3]);
    expect(authorsOf({ createdById: anna, submittedById: anna, changedByIds: [anna] })).toEqual([1]);
  });

  it('allows only the submitter or an admin to withdraw an order', () => {
    const order = { createdById: anna, submittedById: ben, changedByIds: [] };
    const write: Ability[] = ['write'];
    expect(() => requireSubmitter(order, { userId: ben, abilities: write })).not.toThrow();
    expect(() => requireSubmitter(order, { userId: cleo, abilities: ['admin'] })).not.toThrow();
    for (const userId of [anna, cleo, null])
      expect(() => requireSubmitter(order, { userId, abilities: write })).toThrow('FORBIDDEN_ABILITY');
    const older = { ...order, submittedById: null };
    expect(() => requireSubmitter(older, { userId: anna, abilities: write })).not.toThrow();
    expect(() => requireSubmitter(older, { userId: ben, abilities: write })).toThrow('FORBIDDEN_ABILITY');
  });

  it('allows the deletion of a draft only before its first submission', () => {
    expect(() => requireDeletable({ status: 'draft', submissions: 0 })).not.toThrow();
    expect(() => requireDeletable({ status: 'draft', submissions: 1 })).toThrow('purchase_order.delete_submitted');
    expect(() => requireDeletable({ status: 'approved', submissions: 1 })).toThrow('INVALID_STATUS');
  });

  it.each(['draft', 'pending_approval', 'rejected', 'approved'] as const)(
    'allows cancelling an order in status %s',
    (status) => {
      expect(requireCancellable(status, none)).toBe('cancelled');
    },
  );

  it('rejects cancelling an approved order that has receipts or invoices', () => {
    expect(() => requireCancellable('approved', { ...none, netReceived: '0.0001' })).toThrow('cancel_received');
    expect(() => requireCancellable('approved', { ...none, liveInvoices: 1 })).toThrow('cancel_invoiced');
    expect(requireCancellable('approved', { ...none, netReceived: 0 })).toBe('cancelled');
  });

  it('allows cancelling an undecided order that has a submitted invoice', () => {
    expect(requireCancellable('pending_approval', { ...none, liveInvoices: 1 })).toBe('cancelled');
  });

  it('returns the reason and the status with the error', () => {
    const submitted = { status: 'draft', submissions: 1 } as const;
    expect(refusal(() => requireDeletable(submitted))).toEqual({
      code: 'INVALID_STATUS',
      says: 'An order that has been submitted cannot be deleted. Cancel it instead.',
      details: { status: 'draft' },
    });
    expect(billedDraft('draft')).toMatchObject({ code: 'INVALID_STATUS', extras: { details: { status: 'draft' } } });
    expect(inEnglish(billedDraft('draft').text)).toBe(
      'An order for which an invoice was entered cannot be deleted. Reject the invoice and cancel the order instead.',
    );
  });

  it.each(['completed', 'cancelled'] as const)('rejects cancelling a %s order', (status) => {
    expect(() => requireCancellable(status, none)).toThrow('INVALID_STATUS');
  });

  it('allows a short close only while no invoice awaits a decision', () => {
    const open = { status: 'approved', closedAt: null } as const;
    expect(() => requireClosable(open, 0, true)).not.toThrow();
    expect(() => requireClosable(open, 0, false)).not.toThrow();
    expect(refusal(() => requireClosable(open, 1, true))).toEqual({
      code: 'INVALID_STATUS',
      says: 'The order cannot be closed while one of its invoices is waiting for a decision. Approve or reject the invoice first.',
      details: { status: 'approved' },
    });
    for (const status of ['draft', 'completed'] as const)
      expect(() => requireClosable({ status, closedAt: null }, 0, true)).toThrow('INVALID_STATUS');
  });

  const closedAt = new Date(0);

  it('allows another close only when it takes off further quantities', () => {
    const closed = { status: 'approved', closedAt } as const;
    expect(() => requireClosable(closed, 0, true)).not.toThrow();
    expect(refusal(() => requireClosable(closed, 0, false))).toEqual({
      code: 'INVALID_STATUS',
      says: 'The order is already closed, and no return or credit note has reopened a line since then.',
      details: { status: 'approved' },
    });
  });

  it.each(['approved', 'completed'] as const)('reopens a closed order in status %s', (status) => {
    expect(requireClosed({ status, closedAt })).toBe('approved');
    expect(refusal(() => requireClosed({ status, closedAt: null }))).toEqual({
      code: 'INVALID_STATUS',
      says: 'The order is not closed. Only an order that was closed can be reopened.',
      details: { status },
    });
    expect(() => requireClosed({ status: 'cancelled', closedAt })).toThrow('INVALID_STATUS');
  });

  it('rejects receipts and amendments of a closed order', () => {
    expect(() => requireNotClosed({ status: 'approved', closedAt: null })).not.toThrow();
    expect(refusal(() => requireNotClosed({ status: 'completed', closedAt }))).toEqual({
      code: 'INVALID_STATUS',
      says: 'The order is closed, so you cannot receive goods for it or amend it. Reopen it first.',
      details: { status: 'completed' },
    });
  });
});
