import {
  billed,
  invoice,
  NO_TOLERANCE,
  NOTHING_BILLED,
  order,
  printed,
  queued,
  tolerances,
} from '../../../../../test/support/matching-facts';
import { decimal } from '../../../../common/money';
import { translate } from '../../../../messages';
import { invoiceIdentity } from '../entry/header';
import { matchInvoice, matchQueue } from './match';
import { reasonMessage } from './reasons';
import { isPriceOver } from './line-match';
import { computedTotals, headerTotals, totalsDifference } from '../entry/totals';

describe('known matching problems of other systems', () => {
  const received = order([{ accepted: 10 }]);

  it('accepts several partial invoices of one order', () => {
    const [first, second] = ['B-1', 'B-2'].map((number) => invoiceIdentity(1, number, '2025-03-01', 1));
    expect(second).not.toEqual(first);
    const results = matchQueue(
      [queued(1, [{ quantity: 5 }]), queued(2, [{ quantity: 5 }])],
      received,
      NOTHING_BILLED,
      NO_TOLERANCE,
    );
    expect([...results.values()].map(({ status }) => status)).toEqual(['full_match', 'full_match']);
  });

  it('detects a duplicate invoice with another date', () => {
    const bill = (date: string) => invoiceIdentity(1, 'B-1', date, 1);
    expect(bill('2025-03-02')).toEqual(bill('2025-03-01'));
  });

  it('accepts a vendor that restarts its numbering each year', () => {
    expect(invoiceIdentity(1, '1', '2025-01-01', 1)).not.toEqual(invoiceIdentity(1, '1', '2024-12-31', 1));
  });

  it('reports line, limit, figure and tolerance of an exceeded limit', () => {
    const { reasons } = matchInvoice(
      invoice([{ quantity: 12 }]),
      order([{ accepted: 20 }]),
      NOTHING_BILLED,
      tolerances({ quantity: { pct: 10 } }),
    );
    const said = reasons.map((reason) => translate('en', reasonMessage(reason).key, reasonMessage(reason).params));
    expect(said).toEqual(['Line 1: 12 billed in total, more than the 10 ordered (tolerance 1).']);
  });

  it('has separate tolerances for price and quantity', () => {
    const onlyQuantity = tolerances({ quantity: { pct: 10 } });
    const onlyPrice = tolerances({ price: { pct: 10 } });
    const [dear, many] = [invoice([{ price: 110, quantity: 9 }]), invoice([{ quantity: 11 }])];
    const status = (of: typeof dear, allowed: typeof onlyPrice) =>
      matchInvoice(of, received, NOTHING_BILLED, allowed).status;
    expect([status(dear, onlyPrice), status(dear, onlyQuantity)]).toEqual(['full_match', 'mismatch']);
    expect([status(many, onlyPrice), status(many, onlyQuantity)]).toEqual(['mismatch', 'full_match']);
  });

  it('accepts the tax amount of the vendor (23.10 instead of 23.25)', () => {
    const lines = Array.from({ length: 15 }, () => ({
      quantity: decimal(1),
      unitPrice: decimal('10.30'),
      vatRate: decimal(15),
    }));
    const computed = computedTotals(lines, 'SAR');
    expect(computed.vat.toFixed(2)).toBe('23.25');
    const kept = headerTotals(printed('154.50', '23.10', '177.60'), computed, 'SAR');
    expect(kept.vat.toFixed(2)).toBe('23.10');
    expect(totalsDifference(kept, lines, 'SAR')).toBeNull();
  });

  it('reports exact figures, not “over limit by 589.7999999999993”', () => {
    const facts = order([{ price: '1179.6', accepted: 10 }]);
    const [reason] = matchInvoice(invoice([{ price: '1769.4' }]), facts, NOTHING_BILLED, NO_TOLERANCE).reasons;
    expect(reason).toMatchObject({ expected: '1179.60', actual: '1769.40', tolerance: '0.00' });
  });

  it('accepts a rounding difference of one cent', () => {
    const line = { quantity: decimal(3), unitPrice: decimal('33.3333'), orderPrice: decimal('33.33') };
    expect(isPriceOver(line, NO_TOLERANCE.price, 'SAR')).toBe(false);
  });

  it('accepts an invoice for the ordered 100 when 101 were received', () => {
    const facts = order([{ ordered: 100, accepted: 101 }]);
    expect(matchInvoice(invoice([{ quantity: 100 }]), facts, NOTHING_BILLED, NO_TOLERANCE).status).toBe('full_match');
    expect(matchInvoice(invoice([{ quantity: 101 }]), facts, NOTHING_BILLED, NO_TOLERANCE).status).toBe('mismatch');
  });

  it('rejects a quantity that is billed ten times', () => {
    expect(matchInvoice(invoice([{ quantity: 100 }]), received, NOTHING_BILLED, NO_TOLERANCE).status).toBe('mismatch');
    const again = Array.from({ length: 10 }, (_, index) => queued(index + 1, [{}]));
    const passed = [...matchQueue(again, received, NOTHING_BILLED, NO_TOLERANCE).values()].filter(
      ({ status }) => status === 'full_match',
    );
    expect(passed).toHaveLength(1);
  });

  it('does not match a line of another order', () => {
    expect(matchInvoice(invoice([{ poLineId: 77 }]), received, NOTHING_BILLED, NO_TOLERANCE).lines[0]?.result).toBe(
      'unmatched',
    );
  });

  it('reports differences in price and in quantity separately', () => {
    const { variances, reasons } = matchInvoice(
      invoice([{ price: 105 }]),
      order([{ accepted: 8 }]),
      billed({}),
      NO_TOLERANCE,
    );
    expect([variances.po?.toFixed(2), variances.gr?.toFixed(2)]).toEqual(['5.00', '25.00']);
    expect(reasons.map(({ code }) => code)).toEqual(['PRICE_OVER', 'QTY_OVER_RECEIVED']);
  });
});
