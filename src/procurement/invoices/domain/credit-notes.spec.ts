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

describe('the date of a credit note', () => {
  const at = { invoiceDate: '2026-03-01', today: '2026-03-10' };

  it.each([
    [undefined, '2026-03-10'],
    ['2026-03-01', '2026-03-01'],
    ['2027-03-11', '2027-03-11'],
    ['2026-02-28', ['credit_date']],
    ['2027-03-12', ['credit_date']],
  ])('%s is %j', (given, expected) => {
    expect(refused(() => creditDate(given, at))).toEqual(expected);
  });

  it('may be today, or later, for an invoice that is dated ahead', () => {
    const ahead = { ...at, invoiceDate: '2026-12-01' };
    expect([creditDate(undefined, ahead), creditDate('2026-03-10', ahead), creditDate('2026-04-01', ahead)]).toEqual([
      '2026-03-10',
      '2026-03-10',
      '2026-04-01',
    ]);
    expect(refused(() => creditDate('2026-03-09', ahead))).toEqual(['credit_date']);
  });
});

describe('the status after a credit note is cancelled', () => {
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
    ['paid, and something is due again', facts('paid', 150, 1000), note(150), 'approved'],
    ['paid, and a refund was paid for the note', facts('paid', 150, 1000), note(150), 'approved'],
    ['paid, and nothing is due: the refund was never paid', facts('paid', 150, 1150), note(150), 'paid'],
    ['voided', facts('cancelled', 150, 0), note(150), 'INVALID_STATUS'],
    ['approved, and the note is cancelled', facts('approved', 0, 0), note(150, 'cancelled'), 'INVALID_STATUS'],
  ])('%s', (_, before, of, expected) => {
    expect(refused(() => statusAfterCancelledCredit(before, of))).toBe(expected);
  });
});

describe('lines that another invoice has billed since the credit note', () => {
  const [one, two] = [1 as OrderItemId, 2 as OrderItemId];
  const line = (ordered: number, billed: number, accepted?: number) => ({
    ordered: decimal(ordered),
    billed: decimal(billed),
    accepted: accepted === undefined ? undefined : decimal(accepted),
  });

  it.each([
    ['billed beyond the order by another', line(10, 14), [one], 'INVALID_STATUS'],
    ['billed by another, within the order', line(10, 10), [one], undefined],
    ['billed by another, within what was accepted', line(10, 12, 12), [one], undefined],
    ['billed beyond the order by its own invoice alone', line(10, 14), [two], undefined],
    ['billed by nobody since', { ordered: ZERO, billed: undefined, accepted: undefined }, [], undefined],
  ])('%s', (_, of, since, expected) => {
    expect(refused(() => requireNotBilledAgain(new Map([[one, of]]), since))).toBe(expected);
  });
});
