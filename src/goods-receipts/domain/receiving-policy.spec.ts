import { isThreeWay } from './receiving-policy';

const day = (text: string) => new Date(`${text}T00:00:00Z`);

describe('whether receipts are matched', () => {
  const none = { receiptStands: false, firstReceiptAt: null, approvedAt: day('2025-02-01') };

  it('is what the tenant fixed', () => {
    expect(isThreeWay('three_way', none)).toBe(true);
    expect(isThreeWay('two_way', { ...none, receiptStands: true })).toBe(false);
  });

  it('by itself waits for a receipt to stand against the order', () => {
    expect(isThreeWay('auto', none)).toBe(false);
    expect(isThreeWay('auto', { ...none, receiptStands: true })).toBe(true);
  });

  it('by itself expects one where the tenant already received when the order was approved', () => {
    expect(isThreeWay('auto', { ...none, firstReceiptAt: day('2025-01-31') })).toBe(true);
    expect(isThreeWay('auto', { ...none, firstReceiptAt: day('2025-02-01') })).toBe(false);
    expect(isThreeWay('auto', { ...none, firstReceiptAt: day('2025-02-02') })).toBe(false);
    expect(isThreeWay('auto', { ...none, firstReceiptAt: day('2025-01-31'), approvedAt: null })).toBe(false);
  });
});
