import { Field, ListQuery, Parameter } from '../../../platform/http';
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

export class StartExportDto {
  @Field.listOf(EXPORT_RESOURCES, {
    optional: true,
    min: 1,
    description: 'What is exported. Left out: everything.',
    example: ['vendors', 'purchase_orders'],
  })
  resources?: readonly ExportResource[];

  @Field.oneOf(EXPORT_FORMATS, { description: 'What the files are.', example: 'ndjson' })
  format: ExportFormat;

  @Field.boolean({
    optional: true,
    description:
      'Writes records as `POST /imports` reads them, those with an external id. Initially as GET answers them.',
    example: false,
  })
  for_import?: boolean;

  toRequest(): ExportRequest {
    return { resources: this.resources, format: this.format, forImport: this.for_import ?? false };
  }
}

export class ExportFileQuery {
  @Parameter.bom() bom?: boolean;
}

export class ExportListQuery extends ListQuery({ sortable: ['created_at', 'id'] }) {
  @Parameter.oneOf(EXPORT_STATUSES, { description: 'Exports that stand so.', example: 'done' })
  status?: ExportStatus;

  toFilter(): ExportFilter {
    return { status: this.status };
  }
}
