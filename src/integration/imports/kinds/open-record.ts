import { isDeepStrictEqual } from 'node:util';
import { MAX_BODY_BYTES, MAX_LINES } from '../../../platform/validation';
import type { Row } from '../domain/rows';
import type { Cells } from './cells';
import { shown } from './columns';
import type { Body, ImportKind } from './kind';
import type { FileRecord, RowFault } from './file-record';

/** A record of a CSV file whose further rows may follow. */
export class OpenRecord {
  private readonly lines: number[];
  private items: Body[] = [];
  /** Bytes of the lines so far. The record's fields are repeated in each row and do not count. */
  private bytes = 0;
  private end: number;
  private endLine: number;
  /** The first fault of any row. It rejects the whole document. */
  private fault: RowFault | undefined;

  constructor(
    private readonly externalId: string | null,
    private readonly first: Row,
    private readonly cells: Cells | undefined,
    private readonly kind: ImportKind,
  ) {
    this.lines = [first.line];
    this.append(cells, first.line);
    ({ end: this.end, endLine: this.endLine } = first);
  }

  /** A row without an external id counts as a fault of the preceding document. @returns whether the row was added */
  takes(externalId: string | null, cells: Cells | undefined, { line, end, endLine }: Row): boolean {
    if (this.externalId === null || (externalId !== null && externalId !== this.externalId)) return false;
    this.lines.push(line);
    this.append(cells, line);
    if (cells) this.fault ??= externalId === null ? this.withoutId(line) : this.disagreement(cells, line);
    this.end = end;
    this.endLine = endLine;
    return true;
  }

  /** Once the document exceeds its maximum size or number of lines, it is rejected and further lines are dropped. */
  private append(cells: Cells | undefined, line: number): void {
    if (!cells) this.fault ??= { line, field: null, text: { key: 'imports.cells' } };
    if (cells?.fault) this.fault ??= { line, ...cells.fault };
    // One more than the maximum, so that the validation rejects it.
    if (!cells || this.items.length > MAX_LINES) return;
    this.bytes += cells.lineBytes;
    if (this.isTooLarge) this.items = [];
    else this.items.push(cells.line);
  }

  private withoutId(line: number): RowFault {
    const params = { line, first: this.first.line };
    return { line, field: 'external_id', text: { key: 'imports.row_without_id', params } };
  }

  /** The first field of the record that differs from the first row. */
  private disagreement({ record }: Cells, line: number): RowFault | undefined {
    const before = this.cells?.record ?? record;
    const fields = Object.keys({ ...before, ...record });
    const field = fields.find((name) => !isDeepStrictEqual(plain(before[name]), plain(record[name])));
    if (field === undefined) return undefined;
    const values = { value: shown(record[field]), before: shown(before[field]) };
    return {
      ...{ line, field },
      text: { key: 'imports.rows_disagree', params: { line, column: field, first: this.first.line, ...values } },
    };
  }

  private get isTooLarge(): boolean {
    return this.bytes > MAX_BODY_BYTES;
  }

  done(): FileRecord {
    const { externalId, fault, cells } = this;
    const place = { line: this.first.line, lines: this.lines, end: this.end, endLine: this.endLine, externalId };
    if (!cells || fault) return { ...place, ...(fault && { fault }) };
    if (this.isTooLarge) {
      const text = { key: 'imports.document_too_large', params: { max: MAX_BODY_BYTES } } as const;
      return { ...place, fault: { line: place.line, field: null, text } };
    }
    const { record } = cells;
    return { ...place, body: this.kind.lines ? { ...record, [this.kind.lines.field]: this.items } : record };
  }
}

const plain = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);
