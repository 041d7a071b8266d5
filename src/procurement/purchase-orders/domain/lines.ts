import { invalid, type FieldMessages, type Message } from '../../../common/errors';
import { decimal, type Decimal, ZERO } from '../../../common/money';
import {
  type External,
  externalChanges,
  type ExternalInput,
  outsideOf,
  requireLinesMetadata,
} from '../../../common/records/external';

/** Largest number of lines per order. */
export const MAX_LINES = 1000;

/** A line of an order. An absent external id or metadata counts as empty. */
export interface OrderLine extends Partial<External> {
  /** Null before the line is saved. */
  readonly id: number | null;
  readonly lineNumber: number;
  readonly description: string;
  readonly quantity: Decimal;
  readonly unit: string | null;
  readonly unitPrice: Decimal;
  /** Percent. */
  readonly vatRate: Decimal;
}

/** Changes the line with this id; without an id, adds a line. */
export interface LineChange extends ExternalInput {
  readonly id?: number;
  readonly description?: string;
  readonly quantity?: number;
  readonly unit?: string | null;
  readonly unitPrice?: number;
  readonly vatRate?: number;
}

/**
 * Applies the request's changes to the lines. Lines with an id are changed, lines without one are added at the end, and
 * omitted lines stay unchanged.
 * @throws DomainError VALIDATION_ERROR on each wrong entry (`items.2.id`): an id that is unknown or repeated; a new
 * line without description, quantity or unit price; more than {@link MAX_LINES} lines; more metadata than
 * `LINES_METADATA_LIMITS` or 50 keys per line
 */
export function mergeLines(
  current: readonly OrderLine[],
  changes: readonly LineChange[],
  defaultVatRate: Decimal,
): readonly OrderLine[] {
  refuseFaults(current, changes);
  const places = new Map(changes.map((change, index) => [change, `items.${index}`]));
  const byId = new Map(changes.filter(hasId).map((change) => [change.id, change]));
  const changed = current.map((line) => apply(line, line.id === null ? undefined : byId.get(line.id), places));
  let lineNumber = current.reduce((highest, line) => Math.max(highest, line.lineNumber), 0);
  const added = changes
    .filter((change) => !hasId(change))
    .map((change) => apply(newLine(++lineNumber, defaultVatRate), change, places));
  const merged = [...changed, ...added];
  requireLinesMetadata(current, merged, 'items');
  return merged;
}

/** @throws DomainError VALIDATION_ERROR as {@link mergeLines} */
export function newLines(changes: readonly LineChange[], defaultVatRate: Decimal): readonly OrderLine[] {
  return mergeLines([], changes, defaultVatRate);
}

function hasId(change: LineChange): change is LineChange & { readonly id: number } {
  return change.id !== undefined;
}

function apply(line: OrderLine, change: LineChange | undefined, places: ReadonlyMap<LineChange, string>): OrderLine {
  if (!change) return line;
  return {
    ...line,
    ...externalChanges(outsideOf(line), change, `${places.get(change)}.metadata`),
    description: change.description ?? line.description,
    quantity: change.quantity === undefined ? line.quantity : decimal(change.quantity),
    unit: change.unit === undefined ? line.unit : change.unit,
    unitPrice: change.unitPrice === undefined ? line.unitPrice : decimal(change.unitPrice),
    vatRate: change.vatRate === undefined ? line.vatRate : decimal(change.vatRate),
  };
}

function newLine(lineNumber: number, vatRate: Decimal): OrderLine {
  return { id: null, lineNumber, description: '', quantity: ZERO, unit: null, unitPrice: ZERO, vatRate };
}

function refuseFaults(current: readonly OrderLine[], changes: readonly LineChange[]): void {
  const known = new Set(current.map((line) => line.id));
  const seen = new Set<number>();
  const faults: Record<string, Message[]> = {};
  changes.forEach((change, index) => {
    if (!hasId(change)) {
      for (const field of missing(change)) faults[`items.${index}.${field}`] = [{ key: 'validation.required' }];
    } else if (!known.has(change.id)) {
      faults[`items.${index}.id`] = [{ key: 'validation.exists' }];
    } else if (seen.has(change.id)) {
      faults[`items.${index}.id`] = [{ key: 'validation.array_unique' }];
    } else {
      seen.add(change.id);
    }
  });
  const count = current.length + changes.filter((change) => !hasId(change)).length;
  if (count > MAX_LINES) faults['items'] = [{ key: 'validation.array_max', params: { max: MAX_LINES } }];
  if (Object.keys(faults).length > 0) throw invalid(faults satisfies FieldMessages);
}

function missing(change: LineChange): string[] {
  const required = { description: change.description, quantity: change.quantity, unit_price: change.unitPrice };
  return Object.entries(required).flatMap(([field, value]) => (value === undefined ? [field] : []));
}
