import { refusedFields } from '../../../../../test/support/refusals';
import { decimal } from '../../../../common/money';
import { type InvoiceLine, type LineChange, MAX_LINES, mergeLines } from './lines';

const desk = { id: 7, description: 'Desk', unit: 'piece', unitPrice: decimal(100), vatRate: decimal(15) };
const context = { orderLines: [desk], defaultVatRate: decimal(5), field: 'line_items' };
const stored = (id: number): InvoiceLine => ({
  id,
  lineNumber: id,
  poLineId: null,
  description: `Stored ${id}`,
  quantity: decimal(1),
  unit: null,
  unitPrice: decimal(10),
  vatRate: decimal(0),
});
const shown = (lines: readonly InvoiceLine[]) =>
  lines.map((line) => [
    line.id,
    line.lineNumber,
    line.description,
    String(line.quantity),
    line.unit,
    String(line.unitPrice),
    String(line.vatRate),
  ]);
const REQUIRED = ['This field is required.'];
const NOT_OF_ORDER = 'Not a line of the purchase order that the invoice bills.';
const faultsOf = (current: InvoiceLine[], changes: LineChange[]) =>
  refusedFields(() => mergeLines(current, changes, context));

describe('mergeLines', () => {
  it('copies missing values from the order line', () => {
    expect(shown(mergeLines([], [{ poLineId: 7, quantity: decimal(2) }], context))).toEqual([
      [null, 1, 'Desk', '2', 'piece', '100', '15'],
    ]);
    const own = {
      poLineId: 7,
      quantity: decimal(2),
      description: 'Big desk',
      unit: null,
      unitPrice: decimal(99),
      vatRate: decimal(0),
    };
    expect(shown(mergeLines([], [own], context))).toEqual([[null, 1, 'Big desk', '2', null, '99', '0']]);
  });

  it('uses the tenant’s VAT rate without an order line', () => {
    const line = { description: 'Freight', quantity: decimal(1), unitPrice: decimal(50) };
    expect(shown(mergeLines([], [line], context))).toEqual([[null, 1, 'Freight', '1', null, '50', '5']]);
  });

  it('changes lines with an id, adds lines without one, and leaves the others unchanged', () => {
    const changes = [
      { id: 2, quantity: decimal(3), unit: 'box' },
      { description: 'New', quantity: decimal(1), unitPrice: decimal(1) },
    ];
    expect(shown(mergeLines([stored(1), stored(2)], changes, context))).toEqual([
      [1, 1, 'Stored 1', '1', null, '10', '0'],
      [2, 2, 'Stored 2', '3', 'box', '10', '0'],
      [null, 3, 'New', '1', null, '1', '5'],
    ]);
  });

  it('copies nothing when a stored line only gets an order line', () => {
    const [line] = mergeLines([stored(1)], [{ id: 1, poLineId: 7 }], context);
    expect([line?.poLineId, line?.description, String(line?.unitPrice)]).toEqual([7, 'Stored 1', '10']);
  });

  it('changes only the fields in the request', () => {
    const before = stored(1);
    const after = (change: Omit<LineChange, 'id'>) => mergeLines([before], [{ id: 1, ...change }], context)[0];
    expect(after({})).toEqual(before);
    expect(after({ poLineId: 7 })).toEqual({ ...before, poLineId: 7 });
    expect(after({ description: 'Chair' })).toEqual({ ...before, description: 'Chair' });
    expect(after({ quantity: decimal(3) })).toEqual({ ...before, quantity: decimal(3) });
    expect(after({ unit: 'box' })).toEqual({ ...before, unit: 'box' });
    expect(after({ unitPrice: decimal(0) })).toEqual({ ...before, unitPrice: decimal(0) });
    expect(after({ vatRate: decimal(5) })).toEqual({ ...before, vatRate: decimal(5) });
  });

  it.each<[LineChange[], Record<string, string[]>]>([
    [[{ id: 9 }], { 'line_items.0.id': ['No such record.'] }],
    [[{ id: 1 }, { id: 1 }], { 'line_items.1.id': ['Must not repeat an entry.'] }],
    [[{ poLineId: 8, quantity: decimal(1) }], { 'line_items.0.po_line_id': [NOT_OF_ORDER] }],
    [[{ id: 1, poLineId: 8 }], { 'line_items.0.po_line_id': [NOT_OF_ORDER] }],
    [[{ poLineId: 7 }], { 'line_items.0.quantity': REQUIRED }],
    [[{ quantity: decimal(1) }], { 'line_items.0.description': REQUIRED, 'line_items.0.unit_price': REQUIRED }],
    [
      [{ poLineId: null, quantity: decimal(1) }],
      { 'line_items.0.description': REQUIRED, 'line_items.0.unit_price': REQUIRED },
    ],
  ])('rejects with field errors: %j', (changes, expected) => expect(faultsOf([stored(1)], changes)).toEqual(expected));

  it('allows at most 1,000 lines, and changes of an invoice with 1,000 lines', () => {
    const line = { description: 'x', quantity: decimal(1), unitPrice: decimal(1) };
    const thousand = Array.from({ length: MAX_LINES }, () => line);
    const full = Array.from({ length: MAX_LINES }, (_, index) => stored(index + 1));
    expect(faultsOf([], thousand)).toBeUndefined();
    expect(faultsOf(full, [{ id: 7, quantity: decimal(2) }])).toBeUndefined();
    expect(faultsOf([stored(1)], thousand)).toEqual({ line_items: ['Must have at most 1000 entries.'] });
  });
});
