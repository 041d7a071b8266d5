import { refusal, refusedFields } from '../../../test/support/refusals';
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

  it('needs approval again only when it raises the total', () => {
    expect(needsApproval(decimal('100'), decimal('100.01'))).toBe(true);
    expect(needsApproval(decimal('100'), decimal('100'))).toBe(false);
    expect(needsApproval(decimal('100'), decimal('99.99'))).toBe(false);
  });

  it('is refused when it changes nothing', () => {
    expect(refusedFields(() => requireChange({ items: [] }))).toEqual({
      items: ['An amendment must change something: items, expected_delivery_date or notes.'],
    });
    expect(() => requireChange({ items: [{}] })).not.toThrow();
    expect(() => requireChange({ items: [], notes: null } as { items: unknown[] })).not.toThrow();
  });

  it('is refused while another waits', () => {
    expect(refusal(() => requireNoneOpen(true))).toEqual({
      code: 'INVALID_STATUS',
      says: 'An amendment of this order is still waiting. Approve, reject or cancel it first.',
      details: { status: 'pending' },
    });
    expect(() => requireNoneOpen(false)).not.toThrow();
  });

  it('leaves no line below what is received or billed', () => {
    const below = (quantity: number): string => `Must not be below what is already received or billed: ${quantity}.`;
    const field = (id: number) => `items.${id}.quantity`;
    const check = (quantity: number, accepted: number, billed: number) =>
      requireAboveProgress([line(1, quantity), line(null, 0.5)], [progress(1, accepted, billed)], field);
    expect(() => check(8, 8, 5)).not.toThrow();
    expect(refusedFields(() => check(7.9999, 8, 5))).toEqual({ 'items.1.quantity': [below(8)] });
    expect(refusedFields(() => check(5, 3, 6))).toEqual({ 'items.1.quantity': [below(6)] });
  });

  it('may shrink a line of which nothing is known to be received or billed', () => {
    expect(() => requireAboveProgress([line(2, 0.5)], [progress(1, 8, 8)], String)).not.toThrow();
  });
});
