import { billed, NOTHING_BILLED, order, queued, NO_TOLERANCE } from '../../../../test/support/matching-facts';
import { billedQuantities, matchQueue, type QueuedInvoice } from './match-queue';

const statuses = (invoices: QueuedInvoice[], facts = order([{ accepted: 10 }]), before = NOTHING_BILLED) => {
  const results = matchQueue(invoices, facts, before, NO_TOLERANCE);
  return Object.fromEntries([...results].map(([id, { status }]) => [id, status]));
};

describe('the queue of an order’s waiting invoices', () => {
  it('lets the earlier of two that together exceed the order pass, and the later fail', () => {
    const early = queued(1, [{ quantity: 6 }], new Date('2025-01-01'));
    const late = queued(2, [{ quantity: 6 }], new Date('2025-01-02'));
    expect(statuses([late, early])).toEqual({ 1: 'full_match', 2: 'mismatch' });
  });

  it('goes by submission, not by id; by id when submitted together', () => {
    const same = new Date('2025-01-01');
    expect(
      statuses([queued(1, [{ quantity: 6 }], new Date('2025-01-02')), queued(2, [{ quantity: 6 }], same)]),
    ).toEqual({
      1: 'mismatch',
      2: 'full_match',
    });
    expect(statuses([queued(2, [{ quantity: 6 }], same), queued(1, [{ quantity: 6 }], same)])).toEqual({
      1: 'full_match',
      2: 'mismatch',
    });
  });

  it('counts a draft as submitted now', () => {
    const draft = queued(1, [{ quantity: 6 }], null);
    expect(statuses([draft, queued(2, [{ quantity: 6 }], new Date('2999-01-01'))])).toEqual({
      1: 'mismatch',
      2: 'full_match',
    });
    expect(statuses([queued(4, [{ quantity: 6 }], null), queued(3, [{ quantity: 6 }], null)])).toEqual({
      3: 'full_match',
      4: 'mismatch',
    });
  });

  it('counts what is approved before everything that waits', () => {
    expect(statuses([queued(1, [{ quantity: 6 }])], order([{ accepted: 10 }]), billed({ 1: 5 }))).toEqual({
      1: 'mismatch',
    });
    expect(statuses([queued(1, [{ quantity: 5 }])], order([{ accepted: 10 }]), billed({ 1: 5 }))).toEqual({
      1: 'full_match',
    });
  });

  it('makes three partial invoices of one order natural', () => {
    const three = [4, 3, 3].map((quantity, index) => queued(index + 1, [{ quantity }]));
    expect(statuses(three)).toEqual({ 1: 'full_match', 2: 'full_match', 3: 'full_match' });
  });

  it('counts lines under the order line they paired with, and unmatched ones nowhere', () => {
    const [result] = matchQueue(
      [queued(1, [{ description: 'Item 2', quantity: 3 }, { poLineId: 99 }, { description: 'Item 2', quantity: 4 }])],
      order([{ accepted: 10 }, { accepted: 10 }]),
      NOTHING_BILLED,
      NO_TOLERANCE,
    ).values();
    expect(
      result && billedQuantities(result).map(({ orderLineId, quantity }) => [orderLineId, quantity.toString()]),
    ).toEqual([
      [2, '3'],
      [2, '4'],
    ]);
  });
});
