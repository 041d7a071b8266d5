import { decimal } from '../../common/money';
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
const faultsOf = (current: InvoiceLine[], changes: LineChange[]) => {
  try {
    mergeLines(current, changes, context);
  } catch (error) {
    return Object.keys((error as { extras: { fields: object } }).extras.fields);
  }
  return [];
};

describe('the lines of an invoice', () => {
  it('inherit from the order line they name what they leave out', () => {
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

  it('take the tenant’s VAT rate where there is nothing to inherit from', () => {
    const line = { description: 'Freight', quantity: decimal(1), unitPrice: decimal(50) };
    expect(shown(mergeLines([], [line], context))).toEqual([[null, 1, 'Freight', '1', null, '50', '5']]);
  });

  it('change by id, are added without one, and stay when not mentioned', () => {
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

  it('inherit nothing when a stored line is only given its order line', () => {
    const [line] = mergeLines([stored(1)], [{ id: 1, poLineId: 7 }], context);
    expect([line?.poLineId, line?.description, String(line?.unitPrice)]).toEqual([7, 'Stored 1', '10']);
  });

  it.each([
    [[{ id: 9 }], ['line_items.0.id']],
    [[{ id: 1 }, { id: 1 }], ['line_items.1.id']],
    [[{ poLineId: 8, quantity: decimal(1) }], ['line_items.0.po_line_id']],
    [[{ id: 1, poLineId: 8 }], ['line_items.0.po_line_id']],
    [[{ poLineId: 7 }], ['line_items.0.quantity']],
    [[{ quantity: decimal(1) }], ['line_items.0.description', 'line_items.0.unit_price']],
    [[{ poLineId: null, quantity: decimal(1) }], ['line_items.0.description', 'line_items.0.unit_price']],
  ])('are refused by field: %j', (changes, expected) => expect(faultsOf([stored(1)], changes)).toEqual(expected));

  it('are at most a thousand', () => {
    const line = { description: 'x', quantity: decimal(1), unitPrice: decimal(1) };
    expect(
      faultsOf(
        [],
        Array.from({ length: MAX_LINES }, () => line),
      ),
    ).toEqual([]);
    expect(
      faultsOf(
        [stored(1)],
        Array.from({ length: MAX_LINES }, () => line),
      ),
    ).toEqual(['line_items']);
  });
});
