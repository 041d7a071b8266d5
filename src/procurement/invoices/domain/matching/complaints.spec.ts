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

/** What users of other systems complain of in public, one test each: here it must not happen. */
describe('complaints about matching elsewhere', () => {
  const received = order([{ accepted: 10 }]);

  it('several partial invoices of one order are refused as duplicates', () => {
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

  it('the same bill passes twice because the date differs', () => {
    const bill = (date: string) => invoiceIdentity(1, 'B-1', date, 1);
    expect(bill('2025-03-02')).toEqual(bill('2025-03-01'));
  });

  it('a vendor that restarts its numbering each year is refused', () => {
    expect(invoiceIdentity(1, '1', '2025-01-01', 1)).not.toEqual(invoiceIdentity(1, '1', '2024-12-31', 1));
  });

  it('“limit crossed” without saying which line, limit, figure and tolerance', () => {
    const { reasons } = matchInvoice(
      invoice([{ quantity: 12 }]),
      order([{ accepted: 20 }]),
      NOTHING_BILLED,
      tolerances({ quantity: { pct: 10 } }),
    );
    const said = reasons.map((reason) => translate('en', reasonMessage(reason).key, reasonMessage(reason).params));
    expect(said).toEqual(['Line 1: 12 billed in total, more than the 10 ordered (tolerance 1).']);
  });

  it('one tolerance serves price and quantity alike', () => {
    const onlyQuantity = tolerances({ quantity: { pct: 10 } });
    const onlyPrice = tolerances({ price: { pct: 10 } });
    const [dear, many] = [invoice([{ price: 110, quantity: 9 }]), invoice([{ quantity: 11 }])];
    const status = (of: typeof dear, allowed: typeof onlyPrice) =>
      matchInvoice(of, received, NOTHING_BILLED, allowed).status;
    expect([status(dear, onlyPrice), status(dear, onlyQuantity)]).toEqual(['full_match', 'mismatch']);
    expect([status(many, onlyPrice), status(many, onlyQuantity)]).toEqual(['mismatch', 'full_match']);
  });

  it('the supplier’s own tax figure cannot be entered (23.25 against 23.10)', () => {
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

  it('“over limit by 589.7999999999993”', () => {
    const facts = order([{ price: '1179.6', accepted: 10 }]);
    const [reason] = matchInvoice(invoice([{ price: '1769.4' }]), facts, NOTHING_BILLED, NO_TOLERANCE).reasons;
    expect(reason).toMatchObject({ expected: '1179.60', actual: '1769.40', tolerance: '0.00' });
  });

  it('a cent of the vendor’s rounding blocks an invoice', () => {
    const line = { quantity: decimal(3), unitPrice: decimal('33.3333'), orderPrice: decimal('33.33') };
    expect(isPriceOver(line, NO_TOLERANCE.price, 'SAR')).toBe(false);
  });

  it('ordered 100, received 101: what was ordered can still be billed', () => {
    const facts = order([{ ordered: 100, accepted: 101 }]);
    expect(matchInvoice(invoice([{ quantity: 100 }]), facts, NOTHING_BILLED, NO_TOLERANCE).status).toBe('full_match');
    expect(matchInvoice(invoice([{ quantity: 101 }]), facts, NOTHING_BILLED, NO_TOLERANCE).status).toBe('mismatch');
  });

  it('a quantity billed ten times over', () => {
    expect(matchInvoice(invoice([{ quantity: 100 }]), received, NOTHING_BILLED, NO_TOLERANCE).status).toBe('mismatch');
    const again = Array.from({ length: 10 }, (_, index) => queued(index + 1, [{}]));
    const passed = [...matchQueue(again, received, NOTHING_BILLED, NO_TOLERANCE).values()].filter(
      ({ status }) => status === 'full_match',
    );
    expect(passed).toHaveLength(1);
  });

  it('a line of another order', () => {
    expect(matchInvoice(invoice([{ poLineId: 77 }]), received, NOTHING_BILLED, NO_TOLERANCE).lines[0]?.result).toBe(
      'unmatched',
    );
  });

  it('a difference in price and one in quantity shown as one figure', () => {
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
