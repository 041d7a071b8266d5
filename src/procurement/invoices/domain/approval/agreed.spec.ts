import { decimal } from '../../../../common/money';
import type { MatchResult } from '../matching/match';
import { isBeyondAgreed } from './agreed';

type Found = Pick<MatchResult, 'reasons' | 'lines'>;
const none = { pct: null, abs: null };
const reasons = (...codes: Found['reasons'][number]['code'][]): Found => ({
  reasons: codes.map((code) => ({ code })),
  lines: [],
});
/** Bills `quantity` of one order line, after `before`. */
const billing = (before: number, quantity: number): Found =>
  ({
    reasons: [],
    lines: [{ billed: { line: { id: 7 }, before: decimal(before), quantity: decimal(quantity) } }, { billed: null }],
  }) as unknown as Found;
const ordered = new Map([[7, decimal(100)]]);

describe('isBeyondAgreed', () => {
  it.each(['NO_PO', 'UNMATCHED', 'PRICE_OVER', 'VAT_OVER', 'QTY_OVER_ORDERED', 'TOTALS_MISMATCH'] as const)(
    'is true for the reason %s',
    (code) => {
      expect(isBeyondAgreed(reasons(code), ordered, none)).toBe(true);
      expect(isBeyondAgreed(reasons('PRICE_UNDER', code), ordered, none)).toBe(true);
    },
  );

  it('is false within tolerance and for a price below the order', () => {
    expect(isBeyondAgreed(reasons(), ordered, none)).toBe(false);
    expect(isBeyondAgreed(reasons('PRICE_UNDER'), ordered, none)).toBe(false);
  });

  it('is true for a quantity above the ordered quantity plus tolerance for any received quantity', () => {
    expect(isBeyondAgreed(billing(60, 40), ordered, none)).toBe(false);
    expect(isBeyondAgreed(billing(60, 40.0001), ordered, none)).toBe(true);
    expect(isBeyondAgreed(billing(60, 45), ordered, { pct: decimal(5), abs: null })).toBe(false);
    expect(isBeyondAgreed(billing(60, 45.0001), ordered, { pct: decimal(5), abs: null })).toBe(true);
    expect(isBeyondAgreed(billing(60, 50), new Map(), none)).toBe(false);
  });
});
