import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../common/errors';
import { type Language, translate } from '../../../messages';
import type { TenantId } from '../../../common/records/ids';
import { FILE_KEPT_DAYS, type Severity } from '../domain/import';
import { PLAIN_READING } from '../domain/reading';
import type { Row } from '../domain/rows';
import { type ImportErrorRow, toImportErrorResponse } from '../http/answers';
import { type ImportFileRow, ImportsQueries } from '../imports.queries';
import { ADDED_COLUMNS } from '../kinds/columns';
import { ImportKinds } from '../kinds/kinds';
import { recordsOf } from '../kinds/records';
import { ImportRecords } from './import-records';

interface RejectedRowsRequest {
  readonly severity: Severity;
  readonly language: Language;
  readonly signal: AbortSignal;
}

/** Reads rejected rows of an import from its stored CSV file, with their errors. */
@Injectable()
export class RefusedRows {
  constructor(
    private readonly queries: ImportsQueries,
    private readonly records: ImportRecords,
    private readonly kinds: ImportKinds,
  ) {}

  /**
   * Yields the headings, then the rejected rows, with {@link ADDED_COLUMNS} first. Documents have all rows.
   * @throws DomainError NOT_FOUND also if the file is not retained any more
   */
  async *cells(
    tenantId: TenantId,
    id: number,
    { severity, language, signal }: RejectedRowsRequest,
  ): AsyncGenerator<Cells> {
    const file = await this.queries.fileOf(tenantId, id);
    const faulty = await this.queries.faultyLines(tenantId, id, severity);
    if (faulty.size === 0) {
      yield [...ADDED_COLUMNS, ...knownCells(file, headingsOf(file))];
      return;
    }
    if (file.objectId === null) {
      throw new DomainError('NOT_FOUND', { key: 'imports.file_removed', params: { days: FILE_KEPT_DAYS } });
    }
    const errors = new ErrorsByLine(this.queries.allErrors(tenantId, id, severity));
    let headings: Row | undefined;
    let refused: ReadonlyMap<number, number> = new Map();
    for await (const row of await this.records.rows(file, signal)) {
      if (!headings) {
        headings = row;
        yield [...ADDED_COLUMNS, ...knownCells(file, row.cells)];
        refused = await this.refusedLines(file, faulty, signal);
        continue;
      }
      const first = refused.get(row.line);
      if (first === undefined) continue;
      const own = headings;
      const texts = (await errors.of(row.line)).map((error) => textOf(error, file, own, language));
      const other = translate(language, 'imports.row_of_refused', { line: first });
      yield [row.line, texts.join(' ') || other, ...knownCells(file, row.cells)];
    }
  }

  /** Maps each line of a record with a faulty line to the first faulty line of that record. */
  private async refusedLines(
    file: ImportFileRow,
    faulty: ReadonlySet<number>,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<number, number>> {
    const kind = this.kinds.of(file.resource);
    if (!kind.lines) return new Map([...faulty].map((line) => [line, line]));
    const rows = await this.records.rows(file, signal);
    await rows.next();
    const refused = new Map<number, number>();
    for await (const { lines } of recordsOf(kind, file.headings, rows, { ...PLAIN_READING, ...file.reading })) {
      const first = lines.find((line) => faulty.has(line));
      if (first !== undefined) for (const line of lines) refused.set(line, first);
    }
    return refused;
  }
}

type Cells = readonly (string | number)[];

/** Errors in the order of the file, by line. */
class ErrorsByLine {
  private next: ImportErrorRow | undefined;

  constructor(private readonly errors: AsyncGenerator<ImportErrorRow>) {}

  /** @param line must increase from call to call */
  async of(line: number): Promise<readonly ImportErrorRow[]> {
    const found: ImportErrorRow[] = [];
    for (;;) {
      this.next ??= (await this.errors.next()).value as ImportErrorRow | undefined;
      if (!this.next || this.next.line > line) return found;
      if (this.next.line === line) found.push(this.next);
      this.next = undefined;
    }
  }
}

/** The error of a row, prefixed with the file's heading. */
function textOf(error: ImportErrorRow, file: ImportFileRow, { cells = [] }: Row, language: Language): string {
  const { field, message } = toImportErrorResponse(error, language);
  if (field === null) return message;
  const own = cells[file.headings?.indexOf(field) ?? -1]?.trim();
  return `${own ?? field}: ${message}`;
}

/** Removes columns that an earlier file of rejected rows has added. */
function knownCells({ headings }: ImportFileRow, cells: readonly string[] = []): readonly string[] {
  return cells.filter((_, index) => !ADDED_COLUMNS.includes(headings?.[index] ?? ''));
}

/** The original headings of the file, before the mapping to columns. */
function headingsOf({ headings, reading }: ImportFileRow): readonly string[] {
  const own = new Map(Object.entries(reading.columns ?? {}).map(([heading, column]) => [column, heading]));
  return (headings ?? []).map((column) => own.get(column) ?? column);
}
