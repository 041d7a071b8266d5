import {
  invoice,
  type InvoiceLineSketch,
  NOTHING_BILLED,
  order,
  type OrderLineSketch,
  printed,
  tolerances,
  NO_TOLERANCE,
} from '../../../../../test/support/matching-facts';
import { translate } from '../../../../messages';
import { matchInvoice } from './match';
import { type MatchReason, reasonMessage } from './reasons';

const reasonsOf = (line: InvoiceLineSketch, orderLine: OrderLineSketch, allowed = NO_TOLERANCE) =>
  matchInvoice(invoice([line]), order([{ accepted: 10, ...orderLine }]), NOTHING_BILLED, allowed).reasons;
const say = (language: 'en' | 'ar', reason: MatchReason) => {
  const { key, params } = reasonMessage(reason);
  return translate(language, key, params);
};

describe('a match reason of a line', () => {
  const five = tolerances({ price: { pct: 5 }, quantity: { abs: 1 } });

  it.each([
    [
      { price: 110 },
      {},
      { code: 'PRICE_OVER', line: 1, poLineId: 1, expected: '100.00', actual: '110.00', tolerance: '5.00' },
      'Line 1: the unit price is 110.00, above the ordered 100.00 (tolerance 5.00).',
    ],
    [
      { vat: 16 },
      {},
      { code: 'VAT_OVER', line: 1, poLineId: 1, expected: '15', actual: '16' },
      'Line 1: the VAT rate is 16 %, above the ordered 15 %.',
    ],
    [
      { quantity: 12.5 },
      { accepted: 20 },
      { code: 'QTY_OVER_ORDERED', line: 1, poLineId: 1, expected: '10', actual: '12.5', tolerance: '1' },
      'Line 1: 12.5 billed in total, more than the 10 ordered (tolerance 1).',
    ],
    [
      {},
      { accepted: 0 },
      { code: 'NOT_RECEIVED', line: 1, poLineId: 1, expected: '0', actual: '10', tolerance: '1' },
      'Line 1: 10 billed in total, 0 accepted. No accepted quantity is left to bill.',
    ],
    [
      {},
      { accepted: 8 },
      { code: 'QTY_OVER_RECEIVED', line: 1, poLineId: 1, expected: '8', actual: '10', tolerance: '1' },
      'Line 1: 10 billed in total, more than the 8 accepted (tolerance 1).',
    ],
    [{ poLineId: 9 }, {}, { code: 'UNMATCHED', line: 1 }, 'Line 1 matches no line of the purchase order.'],
  ])('contains line, expected and actual value and tolerance: %j', (line, orderLine, expected, sentence) => {
    const [reason, ...others] = reasonsOf(line, orderLine, five);
    expect(others).toEqual([]);
    expect(reason).toEqual(expected);
    expect(reason && say('en', reason)).toBe(sentence);
  });

  it('has an Arabic message with the same figures', () => {
    const [reason] = reasonsOf({ price: 110 }, {}, five);
    const sentence = reason ? say('ar', reason) : '';
    expect(sentence).toMatch(/[\u0600-\u06ff]/);
    for (const figure of ['1', '110.00', '100.00', '5.00']) expect(sentence).toContain(figure);
    expect(sentence).not.toContain('{');
  });

  it('contains the differing figure of printed totals', () => {
    const facts = invoice([{}], { totals: printed(1000, 151, 1151) });
    const [reason] = matchInvoice(facts, order([{ accepted: 10 }]), NOTHING_BILLED, NO_TOLERANCE).reasons;
    expect(reason && say('en', reason)).toBe(
      'The printed vat_amount is 151.00, but the lines add up to 150.00 (tolerance 0.05).',
    );
  });

  it('writes exact decimals without rounding noise or exponent', () => {
    const tiny = tolerances({ price: { pct: '0.0001' } });
    const [reason] = reasonsOf(
      { price: '0.1003', quantity: 5000 },
      { price: '0.1', ordered: 5000, accepted: 5000 },
      tiny,
    );
    expect(reason).toMatchObject({ expected: '0.10', actual: '0.1003', tolerance: '0.0000001' });
  });

  it('lists every fault of a line, the line result first', () => {
    expect(reasonsOf({ price: 110, vat: 16, quantity: 12 }, {}).map(({ code }) => code)).toEqual([
      'PRICE_OVER',
      'VAT_OVER',
      'QTY_OVER_ORDERED',
      'QTY_OVER_RECEIVED',
    ]);
  });
});

describe('a match reason of the whole invoice', () => {
  it.each([
    ['NO_PO', 'The invoice bills no purchase order, so there is nothing to match it with.'],
    ['ORDER_NOT_APPROVED', 'The purchase order is not approved, so it cannot be billed.'],
    ['ORDER_DISAGREES', 'The vendor or currency of the purchase order differs from the invoice.'],
  ] as const)('has a message without figures: %s', (code, sentence) => {
    expect(say('en', { code })).toBe(sentence);
    expect(reasonMessage({ code }).params).toEqual({});
  });
});

it('PRICE_UNDER has a message with the ordered price and the tolerance', () => {
  expect(say('en', { code: 'PRICE_UNDER', line: 1, expected: '100.00', actual: '90.00', tolerance: '5.00' })).toBe(
    'Line 1: the unit price is 90.00, below the ordered 100.00 (tolerance 5.00).',
  );
});
