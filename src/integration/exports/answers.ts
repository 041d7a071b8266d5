import { Out } from '../../platform/http';
import { EXPORT_FORMATS, EXPORT_RESOURCES, EXPORT_STATUSES, type ExportResource, MOST_MINUTES } from './domain/export';
import type { Message } from '../../common/errors';
import type { UserId } from '../../common/records/ids';
import { type Language, translate } from '../../messages';

export class ExporterResponse {
  @Out.id({ description: 'The user’s id.', example: 1 }) id: number;
  @Out.text({ description: 'The user’s name when the export was started.', example: 'Sara Al-Qahtani' }) name: string;
}

export class ExportFailureResponse {
  @Out.text({ description: 'An error code.', example: 'EXPORT_TOO_LARGE' }) code: string;
  @Out.text({
    description: 'The meaning of the code.',
    example: 'The export took longer than 15 minutes. Export the resources one by one.',
  })
  message: string;
}

export class ExportFileResponse {
  @Out.oneOf(EXPORT_RESOURCES, { description: 'The kind of records in the file.', example: 'vendors' })
  resource: ExportResource;
  @Out.integer({ description: 'Records in the file.', example: 120 }) rows: number;
  @Out.integer({ description: 'Compressed size, bytes.', example: 18432 }) size: number;
}

export class ExportResponse {
  @Out.id({ description: 'The export’s id.', example: 4 }) id: number;
  @Out.texts({ description: 'The exported kinds of records.', example: ['vendors', 'purchase_orders'] })
  resources: readonly string[];
  @Out.oneOf(EXPORT_FORMATS, { description: 'The format of the files.', example: 'ndjson' })
  format: string;
  @Out.boolean({ description: 'Whether `POST /imports` can read the files.', example: false }) for_import: boolean;
  @Out.oneOf(EXPORT_STATUSES, { description: 'The status of the export.', example: 'done' })
  status: string;
  @Out.integer({ description: 'Records written so far.', example: 460 }) rows: number;
  @Out.text({
    nullable: true,
    description: 'The cursor for `GET /changes` that continues after the exported records.',
    example: 'AQAAAAAAAAApbTmTDEiy5SpXDLbeqBJdPw',
  })
  changes_cursor: string | null;
  @Out.list(() => ExportFileResponse, { description: 'The files, once the export is done.' })
  files: readonly ExportFileResponse[];
  @Out.object(() => ExportFailureResponse, {
    nullable: true,
    description: 'Why the export was aborted; null otherwise.',
  })
  failure: ExportFailureResponse | null;
  @Out.object(() => ExporterResponse, {
    nullable: true,
    description: 'The user who started the export. For the command line: the first admin, named `command line`.',
  })
  created_by: ExporterResponse | null;
  @Out.timestamp({ description: 'When the export was requested.' }) created_at: string;
  @Out.timestamp({ nullable: true, description: 'When a worker started the export.' }) started_at: string | null;
  @Out.timestamp({ nullable: true, description: 'When the export ended.' }) finished_at: string | null;
  @Out.timestamp({ nullable: true, description: 'When the files will be deleted.' })
  expires_at: string | null;
}

export interface ExportRow extends Omit<ExportResponse, 'failure' | 'created_by' | `${string}_at`> {
  readonly failure: string | null;
  readonly created_by_id: UserId | null;
  readonly created_by_name: string | null;
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
  readonly expires_at: Date | null;
}

export function toExportResponse(row: ExportRow, language: Language): ExportResponse {
  const { created_by_id, created_by_name, failure, created_at, started_at, finished_at, expires_at, ...fields } = row;
  return {
    ...fields,
    failure: failure === null ? null : { code: failure, message: failureText(failure, language) },
    created_by: created_by_id === null ? null : { id: created_by_id, name: created_by_name ?? '' },
    created_at: created_at.toISOString(),
    started_at: started_at?.toISOString() ?? null,
    finished_at: finished_at?.toISOString() ?? null,
    expires_at: expires_at?.toISOString() ?? null,
  };
}

function failureText(code: string, language: Language): string {
  const { key, params } = FAILURES[code] ?? { key: 'error.internal' };
  return translate(language, key, params);
}

const NOT_ALLOWED: Message = { key: 'exports.no_longer_allowed' };
const FAILURES: Readonly<Record<string, Message>> = {
  UNAUTHENTICATED: NOT_ALLOWED,
  FORBIDDEN_ABILITY: NOT_ALLOWED,
  ROLE_NOT_PERMITTED: NOT_ALLOWED,
  VALIDATION_ERROR: { key: 'exports.storage_full' },
  EXPORT_TOO_LARGE: { key: 'exports.too_large', params: { minutes: MOST_MINUTES } },
  SERVICE_UNAVAILABLE: { key: 'error.unavailable', params: { seconds: 60 } },
};
