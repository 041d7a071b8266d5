import { LANGUAGES, translate } from '../../../../messages';
import { nextStep, STEP_NAMES, stepMessage, type PendingFacts } from './exceptions';
import type { ReasonCode } from '../matching/reasons';

const step = (codes: ReasonCode[], some: Partial<PendingFacts> = {}) =>
  nextStep({ reasons: codes.map((code) => ({ code })), vendorBlocked: false, withoutOrder: 'admin', ...some });

describe('nextStep', () => {
  it.each([
    [['ORDER_NOT_APPROVED', 'ORDER_DISAGREES'], 'reject'],
    [['ORDER_NOT_APPROVED', 'PRICE_OVER'], 'approve_order'],
    [['UNMATCHED', 'NOT_RECEIVED'], 'name_order_line'],
    [['TOTALS_MISMATCH'], 'correct_totals'],
    [['NOT_RECEIVED', 'PRICE_OVER'], 'correct_price'],
    [['VAT_OVER'], 'correct_vat'],
    [['QTY_OVER_RECEIVED', 'QTY_OVER_ORDERED'], 'reduce_quantity'],
    [['NOT_RECEIVED'], 'post_goods_receipt'],
    [['QTY_OVER_RECEIVED'], 'post_goods_receipt'],
    [['PRICE_UNDER'], 'confirm_price'],
    [['NO_PO'], 'finance_decision'],
    [['NO_PO', 'TOTALS_MISMATCH'], 'correct_totals'],
    [[], 'decide'],
  ] as [ReasonCode[], string][])('returns for the reasons %j: %s', (codes, expected) =>
    expect(step(codes)).toBe(expected),
  );

  it('returns unblock_vendor before any other step', () => {
    expect(step(['PRICE_OVER'], { vendorBlocked: true })).toBe('unblock_vendor');
  });

  it('follows the tenant’s setting for an invoice without an order', () => {
    expect(step(['NO_PO'], { withoutOrder: 'allow' })).toBe('decide');
    expect(step(['NO_PO'], { withoutOrder: 'refuse' })).toBe('reject');
  });

  it.each([
    [['DUPLICATE_SUSPECTED'], [], 'check_duplicate'],
    [['BANK_DETAILS_UNVERIFIED'], [], 'verify_bank_details'],
    [['NO_BUDGET'], ['NO_PO'], 'add_budget'],
    [['VENDOR_BLOCKED', 'NO_BUDGET'], [], 'add_budget'],
    [['DUPLICATE_SUSPECTED'], ['PRICE_OVER'], 'correct_price'],
  ] as [string[], ReasonCode[], string][])(
    'returns for the warnings %j and the reasons %j: %s',
    (warned, codes, expected) => {
      expect(step(codes, { warnings: warned.map((code) => ({ code })) })).toBe(expected);
    },
  );

  it.each(LANGUAGES)('has a distinct message for each step in %s', (language) => {
    const sentences = STEP_NAMES.map((name) => translate(language, stepMessage(name).key));
    for (const sentence of sentences) expect(sentence.length).toBeGreaterThan(10);
    expect(new Set(sentences).size).toBe(STEP_NAMES.length);
  });
});
