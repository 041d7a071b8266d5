import { isDeepStrictEqual } from 'node:util';
import { normalisedDescription } from '../matching/pairing';
import { dueDate, invoiceIdentity, requireNearDate } from './header';
import { refusedFields } from '../../../../../test/support/refusals';

const same = (a: string, b: string) =>
  isDeepStrictEqual(invoiceIdentity(1, a, '2025-03-01', 1), invoiceIdentity(1, b, '2025-03-01', 1));

describe('a vendor’s invoice number', () => {
  it.each([
    ['INV-001', 'inv-001'],
    ['INV-001', '  INV-001\t'],
    ['INV-001', 'INV-001\u00a0'],
    ['INV-001', 'ＩＮＶ－００１'],
    ['STRASSE-7', 'straße-7'],
    ['ΟΔΟΣ', 'οδος'],
    ['é1', 'e\u03011'],
    ['ﬁ-9', 'FI-9'],
  ])('%j is a duplicate of %j', (a, b) => expect(same(a, b)).toBe(true));

  it.each([
    ['INV-001', 'INV-002'],
    ['INV-001', 'INV001'],
    ['INV-1', 'INV-01'],
    ['ı-1', 'i-1'],
    ['INV 1', 'INV-1'],
    ['ΙNV-1', 'INV-1'],
  ])('%j is no duplicate of %j', (a, b) => expect(same(a, b)).toBe(false));

  it('is a duplicate on any date of the fiscal year', () => {
    const january = invoiceIdentity(1, 'INV-1', '2025-01-02', 1);
    const december = invoiceIdentity(1, 'inv-1 ', '2025-12-30', 1);
    expect(december).toEqual(january);
  });

  it('can be used again in the next fiscal year', () => {
    const march = invoiceIdentity(1, 'INV-1', '2025-03-31', 4);
    const april = invoiceIdentity(1, 'INV-1', '2025-04-01', 4);
    expect([march.fiscalYear, april.fiscalYear]).toEqual([2025, 2026]);
    expect(april.numberKey).toBe(march.numberKey);
  });

  it('can be used by another vendor', () => {
    expect(invoiceIdentity(2, 'A', '2025-01-01', 1)).not.toEqual(invoiceIdentity(1, 'A', '2025-01-01', 1));
  });

  it('is compared like descriptions: without case, width and repeated spaces', () => {
    expect(normalisedDescription(' Ａ４  Paper\n 80g ')).toBe('a4 paper 80g');
    expect(normalisedDescription(null)).toBe('');
  });
});

describe('the date of an invoice', () => {
  it('can be at most 366 days in the future', () => {
    expect(() => requireNearDate('invoice_date', '2027-03-02', '2026-03-01')).not.toThrow();
    expect(refusedFields(() => requireNearDate('invoice_date', '2027-03-03', '2026-03-01'))).toEqual({
      invoice_date: ['Must not be after 2027-03-02.'],
    });
  });
  it('can be in the past', () =>
    expect(() => requireNearDate('invoice_date', '2000-01-01', '2026-03-01')).not.toThrow());
});

describe('dueDate', () => {
  it('is the given date', () => expect(dueDate('2025-03-01', '2025-03-31', 30)).toBe('2025-03-31'));
  it('can be the invoice date', () => expect(dueDate('2025-03-01', '2025-03-01', 30)).toBe('2025-03-01'));
  it('defaults to the invoice date plus the payment terms', () =>
    expect(dueDate('2025-03-01', undefined, 30)).toBe('2025-03-31'));
  it('counts a leap day', () => expect(dueDate('2024-02-01', undefined, 30)).toBe('2024-03-02'));
  it('is the same day for immediate terms', () => expect(dueDate('2025-03-01', undefined, 0)).toBe('2025-03-01'));
  it('cannot be before the invoice date', () => {
    expect(refusedFields(() => dueDate('2025-03-01', '2025-02-28', 30))).toEqual({
      due_date: ['Must not be before invoice_date.'],
    });
  });
});
