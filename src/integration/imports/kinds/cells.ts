import type { Message } from '../../../common/errors';
import { plainExternalId } from '../../../common/records/external';
import { scanJson } from '../../../platform/validation';
import type { Reading } from '../domain/reading';
import type { Row } from '../domain/rows';
import { dayIn, looksLikeDay, looksLikeNumber, numberIn } from '../domain/cell-values';
import { ADDED_COLUMNS, columnFor, columnsOf, LINE_PREFIX, shown } from './columns';
import type { CellType, Columns, ImportKind } from './kind';

/** The cells of a row, by field of the record and of its line. */
export interface Cells {
  readonly record: Readonly<Record<string, unknown>>;
  readonly line: Readonly<Record<string, unknown>>;
  /** Bytes of the file for the cells of the line. */
  readonly lineBytes: number;
  /** The first cell that cannot be parsed with the request's options. */
  readonly fault?: CellFault | undefined;
}

export interface CellFault {
  readonly field: string;
  readonly text: Message;
}

interface FoundCells {
  fault?: CellFault;
  readonly record: Record<string, unknown>;
  readonly line: Record<string, unknown>;
  lineBytes: number;
}

/** Reads the rows of a CSV file by its headings. */
export class CellReader {
  private readonly columns: Columns;
  private readonly idColumn: number;

  constructor(
    private readonly kind: ImportKind,
    private readonly headings: readonly string[],
    private readonly reading: Reading,
  ) {
    this.columns = columnsOf(kind, reading);
    this.idColumn = headings.indexOf('external_id');
  }

  /** In documents also returned for a row with a wrong number of cells, because the document then lacks that line. */
  externalIdOf(row: Row): string | null {
    if (!this.kind.lines && !this.fits(row)) return null;
    const text = plainExternalId(row.cells?.[this.idColumn] ?? '');
    return text === '' ? null : text;
  }

  /** Whether a row repeats the headings, as in concatenated files. */
  isHeadings({ cells = [] }: Row): boolean {
    return this.headings.every((heading, index) => {
      if (ADDED_COLUMNS.includes(heading)) return true;
      return columnFor(cells[index]?.trim() ?? '', this.reading) === heading;
    });
  }

  /** @returns undefined for a row with a wrong number of cells; empty cells after the last heading do not count */
  read(row: Row): Cells | undefined {
    if (!this.fits(row)) return undefined;
    const found: FoundCells = { record: {}, line: {}, lineBytes: 0 };
    for (const [index, heading] of this.headings.entries()) this.put(found, heading, row.cells?.[index] ?? '');
    return found;
  }

  private fits({ cells = [] }: Row): boolean {
    const { length } = this.headings;
    return cells.length >= length && cells.slice(length).every((cell) => cell.trim() === '');
  }

  private put(found: FoundCells, heading: string, text: string): void {
    const type = Object.hasOwn(this.columns, heading) ? this.columns[heading] : undefined;
    // An empty cell sets no value.
    if (type === undefined || text.trim() === '') return;
    const { value, fault } = readCell(text, type, this.reading);
    if (fault) found.fault ??= { field: heading, text: fault };
    if (!heading.startsWith(LINE_PREFIX)) {
      found.record[heading] = value;
      return;
    }
    found.line[heading.slice(LINE_PREFIX.length)] = value;
    found.lineBytes += Buffer.byteLength(text);
  }
}

interface ReadCell {
  readonly value: unknown;
  readonly fault?: Message;
}

/** A cell that cannot be parsed stays text; the validation of the request type rejects it. */
function readCell(text: string, type: CellType, reading: Reading): ReadCell {
  const trimmed = text.trim();
  if (type === 'number') return readNumber(text, trimmed, reading);
  if (type === 'day') return readDay(text, trimmed, reading);
  if (type === 'boolean') return { value: BOOLEANS.get(trimmed.toLowerCase()) ?? text };
  if (type === 'text' || scanJson(Buffer.from(trimmed))) return { value: text };
  try {
    return { value: JSON.parse(trimmed) as unknown };
  } catch {
    return { value: text };
  }
}

function readNumber(text: string, trimmed: string, reading: Reading): ReadCell {
  const value = numberIn(trimmed, reading);
  if (value !== undefined) return { value };
  if (!looksLikeNumber(trimmed)) return { value: text };
  return { value: text, fault: { key: 'imports.number_format', params: { value: shown(trimmed) } } };
}

function readDay(text: string, trimmed: string, { dateFormat }: Reading): ReadCell {
  const value = dayIn(trimmed, dateFormat);
  if (value !== undefined) return { value };
  // The request type also accepts timestamps.
  if (dateFormat === 'yyyy-mm-dd' && !looksLikeDay(trimmed)) return { value: text };
  return { value: text, fault: { key: 'imports.date_format', params: { value: shown(trimmed), format: dateFormat } } };
}

const BOOLEANS = new Map([
  ['true', true],
  ['false', false],
]);
