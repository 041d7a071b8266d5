import { DomainError } from '../../../common/errors';
import { decimal } from '../../../common/money';
import type { PaymentFacts } from './payments';
import { reversalTime, type ReversiblePayment, statusAfterReversal } from './reversals';

const facts = (more: { status?: PaymentFacts['status']; paid?: number; credited?: number } = {}): PaymentFacts => ({
  status: more.status ?? 'approved',
  total: decimal(100),
  credited: decimal(more.credited ?? 0),
  paid: decimal(more.paid ?? 0),
  dueDate: '2026-04-01',
});
const NOON = new Date('2026-03-10T12:00:00.000Z');
const payment = (amount: number, more: Partial<ReversiblePayment> = {}): ReversiblePayment => ({
  amount: decimal(amount),
  paidAt: NOON,
  reversesId: null,
  reversedById: null,
  ...more,
});
function refusal(attempt: () => unknown): DomainError {
  try {
    attempt();
  } catch (error) {
    if (error instanceof DomainError) return error;
  }
  throw new Error('It was not refused');
}

describe('statusAfterReversal', () => {
  it.each([
    ['the payment that settled it', facts({ status: 'paid', paid: 100 }), payment(100), 'approved'],
    ['a part of the settling payments', facts({ status: 'paid', paid: 100 }), payment(0.01), 'approved'],
    ['a partial payment', facts({ paid: 40 }), payment(40), 'approved'],
    ['a payment equal to the refund due', facts({ status: 'paid', paid: 100, credited: 40 }), payment(40), 'paid'],
    ['a payment above the refund due', facts({ status: 'paid', paid: 100, credited: 40 }), payment(40.01), 'approved'],
    ['a refund of a paid invoice', facts({ status: 'paid', paid: 80, credited: 20 }), payment(-20), 'paid'],
    ['a refund, with an amount due afterwards', facts({ paid: 50, credited: 20 }), payment(-20), 'approved'],
    ['a refund, with nothing due afterwards', facts({ paid: 60, credited: 20 }), payment(-20), 'paid'],
  ])('returns the status after the reversal of %s', (_, invoice, taken, status) => {
    expect(statusAfterReversal(invoice, taken)).toBe(status);
  });

  it('rejects an invoice that is neither approved nor paid', () => {
    for (const status of ['draft', 'submitted', 'pending', 'cancelled'] as const) {
      expect(refusal(() => statusAfterReversal(facts({ status }), payment(1)))).toMatchObject({
        code: 'INVALID_STATUS',
        extras: { details: { status, allowed_statuses: ['approved', 'paid'] } },
      });
    }
  });

  it('rejects a reversal and a payment that was already reversed', () => {
    const invoice = facts({ status: 'paid', paid: 100 });
    expect(refusal(() => statusAfterReversal(invoice, payment(-10, { reversesId: 4 })))).toMatchObject({
      code: 'INVALID_STATUS',
      text: { key: 'invoice.reversal_stays' },
      extras: { details: { status: 'reversal', allowed_statuses: ['recorded'] } },
    });
    expect(refusal(() => statusAfterReversal(invoice, payment(10, { reversedById: 5 })))).toMatchObject({
      code: 'INVALID_STATUS',
      text: { key: 'invoice.reversed_before' },
      extras: { details: { status: 'reversed', allowed_statuses: ['recorded'] } },
    });
  });
});

describe('reversalTime', () => {
  const at = (hours: number): Date => new Date(NOON.getTime() + hours * 3_600_000);

  it('returns the given time and rejects one before the payment', () => {
    expect(reversalTime(payment(1), at(1), at(9))).toEqual(at(1));
    expect(reversalTime(payment(1), NOON, at(9))).toEqual(NOON);
    expect(refusal(() => reversalTime(payment(1), new Date(NOON.getTime() - 1), at(9)))).toMatchObject({
      code: 'VALIDATION_ERROR',
      extras: { fields: { reversed_at: [{ key: 'validation.date_order', params: { other: 'paid_at' } }] } },
    });
  });

  it('defaults to now, or to a payment time in the future', () => {
    expect(reversalTime(payment(1), undefined, at(2))).toEqual(at(2));
    expect(reversalTime(payment(1), undefined, at(-2))).toEqual(NOON);
  });
});
