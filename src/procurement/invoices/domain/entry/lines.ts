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
import { given } from '../../../../common/records/given';
import { computedTotals, type HeaderTotals } from './totals';

/** A line of the invoice. What it leaves out of what other systems know it by is nothing. */
export interface InvoiceLineFacts extends Partial<External> {
  readonly id: number;
  readonly lineNumber: number;
  /** The order line the caller named, if any. */
  readonly poLineId: number | null;
  readonly description: string;
  readonly unit: string | null;
  readonly quantity: Decimal;
  readonly unitPrice: Decimal;
  /** Percent. */
  readonly vatRate: Decimal;
}

/** Lines an invoice may have. */
export const MAX_LINES = 1000;

/** A line as it is to stand; a new one has no id yet. */
export type InvoiceLine = Omit<InvoiceLineFacts, 'id'> & { readonly id: number | null };

/** What a request says of a line: with an id it changes that one, without it adds one. */
export interface LineChange extends ExternalInput {
  readonly id?: number;
  readonly poLineId?: number | null;
  readonly description?: string;
  readonly quantity?: Decimal;
  readonly unit?: string | null;
  readonly unitPrice?: Decimal;
  /** Percent. */
  readonly vatRate?: Decimal;
}

/** An order line that a new line may inherit from. */
export interface Inheritable {
  readonly id: number;
  readonly description: string;
  readonly unit: string | null;
  readonly unitPrice: Decimal;
  readonly vatRate: Decimal;
}

/** What the lines of a request are read against. */
export interface LineContext {
  /** Lines of the invoice's order; empty without one. */
  readonly orderLines: readonly Inheritable[];
  readonly defaultVatRate: Decimal;
  /** What the request calls its lines: `line_items` or `lines`. */
  readonly field: string;
}

/**
 * The lines after a request's changes: those with an id changed, those without one added at the end, those not
 * mentioned as they were. A new line that names an order line inherits from it what the request leaves out.
 * @throws DomainError VALIDATION_ERROR naming each wrong entry (`line_items.2.id`): an id that is no line of this invoice or comes
 *   twice, a `po_line_id` that is no line of its order, a new line without description, quantity or unit price, more
 *   than 50 keys of metadata, more than {@link MAX_LINES} in all, more metadata of all lines together than
 *   `LINES_METADATA_LIMITS`
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

/** The change with what it leaves out taken from the order line it names. */
function inherited(change: LineChange, orderLines: ReadonlyMap<number, Inheritable>): LineChange {
  const line = typeof change.poLineId === 'number' ? orderLines.get(change.poLineId) : undefined;
  if (!line) return change;
  const { description, unit, unitPrice, vatRate } = line;
  return { description, unit, unitPrice, vatRate, ...given<LineChange>(change) };
}

function newLine(change: LineChange, lineNumber: number, defaultVatRate: Decimal): InvoiceLine {
  const { poLineId = null, description, quantity, unit = null, unitPrice, vatRate = defaultVatRate } = change;
  if (description === undefined || quantity === undefined || unitPrice === undefined) {
    throw new Error('An incomplete line was let through');
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
    // A line that names a wrong order line might have inherited from the right one: nothing else is held against it.
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

/** A line with what it comes to. */
export interface PricedInvoiceLine {
  readonly line: InvoiceLine;
  readonly amounts: LineAmounts;
}

/**
 * Lines with what each comes to, and what they come to together.
 * @param field what the request calls its lines
 * @throws DomainError VALIDATION_ERROR on that field when the total is too large
 */
export function pricedLines(
  lines: readonly InvoiceLine[],
  currency: string,
  field: string,
): { readonly lines: readonly PricedInvoiceLine[]; readonly totals: HeaderTotals } {
  const totals = computedTotals(lines, currency);
  if (totals.total.gte(TOTAL_LIMIT)) throw invalidField(field, 'validation.total_too_large');
  return { lines: lines.map((line) => ({ line, amounts: lineAmounts(line, currency) })), totals };
}
