import type { UserId } from '../../../common/records/ids';
import { isMessageKey, type Language, type MessageKey, translate } from '../../../messages';
import { type CsvCell, Out } from '../../../platform/http';
import { IMPORT_FORMATS, IMPORT_RESOURCES, IMPORT_STATUSES, type ImportResource } from '../domain/import';
import { DELIMITERS, PLAIN_READING } from '../domain/reading';
import type { ImportError } from '../entities/import-error.entity';
import { columnsOf, LINE_PREFIX } from '../kinds/columns';
import { CELL_TYPES, type ImportKind } from '../kinds/kind';

export class ImporterResponse {
  @Out.id({ description: 'Their id.', example: 1 }) id: number;
  @Out.text({ description: 'Their name at the time.', example: 'Sara Al-Qahtani' }) name: string;
}

export class ImportFailureResponse {
  @Out.text({ description: 'A code of the table of errors.', example: 'UNAUTHENTICATED' }) code: string;
  @Out.text({ description: 'What it means.', example: 'Unauthenticated.' }) message: string;
}

export class ImportResponse {
  @Out.id({ description: 'Its id.', example: 3 }) id: number;
  @Out.oneOf(IMPORT_RESOURCES, { description: 'What kind of records the file holds.', example: 'vendors' })
  resource: string;
  @Out.oneOf(IMPORT_FORMATS, { description: 'What the file is.', example: 'csv' }) format: string;
  @Out.oneOf(IMPORT_STATUSES, {
    description:
      '`queued`: it waits for its turn. `running`. `done`: every row was looked at; `rows_failed` says how many were refused. `failed`: it was given up, and `failure` says why; the rows before stay.',
    example: 'running',
  })
  status: string;
  @Out.oneOf(DELIMITERS, {
    nullable: true,
    description: 'What is between the cells of the file; null for NDJSON.',
    example: 'comma',
  })
  delimiter: string | null;
  @Out.boolean({ description: 'Whether it only checks, and writes nothing.', example: false }) dry_run: boolean;
  @Out.boolean({ description: 'Whether it approves what it creates.', example: false }) approve: boolean;
  @Out.boolean({ description: 'Whether webhooks are told.', example: false }) webhooks: boolean;
  @Out.boolean({ description: 'Whether new users are invited.', example: false }) invite: boolean;
  @Out.integer({ description: 'Rows of the file, without its headings.', example: 1200 }) rows_total: number;
  @Out.integer({ description: 'Rows that were looked at.', example: 800 }) rows_done: number;
  @Out.integer({ description: 'Rows of those that were refused; they changed nothing.', example: 2 })
  rows_failed: number;
  @Out.integer({ description: 'Records that are new; in a trial, that would be.', example: 790 }) created: number;
  @Out.integer({ description: 'Records that were there and changed.', example: 6 }) changed: number;
  @Out.integer({ description: 'Records that were there and stay as they are.', example: 2 }) unchanged: number;
  @Out.integer({
    description: 'Warnings about records that were written, or would be: `GET /imports/{id}/errors?severity=warning`.',
    example: 1,
  })
  warnings: number;
  @Out.object(() => ImportFailureResponse, { nullable: true, description: 'Why it was given up; null otherwise.' })
  failure: ImportFailureResponse | null;
  @Out.object(() => ImporterResponse, {
    nullable: true,
    description: 'Who started it. For the command line the first admin, named `command line`.',
  })
  created_by: ImporterResponse | null;
  @Out.timestamp({ description: 'When the file came.' }) created_at: string;
  @Out.timestamp({ nullable: true, description: 'When its first row was looked at.' }) started_at: string | null;
  @Out.timestamp({ nullable: true, description: 'When it ended.' }) finished_at: string | null;
}

