import { ORDER_STATUSES } from '../../domain/lifecycle';
import { APPROVAL_STATUSES, approvalStatus, formBStatus, FORM_B_STATUSES, standingsFor, statusesFor } from './status';

describe("Form B's words for an order", () => {
  it('translate every status', () => {
    expect(ORDER_STATUSES.map(formBStatus)).toEqual(FORM_B_STATUSES);
  });

  it.each([
    ['draft', null, 'draft'],
    ['pending_approval', null, 'pending'],
    ['approved', null, 'approved'],
    ['rejected', null, 'rejected'],
    ['completed', null, 'approved'],
    ['cancelled', 'draft', 'draft'],
    ['cancelled', 'pending_approval', 'pending'],
    ['cancelled', 'approved', 'approved'],
    ['cancelled', 'rejected', 'rejected'],
  ] as const)('%s (cancelled from %s) has the approval status %s', (status, from, expected) => {
    expect(approvalStatus(status, from)).toBe(expected);
  });

  it('filters: approved finds completed orders too, every other word its own', () => {
    expect(statusesFor('approved')).toEqual(['approved', 'completed']);
    expect(statusesFor('pending')).toEqual(['pending_approval']);
    expect(statusesFor('completed')).toEqual(['completed']);
    expect(new Set(FORM_B_STATUSES.flatMap(statusesFor))).toEqual(new Set(ORDER_STATUSES));
  });

  it('filters by approval status as it is shown', () => {
    for (const filter of APPROVAL_STATUSES) {
      for (const standing of standingsFor(filter)) {
        expect(approvalStatus(standing, null)).toBe(filter);
        expect(approvalStatus('cancelled', standing)).toBe(filter);
      }
    }
    expect(new Set(APPROVAL_STATUSES.flatMap(standingsFor)).size).toBe(5);
  });
});
