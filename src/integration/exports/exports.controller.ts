import { Get, Post, Res, StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import type { Actor } from '../../common/actor';
import type { Language } from '../../messages';
import type { Page } from '../../common/lists/page';
import {
  Answers,
  AnswersFile,
  AnswersPage,
  Body,
  BothForms,
  CurrentActor,
  CurrentLanguage,
  Examples,
  Field,
  ListQuery,
  Parameter,
  PathId,
  PathName,
  Query,
  Requires,
} from '../../platform/http';
import { ExportResponse, toExportResponse } from './answers';
import {
  EXPORT_FORMATS,
  EXPORT_RESOURCES,
  EXPORT_STATUSES,
  type ExportFormat,
  type ExportResource,
  type ExportStatus,
} from './domain/export';
import { type ExportFilter, ExportsQueries } from './exports.queries';
import { type ExportRequest, ExportsService } from './exports.service';

class StartExportDto {
  @Field.listOf(EXPORT_RESOURCES, {
    optional: true,
    min: 1,
    description: 'The kinds of records to export; default: all.',
    example: ['vendors', 'purchase_orders'],
  })
  resources?: readonly ExportResource[];

  @Field.oneOf(EXPORT_FORMATS, { description: 'The format of the files.', example: 'ndjson' })
  format: ExportFormat;

  @Field.boolean({
    optional: true,
    description:
      'true: records in the form of `POST /imports`, only those with an external id. false (default): ' +
      'records as in GET responses.',
    example: false,
  })
  for_import?: boolean;

  toRequest(): ExportRequest {
    return { resources: this.resources, format: this.format, forImport: this.for_import ?? false };
  }
}

class ExportFileQuery {
  @Parameter.bom() bom?: boolean;
}

class ExportListQuery extends ListQuery({ sortable: ['created_at', 'id'] }) {
  @Parameter.oneOf(EXPORT_STATUSES, { description: 'Exports with this status.', example: 'done' })
  status?: ExportStatus;

  toFilter(): ExportFilter {
    return { status: this.status };
  }
}

const EXPORT_EXAMPLES = {
  file: { path: { resource: 'vendors' } },
  start: {
    bodies: { 'Vendors and orders': { resources: ['vendors', 'purchase_orders'], format: 'ndjson' } },
    answer: {
      status: 'queued',
      rows: 0,
      changes_cursor: null,
      files: [],
      started_at: null,
      finished_at: null,
      expires_at: null,
    },
  },
};

@BothForms('exports', 'Exports')
export class ExportsController {
  constructor(
    private readonly exports: ExportsService,
    private readonly queries: ExportsQueries,
  ) {}

  @Post()
  @Examples(EXPORT_EXAMPLES.start)
  @Requires('admin', 'none')
  @Answers(ExportResponse, {
    summary: 'Export records to files',
    message: 'exports.started',
    description:
      'A background job writes one file per resource from a consistent snapshot. The files are retained for ' +
      'seven days, count against the storage quota and contain no secrets.',
    status: 202,
  })
  async start(
    @CurrentActor() actor: Actor,
    @Body() body: StartExportDto,
    @CurrentLanguage() language: Language,
  ): Promise<ExportResponse> {
    const started = await this.exports.start(actor, body.toRequest());
    return toExportResponse(started, language);
  }

  @Get()
  @Requires('admin', 'none')
  @AnswersPage(ExportResponse, { summary: 'List exports' })
  async list(
    @CurrentActor() { tenantId }: Actor,
    @Query() query: ExportListQuery,
    @CurrentLanguage() language: Language,
  ): Promise<Page<ExportResponse>> {
    const page = await this.queries.list(tenantId, query.toFilter(), query.toPageRequest());
    return page.map((row) => toExportResponse(row, language));
  }

  @Get(':id')
  @Requires('admin', 'none')
  @Answers(ExportResponse, { summary: 'Get an export with its status and files' })
  async get(
    @CurrentActor() { tenantId }: Actor,
    @PathId() id: number,
    @CurrentLanguage() language: Language,
  ): Promise<ExportResponse> {
    return toExportResponse(await this.queries.get(tenantId, id), language);
  }

  @Get(':id/files/:resource')
  @Examples(EXPORT_EXAMPLES.file)
  @Requires('admin', 'none')
  @AnswersFile('application/gzip', {
    summary: 'Download a file of an export',
    description: 'CSV or NDJSON, compressed with gzip. 404 before the export is done and after its files are deleted.',
    codes: ['SERVICE_UNAVAILABLE'],
  })
  async download(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @PathName('resource', EXPORT_RESOURCES) resource: ExportResource,
    @Query() { bom = false }: ExportFileQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    const { name, bytes, size } = await this.exports.open(actor, id, resource, bom);
    response.attachment(name).setHeader('Content-Type', 'application/gzip');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    return new StreamableFile(bytes, { length: size });
  }
}
