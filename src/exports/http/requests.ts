import { Field, ListQuery, Parameter } from '../../http';
import {
  EXPORT_FORMATS,
  EXPORT_RESOURCES,
  EXPORT_STATUSES,
  type ExportFormat,
  type ExportResource,
  type ExportStatus,
} from '../domain/export';
import type { ExportFilter } from '../exports.queries';
import type { ExportRequest } from '../exports.service';

export class StartExportIn {
  @Field.listOf(EXPORT_RESOURCES, {
    optional: true,
    min: 1,
    description: 'What is exported, a file each. Left out: everything; with `for_import` all that an import takes.',
    example: ['vendors', 'purchase_orders'],
  })
  resources?: readonly ExportResource[];

  @Field.oneOf(EXPORT_FORMATS, { description: 'What the files are, before they are compressed.', example: 'ndjson' })
  format: ExportFormat;

  @Field.boolean({
    optional: true,
    description:
      'Writes each record as a request to create it, other records named by external id or code: the file goes into `POST /imports` as it is. Records without an external id are left out. Initially false: each record as GET of it answers in Form A.',
    example: false,
  })
  for_import?: boolean;

  toRequest(): ExportRequest {
    return { resources: this.resources, format: this.format, forImport: this.for_import ?? false };
  }
}

export class ExportListQuery extends ListQuery({ sortable: ['created_at', 'id'] }) {
  @Parameter.oneOf(EXPORT_STATUSES, { description: 'Exports that stand so.', example: 'done' })
  status?: ExportStatus;

  toFilter(): ExportFilter {
    return { status: this.status };
  }
}
