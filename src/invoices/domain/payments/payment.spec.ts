import { refusal, refusedFields } from '../../../../test/support/refusals';
import { decimal } from '../../../common/money';
import { INVOICE_STATUSES, type InvoiceStatus } from '../lifecycle';
import { amountDue, isRepeat, type PaymentFacts, paymentStatus, statusAfterPayment } from './payment';

const facts = (
  some: Partial<Record<'total' | 'credited' | 'paid', number>> & { status?: InvoiceStatus },
): PaymentFacts => ({
  status: some.status ?? 'approved',
  total: decimal(some.total ?? 1000),
  credited: decimal(some.credited ?? 0),
  paid: decimal(some.paid ?? 0),
  dueDate: '2025-03-31',
});
const pay = (of: PaymentFacts, amount: number) => statusAfterPayment(of, decimal(amount), 'SAR');
const code = (expected: string) => expect.objectContaining({ code: expected });

describe('payment status at read', () => {
  it('follows the worked example: due 2025-03-31, total 1,000, paid 400', () => {
    expect(paymentStatus(facts({ paid: 400 }), '2025-03-31')).toBe('partial');
    expect(paymentStatus(facts({ paid: 400 }), '2025-04-01')).toBe('overdue');
    expect(paymentStatus(facts({ paid: 1000, status: 'paid' }), '2025-04-01')).toBe('paid');
  });

  it.each([
    ['draft', 0, '2025-04-01', 'unpaid'],
    ['cancelled', 0, '2025-04-01', 'unpaid'],
    ['submitted', 0, '2025-03-31', 'unpaid'],
    ['submitted', 0, '2025-04-01', 'overdue'],
    ['pending', 0, '2025-04-01', 'overdue'],
    ['approved', 0, '2025-03-31', 'unpaid'],
    ['approved', 0.01, '2025-03-31', 'partial'],
    ['approved', 0, '2025-04-01', 'overdue'],
    ['paid', 1000, '2026-01-01', 'paid'],
  ] as const)('%s with %d paid on %s is %s', (status, paid, today, expected) => {
    expect(paymentStatus(facts({ status, paid }), today)).toBe(expected);
  });

  it('is paid where credits leave nothing due', () => {
    expect(paymentStatus(facts({ credited: 600, paid: 400 }), '2025-04-01')).toBe('paid');
    expect(paymentStatus(facts({ credited: 600, paid: 500 }), '2025-04-01')).toBe('paid');
  });
});

describe('what is due', () => {
  it('is total less credits less payments, exactly', () => {
    expect(amountDue(facts({ total: 0.3, paid: 0.1, credited: 0.1 })).toString()).toBe('0.1');
  });
  it('goes below zero as a refund due', () =>
    expect(amountDue(facts({ paid: 1000, credited: 1 })).toString()).toBe('-1'));
  it('is nothing on a cancelled invoice', () => expect(amountDue(facts({ status: 'cancelled' })).toString()).toBe('0'));
});

describe('a payment', () => {
  it('leaves the invoice approved while something is due, then settles it', () => {
    expect(pay(facts({}), 999.99)).toBe('approved');
    expect(pay(facts({ paid: 999.99 }), 0.01)).toBe('paid');
    expect(pay(facts({ credited: 250 }), 750)).toBe('paid');
  });

  it('is refused by a cent too much, and says what is due', () => {
    expect(refusal(() => pay(facts({ paid: 400 }), 600.01))).toEqual({
      code: 'OVERPAYMENT',
      says: 'The payment of 600.01 SAR is more than the 600.00 SAR due.',
      details: { amount: '600.01', due: '600.00', currency: 'SAR' },
    });
  });

  it('of 0 is refused', () =>
    expect(refusedFields(() => pay(facts({}), 0))).toEqual({ amount: ['Must be greater than 0.'] }));

  it.each(INVOICE_STATUSES.filter((status) => status !== 'approved'))('is refused on a %s invoice', (status) => {
    expect(() => pay(facts({ status }), 1)).toThrow(code('INVALID_STATUS'));
  });

  it('pays a refund back to the cent and no further', () => {
    const owed = facts({ status: 'paid', paid: 1000, credited: 250 });
    expect(pay(owed, -250)).toBe('paid');
    expect(() => pay(owed, -250.01)).toThrow(code('OVERPAYMENT'));
    expect(() => pay(owed, 1)).toThrow(code('INVALID_STATUS'));
  });

  it('pays nothing back where nothing is owed back', () => {
    expect(() => pay(facts({ paid: 400 }), -1)).toThrow(code('VALIDATION_ERROR'));
  });
});

describe('a repeated reference', () => {
  const recorded = { amount: decimal('400.00') };
  it('with the same amount is the first payment again', () => expect(isRepeat(recorded, decimal(400))).toBe(true));
  it('with another amount is refused', () => {
    expect(refusedFields(() => isRepeat(recorded, decimal(400.01)))).toEqual({
      reference: ['This reference was already used for a payment of another amount.'],
    });
  });
  it('that is new is no repeat', () => expect(isRepeat(undefined, decimal(400))).toBe(false));
});
