import { decimal } from '../../common/money';
import { type CreditableLine, creditFor, statusAfterCredit, statusAfterVoid } from './credit';
import type { InvoiceStatus } from './lifecycle';

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
const fields = (...names: string[]) =>
  expect.objectContaining({
    code: 'VALIDATION_ERROR',
    extras: { fields: Object.fromEntries(names.map((name) => [name, [expect.anything()]])) },
  });
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
    expect(() => creditFor({ amount: decimal(1150.01) }, [line(1, 10, 100)], decimal(1150), 'SAR')).toThrow(
      fields('amount'),
    );
    expect(() => credit([[1, 5]], [line(1, 10, 100)], 100)).toThrow(fields('lines'));
  });

  it('is never more than what is left of a line', () => {
    expect(() => credit([[1, 6.0001]], [line(1, 10, 100, 4)], 690)).toThrow(fields('lines.0.quantity'));
  });

  it('names lines of this invoice, each once', () => {
    expect(() =>
      credit(
        [
          [9, 1],
          [1, 1],
          [1, 1],
        ],
        [line(1, 10, 100)],
        1150,
      ),
    ).toThrow(fields('lines.0.line_item_id', 'lines.2.line_item_id'));
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
});
