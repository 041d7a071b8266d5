import { refusal, refusedFields } from '../../../../test/support/refusals';
import { decimal } from '../../../common/money';
import { INVOICE_STATUSES, type InvoiceStatus } from './lifecycle';
import {
  amountDue,
  type CreditableLine,
  creditFor,
  isRepeat,
  type PaymentFacts,
  paymentStatus,
  statusAfterCredit,
  statusAfterPayment,
  statusAfterVoid,
} from './payments';

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

describe('paymentStatus', () => {
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

  it('is paid when credits leave nothing due', () => {
    expect(paymentStatus(facts({ credited: 600, paid: 400 }), '2025-04-01')).toBe('paid');
    expect(paymentStatus(facts({ credited: 600, paid: 500 }), '2025-04-01')).toBe('paid');
  });
});

describe('amountDue', () => {
  it('is exactly total less credits less payments', () => {
    expect(amountDue(facts({ total: 0.3, paid: 0.1, credited: 0.1 })).toString()).toBe('0.1');
  });
  it('is negative when a refund is due', () =>
    expect(amountDue(facts({ paid: 1000, credited: 1 })).toString()).toBe('-1'));
  it('is 0 for a cancelled invoice', () => expect(amountDue(facts({ status: 'cancelled' })).toString()).toBe('0'));
});

describe('statusAfterPayment', () => {
  it('returns approved while an amount is due, then paid', () => {
    expect(pay(facts({}), 999.99)).toBe('approved');
    expect(pay(facts({ paid: 999.99 }), 0.01)).toBe('paid');
    expect(pay(facts({ credited: 250 }), 750)).toBe('paid');
  });

  it('rejects an overpayment by one cent and reports the amount due', () => {
    expect(refusal(() => pay(facts({ paid: 400 }), 600.01))).toEqual({
      code: 'OVERPAYMENT',
      says: 'The payment of 600.01 SAR is more than the 600.00 SAR due.',
      details: { amount: '600.01', due: '600.00', currency: 'SAR' },
    });
  });

  it('rejects an amount of 0', () =>
    expect(refusedFields(() => pay(facts({}), 0))).toEqual({ amount: ['Must be greater than 0.'] }));

  it.each(INVOICE_STATUSES.filter((status) => status !== 'approved'))('rejects a payment of a %s invoice', (status) => {
    expect(() => pay(facts({ status }), 1)).toThrow(code('INVALID_STATUS'));
  });

  it('accepts a refund up to exactly the amount owed', () => {
    const owed = facts({ status: 'paid', paid: 1000, credited: 250 });
    expect(pay(owed, -250)).toBe('paid');
    expect(() => pay(owed, -250.01)).toThrow(code('OVERPAYMENT'));
    expect(() => pay(owed, 1)).toThrow(code('INVALID_STATUS'));
  });

  it('rejects a refund when none is owed', () => {
    expect(() => pay(facts({ paid: 400 }), -1)).toThrow(code('VALIDATION_ERROR'));
  });
});

describe('isRepeat', () => {
  const recorded = { amount: decimal('400.00'), externalId: null, reversedById: null };
  it('returns true for the same reference and amount', () =>
    expect(isRepeat(recorded, { amount: decimal(400) })).toBe(true));
  it('rejects a used reference with another amount', () => {
    expect(refusedFields(() => isRepeat(recorded, { amount: decimal(400.01) }))).toEqual({
      reference: ['This reference was already used for a payment with another amount.'],
    });
  });
  it('rejects the reference of a reversed payment with any amount', () => {
    const spent = {
      reference: ['The payment with this reference was reversed. Use a new reference for a new payment.'],
    };
    expect(refusedFields(() => isRepeat({ ...recorded, reversedById: 9 }, { amount: decimal(400) }))).toEqual(spent);
    expect(refusedFields(() => isRepeat({ ...recorded, reversedById: 9 }, { amount: decimal(401) }))).toEqual(spent);
  });
  it('returns false for a new reference', () => expect(isRepeat(undefined, { amount: decimal(400) })).toBe(false));
  it('rejects a used reference with another external id', () => {
    const amount = decimal(400);
    const linked = { ...recorded, externalId: 'ERP-1' };
    for (const same of [{ externalId: 'ERP-1' }, { externalId: null }, {}]) {
      expect(isRepeat(linked, { amount, ...same })).toBe(true);
    }
    for (const other of [linked, recorded]) {
      expect(refusedFields(() => isRepeat(other, { amount, externalId: 'ERP-2' }))).toEqual({
        reference: [expect.stringContaining('recorded with another external_id')],
      });
    }
  });
});

