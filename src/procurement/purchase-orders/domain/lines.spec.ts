import { refusedFields } from '../../../../test/support/refusals';
import { decimal, toNumber, ZERO } from '../../../common/money';
import { MAX_LINES, mergeLines, newLines, type LineChange, type OrderLine } from './lines';

const stored = (id: number, lineNumber: number): OrderLine => ({
  id,
  lineNumber,
  description: `line ${lineNumber}`,
  quantity: decimal(2),
  unit: 'box',
  unitPrice: decimal(5),
  vatRate: decimal(15),
});

const plain = (lines: readonly OrderLine[]) =>
  lines.map((line) => [
    line.id,
    line.lineNumber,
    line.description,
    toNumber(line.quantity),
    line.unit,
    toNumber(line.vatRate),
  ]);

const faults = (current: OrderLine[], changes: LineChange[]) => refusedFields(() => mergeLines(current, changes, ZERO));

describe('order lines', () => {
  it('are numbered from 1 and get the default VAT rate', () => {
    const lines = newLines(
      [
        { description: 'Paper', quantity: 1, unitPrice: 2 },
        { description: 'Ink', quantity: 3, unitPrice: 4, vatRate: 5, unit: 'pc' },
      ],
      decimal(15),
    );
    expect(plain(lines)).toEqual([
      [null, 1, 'Paper', 1, null, 15],
      [null, 2, 'Ink', 3, 'pc', 5],
    ]);
  });

  it('are changed by id, added without an id, and unchanged when omitted', () => {
    const lines = mergeLines(
      [stored(7, 1), stored(8, 3)],
      [
        { id: 8, quantity: 9, unit: null },
        { description: 'New', quantity: 1, unitPrice: 0 },
      ],
      ZERO,
    );
    expect(plain(lines)).toEqual([
      [7, 1, 'line 1', 2, 'box', 15],
      [8, 3, 'line 3', 9, null, 15],
      [null, 4, 'New', 1, null, 0],
    ]);
  });

  it('change only in the given fields', () => {
    const before = stored(7, 1);
    const after = (change: Omit<LineChange, 'id'>) => mergeLines([before], [{ id: 7, ...change }], ZERO)[0];
    expect(after({})).toEqual(before);
    expect(after({ description: 'Toner' })).toEqual({ ...before, description: 'Toner' });
    expect(after({ quantity: 3 })).toEqual({ ...before, quantity: decimal(3) });
    expect(after({ unit: null })).toEqual({ ...before, unit: null });
    expect(after({ unitPrice: 0 })).toEqual({ ...before, unitPrice: ZERO });
    expect(after({ vatRate: 0 })).toEqual({ ...before, vatRate: ZERO });
  });

  it('are rejected with an unknown id, a repeated id, or missing fields of a new line', () => {
    const required = ['This field is required.'];
    expect(faults([stored(7, 1)], [{ id: 9 }])).toEqual({ 'items.0.id': ['No such record.'] });
    expect(faults([stored(7, 1)], [{ id: 7 }, { id: 7, quantity: 1 }])).toEqual({
      'items.1.id': ['Must not repeat an entry.'],
    });
    expect(faults([stored(7, 1)], [{ id: 7 }, { unitPrice: 1 }])).toEqual({
      'items.1.description': required,
      'items.1.quantity': required,
    });
    expect(faults([], [{ description: 'x', quantity: 1 }])).toEqual({ 'items.0.unit_price': required });
  });

  it('are limited to 1000 per order, and a full order can still be changed', () => {
    const new_ = { description: 'x', quantity: 1, unitPrice: 1 };
    const full = Array.from({ length: MAX_LINES }, (_, index) => stored(index + 1, index + 1));
    expect(faults([stored(7, 1)], Array<LineChange>(MAX_LINES - 1).fill(new_))).toBeUndefined();
    expect(faults(full, [{ id: 7, quantity: 1 }])).toBeUndefined();
    expect(faults([stored(7, 1)], Array<LineChange>(MAX_LINES).fill(new_))).toEqual({
      items: ['Must have at most 1000 entries.'],
    });
  });
});
