import { decimal } from '../../../../common/money';
import { orderedQuantity } from './facts';

describe('orderedQuantity', () => {
  it.each([
    ['the ordered quantity', 100, 0, 40, 100],
    ['the quantity after a close', 100, 2, 98, 98],
    ['the quantity after a close, even after a return', 100, 2, 90, 98],
    ['the accepted quantity above the order', 100, 0, 104, 104],
  ])('returns %s', (_what, quantity, closed, accepted, expected) => {
    const line = { quantity: decimal(quantity), closedQuantity: decimal(closed), accepted: decimal(accepted) };
    expect(orderedQuantity(line).toNumber()).toBe(expected);
  });
});