const line = (id: number, quantity: number, price: number, credited = 0): CreditableLine => ({
  id,
  quantity: decimal(quantity),
  unitPrice: decimal(price),
  vatRate: decimal(15),
  credited: decimal(credited),
});
const credit = (lines: [number, number][], invoice: CreditableLine[], left: number) =>
  creditFor(
    { lines: lines.map(([lineId, quantity]) => ({ lineId, quantity: decimal(quantity) })) },
    invoice,
    decimal(left),
    'SAR',
  );
const exceeds = (amount: string, left: string): string =>
  `The credit of ${amount} is more than the remaining ${left} of the invoice.`;
const standing = (status: InvoiceStatus, paid = 0, credited = 0) => ({
  status,
  total: decimal(1000),
  paid: decimal(paid),
  credited: decimal(credited),
  dueDate: '2025-03-31',
});

describe('credit notes', () => {
  it('credit lines at the invoice price with VAT', () => {
    const { amount, lines } = credit([[1, 4]], [line(1, 10, 100), line(2, 1, 5)], 1155.75);
    expect(amount.toString()).toBe('460');
    expect(lines.map((entry) => [entry.lineId, entry.quantity.toString(), entry.amount.toString()])).toEqual([
      [1, '4', '460'],
    ]);
  });

  it('credit an amount without lines', () => {
    expect(creditFor({ amount: decimal(10) }, [line(1, 10, 100)], decimal(1150), 'SAR')).toEqual({
      amount: decimal(10),
      lines: [],
    });
  });

  it('credit the whole remaining amount with the rest of every line, including a rounding cent', () => {
    expect(
      credit(
        [
          [1, 1],
          [2, 1],
          [3, 1],
        ],
        [1, 2, 3].map((id) => line(id, 1, 10.1)),
        34.85,
      ).amount.toString(),
    ).toBe('34.85');
    expect(credit([[1, 6]], [line(1, 10, 100, 4)], 690).amount.toString()).toBe('690');
  });

  it('cannot exceed the rest of the invoice', () => {
    const tooMuch = (amount: number) =>
      creditFor({ amount: decimal(amount) }, [line(1, 10, 100)], decimal(1150), 'SAR');
    expect(tooMuch(1150).amount.toString()).toBe('1150');
    expect(refusedFields(() => tooMuch(1150.01))).toEqual({ amount: [exceeds('1150.01', '1150.00')] });
    expect(refusedFields(() => credit([[1, 5]], [line(1, 10, 100)], 100))).toEqual({
      lines: [exceeds('575.00', '100.00')],
    });
  });

  it('cannot exceed the rest of a line', () => {
    expect(refusedFields(() => credit([[1, 6.0001]], [line(1, 10, 100, 4)], 690))).toEqual({
      'lines.0.quantity': ['Must be at most 6.'],
    });
  });

  it('accept only lines of this invoice, each once', () => {
    const asked: [number, number][] = [
      [9, 1],
      [1, 1],
      [1, 1],
    ];
    expect(refusedFields(() => credit(asked, [line(1, 10, 100)], 1150))).toEqual({
      'lines.0.line_item_id': ['No such record.'],
      'lines.2.line_item_id': ['Must not repeat an entry.'],
    });
  });

  it('change an approved invoice to paid when nothing is due', () => {
    expect(statusAfterCredit(standing('approved', 400), decimal(599.99))).toBe('approved');
    expect(statusAfterCredit(standing('approved', 400), decimal(600))).toBe('paid');
    expect(statusAfterCredit(standing('approved', 400), decimal(700))).toBe('paid');
    expect(statusAfterCredit(standing('paid', 1000), decimal(1))).toBe('paid');
  });

  it.each(['draft', 'submitted', 'pending', 'cancelled'] as const)('are rejected for a %s invoice', (status) => {
    expect(() => statusAfterCredit(standing(status), decimal(1))).toThrow(
      expect.objectContaining({ code: 'INVALID_STATUS' }),
    );
  });
});

describe('statusAfterVoid', () => {
  it('cancels an approved invoice', () => expect(statusAfterVoid(standing('approved'))).toBe('cancelled'));
  it.each([standing('approved', 0.01), standing('paid', 1000), standing('pending')])('rejects the invoice %j', (of) => {
    expect(() => statusAfterVoid(of)).toThrow(expect.objectContaining({ code: 'INVALID_STATUS' }));
  });

  it('reports that the invoice has a payment', () => {
    expect(refusal(() => statusAfterVoid(standing('approved', 0.01)))).toEqual({
      code: 'INVALID_STATUS',
      says: 'A paid or partly paid invoice cannot be voided. Reverse the payments, or record a credit note instead.',
      details: { status: 'approved', allowed_statuses: ['approved'] },
    });
  });
});
