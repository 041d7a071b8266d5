import { decimal, ZERO } from '../../../common/money';
import type { OrderItemId } from '../../../common/records/ids';
import { creditDate, requireNotBilledAgain, statusAfterCancelledCredit } from './credit-notes';
import type { PaymentFacts } from './payments';

const refused = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    const { code, extras } = error as { code: string; extras?: { fields?: object } };
    return extras?.fields ? Object.keys(extras.fields) : code;
  }
};

describe('creditDate', () => {
  const at = { invoiceDate: '2026-03-01', today: '2026-03-10' };

  it.each([
    [undefined, '2026-03-10'],
    ['2026-03-01', '2026-03-01'],
    ['2027-03-11', '2027-03-11'],
    ['2026-02-28', ['credit_date']],
    ['2027-03-12', ['credit_date']],
  ])('returns for %s: %j', (given, expected) => {
    expect(refused(() => creditDate(given, at))).toEqual(expected);
  });

  it('accepts today and later days for an invoice dated in the future', () => {
    const ahead = { ...at, invoiceDate: '2026-12-01' };
    expect([creditDate(undefined, ahead), creditDate('2026-03-10', ahead), creditDate('2026-04-01', ahead)]).toEqual([
      '2026-03-10',
      '2026-03-10',
      '2026-04-01',
    ]);
    expect(refused(() => creditDate('2026-03-09', ahead))).toEqual(['credit_date']);
  });
});

describe('statusAfterCancelledCredit', () => {
  const facts = (status: PaymentFacts['status'], credited: number, paid: number): PaymentFacts => ({
    status,
    total: decimal(1150),
    credited: decimal(credited),
    paid: decimal(paid),
    dueDate: '2026-04-01',
  });
  const note = (amount: number, status: 'active' | 'cancelled' = 'active') => ({ amount: decimal(amount), status });

  it.each([
    ['approved', facts('approved', 150, 0), note(150), 'approved'],
    ['paid, with an amount due afterwards', facts('paid', 150, 1000), note(150), 'approved'],
    ['paid, with a refund for the note', facts('paid', 150, 1000), note(150), 'approved'],
    ['paid, with nothing due because no refund was paid', facts('paid', 150, 1150), note(150), 'paid'],
    ['voided', facts('cancelled', 150, 0), note(150), 'INVALID_STATUS'],
    ['approved, with a cancelled note', facts('approved', 0, 0), note(150, 'cancelled'), 'INVALID_STATUS'],
  ])('returns the expected status for an invoice that is %s', (_, before, of, expected) => {
    expect(refused(() => statusAfterCancelledCredit(before, of))).toBe(expected);
  });
});

describe('requireNotBilledAgain', () => {
  const [one, two] = [1 as OrderItemId, 2 as OrderItemId];
  const line = (ordered: number, billed: number, accepted?: number) => ({
    ordered: decimal(ordered),
    billed: decimal(billed),
    accepted: accepted === undefined ? undefined : decimal(accepted),
  });

  it.each([
    ['billed above the order by another invoice', line(10, 14), [one], 'INVALID_STATUS'],
    ['billed within the order by another invoice', line(10, 10), [one], undefined],
    ['billed within the accepted quantity by another invoice', line(10, 12, 12), [one], undefined],
    ['billed above the order by its own invoice only', line(10, 14), [two], undefined],
    ['not billed since', { ordered: ZERO, billed: undefined, accepted: undefined }, [], undefined],
  ])('rejects only an excess caused by another invoice: line %s', (_, of, since, expected) => {
    expect(refused(() => requireNotBilledAgain(new Map([[one, of]]), since))).toBe(expected);
  });
});
