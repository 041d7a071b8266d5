import { type ApprovalPolicy, DEFAULT_APPROVAL_POLICY, isApprovable, isThreeWay, MATCH_STATUSES } from './policy';

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
    expect(isThreeWay('auto', { ...none, firstReceiptAt: day('2025-02-02') })).toBe(false);
    expect(isThreeWay('auto', { ...none, firstReceiptAt: day('2025-01-31'), approvedAt: null })).toBe(false);
  });
});

describe('what may be approved', () => {
  const approvable = (policy: ApprovalPolicy, withOrder: boolean) =>
    MATCH_STATUSES.filter((status) => isApprovable({ status, withOrder }, policy));

  it('is a full match, unless the tenant allows more', () => {
    expect(approvable(DEFAULT_APPROVAL_POLICY, true)).toEqual(['full_match']);
    const lenient = { ...DEFAULT_APPROVAL_POLICY, approvableMatchStatuses: ['full_match', 'partial_match'] as const };
    expect(approvable(lenient, true)).toEqual(['full_match', 'partial_match']);
  });

  it.each([
    ['admin', ['full_match', 'partial_match']],
    ['allow', ['full_match', 'partial_match']],
    ['refuse', ['full_match']],
  ] as const)('without an order, under %s: %j', (invoicesWithoutOrder, expected) => {
    expect(approvable({ ...DEFAULT_APPROVAL_POLICY, invoicesWithoutOrder }, false)).toEqual(expected);
  });
});
