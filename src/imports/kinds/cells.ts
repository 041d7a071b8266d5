import { plainExternalId } from '../../common/records/external';
import { scanJson } from '../../http';
import type { Reading } from '../domain/reading';
import type { Row } from '../files/rows';
import { columnsOf, LINE_PREFIX } from './columns';
import type { CellType, Columns, ImportKind } from './kind';

/** The cells of a row by the fields of its record and, of a document, of its line. */
export interface Cells {
  readonly record: Readonly<Record<string, unknown>>;
  readonly line: Readonly<Record<string, unknown>>;
  /** Bytes of the file that the line's cells are made of. */
  readonly lineBytes: number;
}

interface FoundCells {
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
    reading: Reading,
  ) {
    this.columns = columnsOf(kind, reading);
    this.idColumn = headings.indexOf('external_id');
  }

  /** The external id of a row. In files of documents also of one with too many or too few cells: the document lacks that line. */
  externalIdOf(row: Row): string | null {
    if (!this.kind.lines && !this.fits(row)) return null;
    const text = plainExternalId(row.cells?.[this.idColumn] ?? '');
    return text === '' ? null : text;
  }

  /** Whether a row repeats the headings, as files do that were put together from several. */
  isHeadings({ cells = [] }: Row): boolean {
    return this.headings.every((heading, index) => cells[index]?.trim() === heading);
  }

  /** @returns undefined for a row with too many or too few cells; empty cells behind the last heading do not count */
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
    // An empty cell says nothing.
    if (type === undefined || text.trim() === '') return;
    const value = valueOf(text, type);
    if (!heading.startsWith(LINE_PREFIX)) {
      found.record[heading] = value;
      return;
    }
    found.line[heading.slice(LINE_PREFIX.length)] = value;
    found.lineBytes += Buffer.byteLength(text);
  }
}

/** What a cell says; what cannot be read so stays text, which the request type refuses by its field. */
function valueOf(text: string, type: CellType): unknown {
  const trimmed = text.trim();
  if (type === 'number') return /^-?\d{1,15}(\.\d{1,10})?$/.test(trimmed) ? Number(trimmed) : text;
  if (type === 'boolean') return BOOLEANS.get(trimmed.toLowerCase()) ?? text;
  if (type === 'text' || scanJson(Buffer.from(trimmed))) return text;
  try {
    return JSON.parse(trimmed) as unknown;
  } catch {
    return text;
  }
}

const BOOLEANS = new Map([
  ['true', true],
  ['false', false],
]);
