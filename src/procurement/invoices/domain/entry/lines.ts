import { type FieldMessages, invalid, invalidField, type Message } from '../../../../common/errors';
import { type Decimal, type LineAmounts, lineAmounts, TOTAL_LIMIT } from '../../../../common/money';
import {
  type External,
  externalChanges,
  type ExternalInput,
  outsideOf,
  requireLinesMetadata,
  UNKNOWN_OUTSIDE,
} from '../../../../common/records/external';
import { omitUndefined } from '../../../../common/records/given';
import { computedTotals, type HeaderTotals } from './totals';

/** A line of the invoice. A missing external id or missing metadata means none. */
export interface InvoiceLineFacts extends Partial<External> {
  readonly id: number;
  readonly lineNumber: number;
  readonly poLineId: number | null;
  readonly description: string;
  readonly unit: string | null;
  readonly quantity: Decimal;
  readonly unitPrice: Decimal;
  readonly vatRate: Decimal;
}

export const MAX_LINES = 1000;

/** A line after the change; a new line has no id. */
export type InvoiceLine = Omit<InvoiceLineFacts, 'id'> & { readonly id: number | null };

export interface LineChange extends ExternalInput {
  readonly id?: number;
  readonly poLineId?: number | null;
  readonly description?: string;
  readonly quantity?: Decimal;
  readonly unit?: string | null;
  readonly unitPrice?: Decimal;
  readonly vatRate?: Decimal;
}

export interface Inheritable {
  readonly id: number;
  readonly description: string;
  readonly unit: string | null;
  readonly unitPrice: Decimal;
  readonly vatRate: Decimal;
}

export interface LineContext {
  readonly orderLines: readonly Inheritable[];
  readonly defaultVatRate: Decimal;
  /** Field name of the lines in the request: `line_items` or `lines`. */
  readonly field: string;
}

/**
 * Applies a request to the lines: changes lines with an id, appends lines without one, leaves the others unchanged. A
 * new line with an order line inherits missing values from it.
 * @throws DomainError VALIDATION_ERROR with the path of each invalid entry (`line_items.2.id`):
 * - an `id` that is unknown or repeated
 * - a `po_line_id` that is not a line of the order
 * - a new line without description, quantity or unit price
 * - more than 50 metadata keys in a line, or more metadata in all lines than `LINES_METADATA_LIMITS`
 * - more than {@link MAX_LINES} lines
 */
export function mergeLines(
  current: readonly InvoiceLine[],
  changes: readonly LineChange[],
  context: LineContext,
): readonly InvoiceLine[] {
  const orderLines = new Map(context.orderLines.map((line) => [line.id, line]));
  refuseFaults(current, changes, context, orderLines);
  const byId = new Map(changes.flatMap((change) => (change.id === undefined ? [] : [[change.id, change]])));
  const places = new Map(changes.map((change, index) => [change, `${context.field}.${index}.metadata`]));
  const kept = current.map((line) => apply(line, line.id === null ? undefined : byId.get(line.id), places));
  let lineNumber = current.reduce((highest, line) => Math.max(highest, line.lineNumber), 0);
  const added = changes
    .filter(({ id }) => id === undefined)
    .map((change) => ({
      ...newLine(inherited(change, orderLines), ++lineNumber, context.defaultVatRate),
      ...externalChanges(UNKNOWN_OUTSIDE, change, places.get(change)),
    }));
  const merged = [...kept, ...added];
  requireLinesMetadata(current, merged, context.field);
  return merged;
}

function apply<Line extends InvoiceLine>(
  line: Line,
  change: LineChange | undefined,
  places: ReadonlyMap<LineChange, string>,
): Line {
  if (!change) return line;
  return {
    ...line,
    ...externalChanges(outsideOf(line), change, places.get(change)),
    poLineId: change.poLineId === undefined ? line.poLineId : change.poLineId,
    description: change.description ?? line.description,
    quantity: change.quantity ?? line.quantity,
    unit: change.unit === undefined ? line.unit : change.unit,
    unitPrice: change.unitPrice ?? line.unitPrice,
    vatRate: change.vatRate ?? line.vatRate,
  };
}

function inherited(change: LineChange, orderLines: ReadonlyMap<number, Inheritable>): LineChange {
  const line = typeof change.poLineId === 'number' ? orderLines.get(change.poLineId) : undefined;
  if (!line) return change;
  const { description, unit, unitPrice, vatRate } = line;
  return { description, unit, unitPrice, vatRate, ...omitUndefined<LineChange>(change) };
}

function newLine(change: LineChange, lineNumber: number, defaultVatRate: Decimal): InvoiceLine {
  const { poLineId = null, description, quantity, unit = null, unitPrice, vatRate = defaultVatRate } = change;
  if (description === undefined || quantity === undefined || unitPrice === undefined) {
    throw new Error('An incomplete line passed the validation');
  }
  return { id: null, lineNumber, poLineId, description, quantity, unit, unitPrice, vatRate };
}

function refuseFaults(
  current: readonly InvoiceLine[],
  changes: readonly LineChange[],
  { field }: LineContext,
  orderLines: ReadonlyMap<number, Inheritable>,
): void {
  const known = new Set(current.map(({ id }) => id));
  const seen = new Set<number>();
  const faults: Record<string, readonly Message[]> = {};
  changes.forEach((change, index) => {
    const { id, poLineId } = change;
    const path = `${field}.${index}`;
    if (id !== undefined && !known.has(id)) faults[`${path}.id`] = [{ key: 'validation.exists' }];
    else if (id !== undefined && seen.has(id)) faults[`${path}.id`] = [{ key: 'validation.array_unique' }];
    // A line with a wrong order line might inherit from the right one, so its missing fields are not reported.
    if (typeof poLineId === 'number' && !orderLines.has(poLineId)) {
      faults[`${path}.po_line_id`] = [{ key: 'invoice.not_a_line_of_the_order' }];
    } else if (id === undefined) {
      for (const name of missing(inherited(change, orderLines)))
        faults[`${path}.${name}`] = [{ key: 'validation.required' }];
    }
    if (id !== undefined) seen.add(id);
  });
  const count = current.length + changes.filter(({ id }) => id === undefined).length;
  if (count > MAX_LINES) faults[field] = [{ key: 'validation.array_max', params: { max: MAX_LINES } }];
  if (Object.keys(faults).length > 0) throw invalid(faults satisfies FieldMessages);
}

function missing({ description, quantity, unitPrice }: LineChange): string[] {
  const required = { description, quantity, unit_price: unitPrice };
  return Object.entries(required).flatMap(([name, value]) => (value === undefined ? [name] : []));
}

export interface PricedInvoiceLine {
  readonly line: InvoiceLine;
  readonly amounts: LineAmounts;
}

/** @throws DomainError VALIDATION_ERROR on `field` if the total is too large */
export function pricedLines(
  lines: readonly InvoiceLine[],
  currency: string,
  field: string,
): { readonly lines: readonly PricedInvoiceLine[]; readonly totals: HeaderTotals } {
  const totals = computedTotals(lines, currency);
  if (totals.total.gte(TOTAL_LIMIT)) throw invalidField(field, 'validation.total_too_large');
  return { lines: lines.map((line) => ({ line, amounts: lineAmounts(line, currency) })), totals };
}
