import { refusal, refusedFields } from '../../../../test/support/refusals';
import { decimal } from '../../../common/money';
import { type CreditableLine, creditFor, statusAfterCredit, statusAfterVoid } from './credit';
import type { InvoiceStatus } from '../lifecycle';

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
  `The credit of ${amount} is more than the ${left} left of the invoice.`;
const facts = (status: InvoiceStatus, paid = 0, credited = 0) => ({
  status,
  total: decimal(1000),
  paid: decimal(paid),
  credited: decimal(credited),
  dueDate: '2025-03-31',
});

describe('a credit note', () => {
  it('of lines takes them off at the invoice’s price with VAT', () => {
    const { amount, lines } = credit([[1, 4]], [line(1, 10, 100), line(2, 1, 5)], 1155.75);
    expect(amount.toString()).toBe('460');
    expect(lines.map((entry) => [entry.lineId, entry.quantity.toString(), entry.amount.toString()])).toEqual([
      [1, '4', '460'],
    ]);
  });

  it('of money takes off money alone', () => {
    expect(creditFor({ amount: decimal(10) }, [line(1, 10, 100)], decimal(1150), 'SAR')).toEqual({
      amount: decimal(10),
      lines: [],
    });
  });

  it('that credits the last of every line takes off all that is left, the vendor’s odd cent too', () => {
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

  it('is never more than what is left of the invoice', () => {
    const tooMuch = (amount: number) =>
      creditFor({ amount: decimal(amount) }, [line(1, 10, 100)], decimal(1150), 'SAR');
    expect(tooMuch(1150).amount.toString()).toBe('1150');
    expect(refusedFields(() => tooMuch(1150.01))).toEqual({ amount: [exceeds('1150.01', '1150.00')] });
    expect(refusedFields(() => credit([[1, 5]], [line(1, 10, 100)], 100))).toEqual({
      lines: [exceeds('575.00', '100.00')],
    });
  });

  it('is never more than what is left of a line', () => {
    expect(refusedFields(() => credit([[1, 6.0001]], [line(1, 10, 100, 4)], 690))).toEqual({
      'lines.0.quantity': ['Must be at most 6.'],
    });
  });

  it('names lines of this invoice, each once', () => {
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

  it('settles an approved invoice when nothing is left to pay', () => {
    expect(statusAfterCredit(facts('approved', 400), decimal(599.99))).toBe('approved');
    expect(statusAfterCredit(facts('approved', 400), decimal(600))).toBe('paid');
    expect(statusAfterCredit(facts('approved', 400), decimal(700))).toBe('paid');
    expect(statusAfterCredit(facts('paid', 1000), decimal(1))).toBe('paid');
  });

  it.each(['draft', 'submitted', 'pending', 'cancelled'] as const)('is refused on a %s invoice', (status) => {
    expect(() => statusAfterCredit(facts(status), decimal(1))).toThrow(
      expect.objectContaining({ code: 'INVALID_STATUS' }),
    );
  });
});

describe('voiding', () => {
  it('cancels an approved invoice', () => expect(statusAfterVoid(facts('approved'))).toBe('cancelled'));
  it.each([facts('approved', 0.01), facts('paid', 1000), facts('pending')])('is refused: %j', (of) => {
    expect(() => statusAfterVoid(of)).toThrow(expect.objectContaining({ code: 'INVALID_STATUS' }));
  });

  it('says that what was paid stands in the way', () => {
    expect(refusal(() => statusAfterVoid(facts('approved', 0.01)))).toEqual({
      code: 'INVALID_STATUS',
      says: 'An invoice on which something was paid cannot be voided; record a credit note instead.',
      details: { status: 'approved', allowed_statuses: ['approved'] },
    });
  });
});
