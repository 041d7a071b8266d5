import { decimal } from '../../../../common/money';
import { orderedQuantity } from './facts';

describe('what counts as ordered when an invoice is matched', () => {
  it.each([
    ['the quantity', 100, 0, 40, 100],
    ['what a close left', 100, 2, 98, 98],
    ['what a close left, though some of it went back', 100, 2, 90, 98],
    ['what was accepted beyond the order', 100, 0, 104, 104],
  ])('is %s', (_what, quantity, closed, accepted, expected) => {
    const line = { quantity: decimal(quantity), closedQuantity: decimal(closed), accepted: decimal(accepted) };
    expect(orderedQuantity(line).toNumber()).toBe(expected);
  });
});