export class ImportColumnResponse {
  @Out.text({ description: 'Its heading in a CSV file.', example: 'payment_terms' }) name: string;
  @Out.oneOf(CELL_TYPES, { description: 'How its cells are read.', example: 'number' }) type: string;
  @Out.boolean({ description: 'Whether a CSV file must have it.', example: false }) required: boolean;
  @Out.boolean({ description: 'Whether the service computes it: then it must be right.', example: false })
  computed: boolean;
}

export class ImportColumnsResponse {
  @Out.oneOf(IMPORT_RESOURCES, { description: 'What kind of records the file holds.', example: 'vendors' })
  resource: string;
  @Out.list(() => ImportColumnResponse, {
    description: 'All columns that an import reads; those of lines begin with `item_`.',
  })
  columns: ImportColumnResponse[];
}

export class ImportErrorResponse {
  @Out.integer({ description: 'The line of the file, from 1.', example: 17 }) line: number;
  @Out.text({ nullable: true, description: 'The external id in the row.', example: 'ERP-4711' })
  external_id: string | null;
  @Out.text({ nullable: true, description: 'The column or field; null for the row as a whole.', example: 'vat_number' })
  field: string | null;
  @Out.text({ description: 'A code of the table of errors.', example: 'VALIDATION_ERROR' }) code: string;
  @Out.text({ description: 'What is wrong, in the language of the request.', example: 'Already in use.' })
  message: string;
}

/** An import as the read side answers it. */
export interface ImportRow extends Omit<ImportResponse, 'failure' | 'created_by' | `${string}_at`> {
  readonly failure: string | null;
  readonly created_by_id: UserId | null;
  readonly created_by_name: string | null;
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
}

/** What is wrong with a row, as the read side answers it. */
export interface ImportErrorRow
  extends Omit<ImportErrorResponse, 'message'>, Pick<ImportError, 'id' | 'key' | 'params'> {}

export function presentImport(row: ImportRow, language: Language): ImportResponse {
  const { created_by_id, created_by_name, failure, created_at, started_at, finished_at, ...fields } = row;
  return {
    ...fields,
    failure: failure === null ? null : { code: failure, message: failureText(failure, language) },
    created_by: created_by_id === null ? null : { id: created_by_id, name: created_by_name ?? '' },
    created_at: created_at.toISOString(),
    started_at: started_at?.toISOString() ?? null,
    finished_at: finished_at?.toISOString() ?? null,
  };
}

function failureText(code: string, language: Language): string {
  return translate(language, FAILURES[code] ?? 'error.internal', { seconds: 60 });
}

const FAILURES: Readonly<Record<string, MessageKey>> = {
  UNAUTHENTICATED: 'imports.no_longer_allowed',
  FORBIDDEN_ABILITY: 'imports.no_longer_allowed',
  ROLE_NOT_PERMITTED: 'imports.no_longer_allowed',
  SERVICE_UNAVAILABLE: 'error.unavailable',
};

/** The columns of a CSV file of a kind. */
export function presentColumns(resource: ImportResource, kind: ImportKind): ImportColumnsResponse {
  const required = ['external_id', ...kind.required];
  const ofLines = (kind.lines?.computed ?? []).map((name) => LINE_PREFIX + name);
  const computed = [...(kind.computed ?? []), ...ofLines];
  const columns = Object.entries(columnsOf(kind, PLAIN_READING)).map(([name, type]) => ({
    ...{ name, type },
    required: required.includes(name),
    computed: computed.includes(name),
  }));
  return { resource, columns };
}

/** What is wrong with a row, in a language. */
export function presentImportError(row: ImportErrorRow, language: Language): ImportErrorResponse {
  const { line, external_id, field, code, key, params } = row;
  // A sentence of a release that is not this one may be unknown here: its key says something at least.
  return { line, external_id, field, code, message: isMessageKey(key) ? translate(language, key, params) : key };
}

export const ERROR_COLUMNS = ['line', 'external_id', 'field', 'code', 'message'];

/** An error as a row of the CSV. */
export const errorCells = (error: ImportErrorResponse): Record<string, CsvCell> => ({ ...error });
