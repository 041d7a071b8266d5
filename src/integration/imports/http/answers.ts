import type { UserId } from '../../../common/records/ids';
import { isMessageKey, type Language, type MessageKey, translate } from '../../../messages';
import { type CsvCell, Out } from '../../../platform/http';
import { IMPORT_FORMATS, IMPORT_RESOURCES, IMPORT_STATUSES, type ImportResource } from '../domain/import';
import { DELIMITERS, PLAIN_READING } from '../domain/reading';
import type { ImportError } from '../entities/import-error.entity';
import { columnsOf, LINE_PREFIX } from '../kinds/columns';
import { CELL_TYPES, type ImportKind } from '../kinds/kind';

export class ImporterResponse {
  @Out.id({ description: 'The user’s id.', example: 1 }) id: number;
  @Out.text({ description: 'The user’s name when the import was started.', example: 'Sara Al-Qahtani' }) name: string;
}

export class ImportFailureResponse {
  @Out.text({ description: 'An error code.', example: 'UNAUTHENTICATED' }) code: string;
  @Out.text({ description: 'The meaning of the code.', example: 'Unauthenticated.' }) message: string;
}

export class ImportResponse {
  @Out.id({ description: 'The import’s id.', example: 3 }) id: number;
  @Out.oneOf(IMPORT_RESOURCES, { description: 'The kind of records in the file.', example: 'vendors' })
  resource: string;
  @Out.oneOf(IMPORT_FORMATS, { description: 'The format of the file.', example: 'csv' }) format: string;
  @Out.oneOf(IMPORT_STATUSES, {
    description:
      '`queued`: waits for its turn. `running`. `done`: all rows were processed; `rows_failed` counts the ' +
      'rejected ones. `failed`: the import was aborted with the reason in `failure`; rows imported before ' +
      'remain.',
    example: 'running',
  })
  status: string;
  @Out.oneOf(DELIMITERS, {
    nullable: true,
    description: 'The separator between cells; null for NDJSON.',
    example: 'comma',
  })
  delimiter: string | null;
  @Out.boolean({ description: 'Whether the import only checks the rows and writes nothing.', example: false })
  dry_run: boolean;
  @Out.boolean({ description: 'Whether the import approves the records that it creates.', example: false })
  approve: boolean;
  @Out.boolean({ description: 'Whether webhooks are sent for the rows.', example: false }) webhooks: boolean;
  @Out.boolean({ description: 'Whether invitations are sent to new users.', example: false }) invite: boolean;
  @Out.integer({ description: 'Rows of the file, without headings.', example: 1200 }) rows_total: number;
  @Out.integer({ description: 'Rows processed so far.', example: 800 }) rows_done: number;
  @Out.integer({ description: 'Processed rows that were rejected. They changed nothing.', example: 2 })
  rows_failed: number;
  @Out.integer({ description: 'Records created; in a dry run, records that would be created.', example: 790 })
  created: number;
  @Out.integer({ description: 'Existing records that changed.', example: 6 }) changed: number;
  @Out.integer({ description: 'Existing records that did not change.', example: 2 }) unchanged: number;
  @Out.integer({
    description:
      'Warnings about saved records, or in a dry run about records that would be saved: `GET ' +
      '/imports/{id}/errors?severity=warning`.',
    example: 1,
  })
  warnings: number;
  @Out.object(() => ImportFailureResponse, {
    nullable: true,
    description: 'Why the import was aborted; null otherwise.',
  })
  failure: ImportFailureResponse | null;
  @Out.object(() => ImporterResponse, {
    nullable: true,
    description: 'The user who started the import. For the command line: the first admin, named `command line`.',
  })
  created_by: ImporterResponse | null;
  @Out.timestamp({ description: 'When the file was received.' }) created_at: string;
  @Out.timestamp({ nullable: true, description: 'When the first row was processed.' }) started_at: string | null;
  @Out.timestamp({ nullable: true, description: 'When the import ended.' }) finished_at: string | null;
}

export class ImportColumnResponse {
  @Out.text({ description: 'The heading in a CSV file.', example: 'payment_terms' }) name: string;
  @Out.oneOf(CELL_TYPES, { description: 'How the cells are read.', example: 'number' }) type: string;
  @Out.boolean({ description: 'Whether a CSV file must contain the column.', example: false }) required: boolean;
  @Out.boolean({
    description: 'Whether the service computes the value. A stated value must then be correct.',
    example: false,
  })
  computed: boolean;
}

export class ImportColumnsResponse {
  @Out.oneOf(IMPORT_RESOURCES, { description: 'The kind of records in the file.', example: 'vendors' })
  resource: string;
  @Out.list(() => ImportColumnResponse, {
    description: 'All columns that an import reads. Columns of lines begin with `item_`.',
  })
  columns: ImportColumnResponse[];
}

export class ImportErrorResponse {
  @Out.integer({ description: 'The line of the file, from 1.', example: 17 }) line: number;
  @Out.text({ nullable: true, description: 'The external id in the row.', example: 'ERP-4711' })
  external_id: string | null;
  @Out.text({ nullable: true, description: 'The column or field; null for the whole row.', example: 'vat_number' })
  field: string | null;
  @Out.text({ description: 'An error code.', example: 'VALIDATION_ERROR' }) code: string;
  @Out.text({ description: 'The error, in the language of the request.', example: 'Already in use.' })
  message: string;
}

export interface ImportRow extends Omit<ImportResponse, 'failure' | 'created_by' | `${string}_at`> {
  readonly failure: string | null;
  readonly created_by_id: UserId | null;
  readonly created_by_name: string | null;
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
}

export interface ImportErrorRow
  extends Omit<ImportErrorResponse, 'message'>, Pick<ImportError, 'id' | 'key' | 'params'> {}

export function toImportResponse(row: ImportRow, language: Language): ImportResponse {
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

export function toColumnsResponse(resource: ImportResource, kind: ImportKind): ImportColumnsResponse {
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

export function toImportErrorResponse(row: ImportErrorRow, language: Language): ImportErrorResponse {
  const { line, external_id, field, code, key, params } = row;
  // Another release may have saved a key that is unknown here: return the key then.
  return { line, external_id, field, code, message: isMessageKey(key) ? translate(language, key, params) : key };
}

export const ERROR_COLUMNS = ['line', 'external_id', 'field', 'code', 'message'];

export const errorCells = (error: ImportErrorResponse): Record<string, CsvCell> => ({ ...error });
