import { refusal, refusedFields } from '../../../../test/support/refusals';
import { decimal } from '../../../common/money';
import {
  AMENDMENT_LIFECYCLE,
  AMENDMENT_STATUSES,
  appliesAtOnce,
  nextAmendmentStatus,
  requireAboveProgress,
  requireChange,
  requireNoneOpen,
  type AmendmentAction,
} from './amendment';
import type { OrderLine } from './lines';
import { lineProgress } from './progress';

const line = (id: number | null, quantity: number): OrderLine => ({
  id,
  lineNumber: 1,
  description: 'x',
  quantity: decimal(quantity),
  unit: null,
  unitPrice: decimal(1),
  vatRate: decimal(0),
});

const progress = (itemId: number, accepted: number, billed: number) =>
  lineProgress({ itemId, quantity: 10, closedQuantity: 0, accepted, billed });

describe('amendment', () => {
  const actions = Object.keys(AMENDMENT_LIFECYCLE) as AmendmentAction[];

  it.each(actions)('accepts %s while pending', (action) => {
    const expected = { approve_step: 'pending', approve: 'applied', reject: 'rejected', cancel: 'cancelled' };
    expect(nextAmendmentStatus('pending', action)).toBe(expected[action]);
  });

  it.each(AMENDMENT_STATUSES.filter((status) => status !== 'pending'))('accepts no action when %s', (status) => {
    for (const action of actions) expect(() => nextAmendmentStatus(status, action)).toThrow('INVALID_STATUS');
  });

  const cement: OrderLine = { ...line(1, 100), description: 'Cement', unit: 'bag', unitPrice: decimal(20) };
  const terms = (lines: readonly OrderLine[], expectedDeliveryDate: string | null = null) => ({
    lines,
    expectedDeliveryDate,
  });
  const atOnce = (changed: Partial<OrderLine>): boolean =>
    appliesAtOnce(
      terms([{ ...cement, vatRate: decimal(15) }]),
      terms([{ ...cement, vatRate: decimal(15), ...changed }]),
    );

  it.each<[string, Partial<OrderLine>, boolean]>([
    ['nothing', {}, true],
    ['a lower quantity', { quantity: decimal('99.9999') }, true],
    ['a lower price', { unitPrice: decimal('19.9999') }, true],
    ['a higher quantity', { quantity: decimal('100.0001') }, false],
    ['a higher price', { unitPrice: decimal('20.0001') }, false],
    ['a lower quantity at a higher price', { quantity: decimal(1), unitPrice: decimal(21) }, false],
    ['a higher quantity at a lower price', { quantity: decimal(101), unitPrice: decimal(1) }, false],
    ['another description', { description: 'Laptop' }, false],
    ['another unit', { unit: 'kg' }, false],
    ['no unit', { unit: null }, false],
    ['a lower VAT rate', { vatRate: decimal(0) }, false],
    ['a higher VAT rate', { vatRate: decimal('15.01') }, false],
  ])('applies at once only if no approver could object: %s', (_what, changed, expected) => {
    expect(atOnce(changed)).toBe(expected);
  });

  it('needs approval when it adds a line or makes one of two lines dearer', () => {
    expect(appliesAtOnce(terms([cement]), terms([cement, { ...line(null, 1), unitPrice: decimal(0) }]))).toBe(false);
    const sand = { ...cement, id: 2 };
    const dearer = { ...sand, unitPrice: decimal(21) };
    const cheaper = { ...cement, unitPrice: decimal(1) };
    expect(appliesAtOnce(terms([cement, sand]), terms([cheaper, dearer]))).toBe(false);
    expect(appliesAtOnce(terms([cement, sand]), terms([cheaper, sand]))).toBe(true);
  });

  it.each([
    ['2027-05-01', '2027-05-02', true],
    ['2027-05-01', '2027-05-01', true],
    ['2027-05-01', '2027-04-30', false],
    ['2027-05-01', null, false],
    [null, '2027-05-01', true],
    [null, null, true],
  ])('with the delivery day changed from %s to %s applies at once: %s', (before, after, expected) => {
    expect(appliesAtOnce(terms([cement], before), terms([cement], after))).toBe(expected);
  });

  it('is rejected when it changes nothing', () => {
    expect(refusedFields(() => requireChange({ items: [] }))).toEqual({
      items: ['An amendment must change something: items, expected_delivery_date or notes.'],
    });
    expect(() => requireChange({ items: [{}] })).not.toThrow();
    expect(() => requireChange({ items: [], notes: null } as { items: unknown[] })).not.toThrow();
  });

  it('is rejected while another one is pending', () => {
    expect(refusal(() => requireNoneOpen(true))).toEqual({
      code: 'INVALID_STATUS',
      says: 'An amendment of this order is still pending. Approve, reject or cancel it first.',
      details: { status: 'pending' },
    });
    expect(() => requireNoneOpen(false)).not.toThrow();
  });

  it('is rejected when a line would fall below its received or billed quantity', () => {
    const below = (quantity: number): string =>
      `Must not be below the quantity that is already received or billed: ${quantity}.`;
    const field = (id: number) => `items.${id}.quantity`;
    const check = (quantity: number, accepted: number, billed: number) =>
      requireAboveProgress([line(1, quantity), line(null, 0.5)], [progress(1, accepted, billed)], field);
    expect(() => check(8, 8, 5)).not.toThrow();
    expect(refusedFields(() => check(7.9999, 8, 5))).toEqual({ 'items.1.quantity': [below(8)] });
    expect(refusedFields(() => check(5, 3, 6))).toEqual({ 'items.1.quantity': [below(6)] });
  });

  it('may reduce a line that has no receipts or invoices', () => {
    expect(() => requireAboveProgress([line(2, 0.5)], [progress(1, 8, 8)], String)).not.toThrow();
  });
});
