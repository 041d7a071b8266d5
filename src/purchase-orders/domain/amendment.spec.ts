import { DomainError } from '../../common/errors';
import { decimal } from '../../common/money';
import {
  AMENDMENT_LIFECYCLE,
  AMENDMENT_STATUSES,
  needsApproval,
  nextAmendmentStatus,
  requireAboveProgress,
  requireChange,
  requireNoneOpen,
  type AmendmentAction,
} from './amendment';
import type { OrderLine } from './lines';
import { lineProgress } from './progress';

const line = (id: number | null, quantity: number): OrderLine => ({
  id,
  lineNumber: 1,
  description: 'x',
  quantity: decimal(quantity),
  unit: null,
  unitPrice: decimal(1),
  vatRate: decimal(0),
});

const progress = (itemId: number, accepted: number, billed: number) =>
  lineProgress({ itemId, quantity: 10, closedQuantity: 0, accepted, billed });

describe('an amendment', () => {
  const actions = Object.keys(AMENDMENT_LIFECYCLE) as AmendmentAction[];

  it.each(actions)('that waits takes: %s', (action) => {
    const expected = { approve_step: 'pending', approve: 'applied', reject: 'rejected', cancel: 'cancelled' };
    expect(nextAmendmentStatus('pending', action)).toBe(expected[action]);
  });

  it.each(AMENDMENT_STATUSES.filter((status) => status !== 'pending'))('that is %s takes nothing more', (status) => {
    for (const action of actions) expect(() => nextAmendmentStatus(status, action)).toThrow('INVALID_STATUS');
  });

  it('asks again for a raise only', () => {
    expect(needsApproval(decimal('100'), decimal('100.01'))).toBe(true);
    expect(needsApproval(decimal('100'), decimal('100'))).toBe(false);
    expect(needsApproval(decimal('100'), decimal('99.99'))).toBe(false);
  });

  it('changes something', () => {
    expect(() => requireChange({ items: [] })).toThrow('VALIDATION_ERROR');
    expect(() => requireChange({ items: [{}] })).not.toThrow();
    expect(() => requireChange({ items: [], notes: null } as { items: unknown[] })).not.toThrow();
  });

  it('comes one at a time', () => {
    expect(() => requireNoneOpen(true)).toThrow('INVALID_STATUS');
    expect(() => requireNoneOpen(false)).not.toThrow();
  });

  it('leaves no line below what is received or billed', () => {
    const field = (id: number) => `items.${id}.quantity`;
    const check = (quantity: number, accepted: number, billed: number) =>
      requireAboveProgress([line(1, quantity), line(null, 0.5)], [progress(1, accepted, billed)], field);
    expect(() => check(8, 8, 5)).not.toThrow();
    expect(() => check(7.9999, 8, 5)).toThrow(DomainError);
    expect(() => check(5, 3, 6)).toThrow(DomainError);
    try {
      check(5, 3, 6);
    } catch (error) {
      expect((error as DomainError).extras.fields).toEqual({
        'items.1.quantity': [{ key: 'purchase_order.below_progress', params: { min: 6 } }],
      });
    }
    expect.assertions(4);
  });
});
