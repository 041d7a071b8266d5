import fc from 'fast-check';
import { refusedFields } from '../../../../test/support/refusals';
import { translate } from '../../../messages';
import { DomainError } from '../../../common/errors';
import { decimal } from '../../../common/money';
import { checkIncomingLines, checkOverReceipt, type ReceivableLine, receiptLimit } from './over-receipt';

const line = (id: number, ordered: number, accepted = 0): ReceivableLine => ({
  id,
  lineNumber: id,
  ordered: decimal(ordered),
  accepted: decimal(accepted),
});
const incoming = (orderLineId: number, received: number, rejected = 0) => ({
  orderLineId,
  received: decimal(received),
  rejected: decimal(rejected),
});
const check =
  (lines: ReturnType<typeof incoming>[], order: ReceivableLine[], pct = 0) =>
  () =>
    checkOverReceipt(lines, order, decimal(pct));
const OVER = expect.objectContaining({ code: 'OVER_RECEIPT' });

describe('checkOverReceipt', () => {
  it('accepts the ordered quantity in one or several deliveries', () => {
    expect(check([incoming(1, 10)], [line(1, 10)])).not.toThrow();
    expect(check([incoming(1, 4)], [line(1, 10, 6)])).not.toThrow();
  });

  it('rejects more than the ordered quantity in one or several deliveries', () => {
    expect(check([incoming(1, 10.0001)], [line(1, 10)])).toThrow(OVER);
    expect(check([incoming(1, 4)], [line(1, 10, 6.5)])).toThrow(OVER);
  });

  it('accepts 101 of 100 if the tenant allows 1 %, inclusive', () => {
    expect(check([incoming(1, 101)], [line(1, 100)], 1)).not.toThrow();
    expect(check([incoming(1, 101.01)], [line(1, 100)], 1)).toThrow(OVER);
  });

  it('ignores lines of another order, which checkIncomingLines rejects', () => {
    expect(check([incoming(9, 100)], [line(1, 10)])).not.toThrow();
  });

  it('accepts a replacement of rejected or returned goods', () => {
    expect(check([incoming(1, 2)], [line(1, 10, 8)])).not.toThrow();
  });

  it('counts the received quantity before rejection', () => {
    expect(check([incoming(1, 15, 5)], [line(1, 10)])).toThrow(OVER);
  });

  it('reports line, received and accepted quantity and limit', () => {
    try {
      check([incoming(1, 10), incoming(2, 8.5)], [line(1, 10), line(2, 10, 3)], 5)();
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      expect(translate('en', error.text.key, error.text.params)).toBe(
        'Line 2: 8.5 received plus 3 already accepted is more than 10.5 (10 ordered, 5 % over-receipt allowed).',
      );
      expect(error.extras.details).toEqual({
        lines: [
          { item_id: 2, line: 2, ordered: '10', accepted: '3', received: '8.5', limit: '10.5', over_receipt_pct: '5' },
        ],
      });
      return;
    }
    throw new Error('Expected an error');
  });

  it('never accepts more than the limit for any sequence of deliveries and returns', () => {
    const deliveries = fc.array(fc.tuple(fc.nat({ max: 12 }), fc.nat({ max: 12 }), fc.nat({ max: 12 })), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(deliveries, fc.integer({ min: 0, max: 20 }), (trucks, pct) => {
        let accepted = decimal(0);
        for (const [received, rejected, returned] of trucks) {
          try {
            checkOverReceipt([incoming(1, received)], [{ ...line(1, 10), accepted }], decimal(pct));
          } catch {
            continue;
          }
          accepted = accepted.plus(received).minus(Math.min(rejected, received));
          if (accepted.gte(returned)) accepted = accepted.minus(returned);
          expect(accepted.lte(receiptLimit(decimal(10), decimal(pct)))).toBe(true);
        }
      }),
    );
  });
});

describe('checkIncomingLines', () => {
  const order = [line(1, 10), line(2, 10)];
  const refused = (...lines: ReturnType<typeof incoming>[]) => refusedFields(() => checkIncomingLines(lines, order));

  it('accepts lines of the order, each once', () => {
    expect(() => checkIncomingLines([incoming(1, 5, 5), incoming(2, 1)], order)).not.toThrow();
  });
  it('rejects a line of another order', () => {
    expect(refused(incoming(1, 5), incoming(3, 1))).toEqual({ 'lines.1.item_id': ['No such record.'] });
  });
  it('rejects a repeated line', () => {
    expect(refused(incoming(1, 5), incoming(1, 1))).toEqual({ 'lines.1.item_id': ['Must not repeat an entry.'] });
  });
  it('rejects a rejected quantity above the received one', () => {
    expect(refused(incoming(1, 5, 5.1))).toEqual({ 'lines.0.quantity_rejected': ['Must be at most 5.'] });
  });
});
