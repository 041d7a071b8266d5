import { refusal, refusedFields } from '../../../../test/support/refusals';
import { allows, next } from '../../../common/records/lifecycle';
import { decimal } from '../../../common/money';
import {
  checkCancellation,
  checkReturn,
  isThreeWay,
  netReceived,
  RECEIPT_LIFECYCLE,
  RECEIPT_STATUSES,
  type ReceiptStatus,
  type ReceivedLine,
} from './receipt';

const line = (
  orderLineId: number,
  received: number,
  rejected = 0,
  returned = 0,
  receiptStatus: ReceiptStatus = 'posted',
): ReceivedLine => ({
  orderLineId,
  received: decimal(received),
  rejected: decimal(rejected),
  returned: decimal(returned),
  receiptStatus,
});
describe('netReceived', () => {
  it('is received less rejected less returned quantity', () =>
    expect(netReceived(line(1, 10, 2, 3)).toString()).toBe('5'));
  it('is 0 for a cancelled receipt', () => expect(netReceived(line(1, 10, 0, 0, 'cancelled')).toString()).toBe('0'));
});

describe('checkReturn', () => {
  const send = (orderLineId: number, quantity: number) => ({ orderLineId, quantity: decimal(quantity) });
  const receipt = [line(1, 10, 2, 3), line(2, 1)];
  const refused = (lines: ReturnType<typeof send>[], of = receipt) => refusedFields(() => checkReturn(lines, of));

  it('accepts at most the accepted quantity that was not returned yet', () => {
    expect(() => checkReturn([send(1, 5), send(2, 1)], receipt)).not.toThrow();
    expect(refused([send(1, 5.0001)])).toEqual({ 'lines.0.quantity': ['Must be at most 5.'] });
  });
  it('rejects unknown and repeated lines', () => {
    expect(refused([send(9, 1), send(2, 1), send(2, 1)])).toEqual({
      'lines.0.item_id': ['No such record.'],
      'lines.2.item_id': ['Must not repeat an entry.'],
    });
  });
  it('rejects every quantity of a cancelled receipt', () => {
    expect(refused([send(1, 1)], [line(1, 10, 0, 0, 'cancelled')])).toEqual({
      'lines.0.quantity': ['Must be at most 0.'],
    });
  });
});

describe('checkCancellation', () => {
  const order = (accepted: number, billed: number) => [
    { orderLineId: 1, accepted: decimal(accepted), billed: decimal(billed) },
  ];
  const cancel = (received: number, of: ReturnType<typeof order>) => () => checkCancellation([line(1, received)], of);
  const INVOICED = {
    code: 'RECEIPT_INVOICED',
    says: 'Approved invoices rely on this receipt. Void or credit them first, or record a return.',
    details: { item_ids: [1] },
  };

  it('rejects if less would be accepted than approved invoices bill', () => {
    expect(refusal(cancel(5, order(10, 5.5)))).toEqual(INVOICED);
    expect(refusal(cancel(10, order(10, 0.0001)))).toEqual(INVOICED);
  });
  it('accepts if the other receipts cover the billed quantity', () => {
    expect(cancel(5, order(10, 5))).not.toThrow();
    expect(cancel(5, order(5, 0))).not.toThrow();
  });
  it('ignores quantities billed beyond all receipts', () => {
    expect(() => checkCancellation([line(1, 5, 5)], order(10, 12))).not.toThrow();
    expect(() => checkCancellation([line(2, 5)], order(10, 12))).not.toThrow();
  });
});

describe('the lifecycle of a receipt', () => {
  it('allows every action when posted and none when cancelled', () => {
    const legal = RECEIPT_STATUSES.flatMap((status) =>
      (['cancel', 'return'] as const)
        .filter((action) => allows(RECEIPT_LIFECYCLE, status, action))
        .map((action) => `${status} ${action}`),
    );
    expect(legal).toEqual(['posted cancel', 'posted return']);
  });

  it('stays posted after a return and becomes cancelled after a cancellation', () => {
    expect(next(RECEIPT_LIFECYCLE, 'posted', 'return')).toBe('posted');
    expect(next(RECEIPT_LIFECYCLE, 'posted', 'cancel')).toBe('cancelled');
  });
});

const day = (text: string) => new Date(`${text}T00:00:00Z`);

describe('isThreeWay', () => {
  const none = { receiptStands: false, firstReceiptAt: null, approvedAt: day('2025-02-01') };

  it('returns the fixed policy of the tenant', () => {
    expect(isThreeWay('three_way', none)).toBe(true);
    expect(isThreeWay('two_way', { ...none, receiptStands: true })).toBe(false);
  });

  it('returns true for auto if the order has a receipt', () => {
    expect(isThreeWay('auto', none)).toBe(false);
    expect(isThreeWay('auto', { ...none, receiptStands: true })).toBe(true);
  });

  it('returns true for auto if the tenant had a receipt before the order was approved', () => {
    expect(isThreeWay('auto', { ...none, firstReceiptAt: day('2025-01-31') })).toBe(true);
    expect(isThreeWay('auto', { ...none, firstReceiptAt: day('2025-02-01') })).toBe(false);
    expect(isThreeWay('auto', { ...none, firstReceiptAt: day('2025-02-02') })).toBe(false);
    expect(isThreeWay('auto', { ...none, firstReceiptAt: day('2025-01-31'), approvedAt: null })).toBe(false);
  });
});
