import { Out } from '../../../platform/http';
import { DELIMITERS } from '../domain/reading';
import { CELL_TYPES } from '../kinds/kind';
import { IMPORT_FORMATS, IMPORT_RESOURCES, IMPORT_STATUSES } from '../domain/import';

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
