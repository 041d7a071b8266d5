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
  PathId,
  PathName,
  Query,
  Requires,
} from '../../platform/http';
import { EXPORT_RESOURCES, type ExportResource } from './domain/export';
import { ExportsQueries } from './exports.queries';
import { ExportsService } from './exports.service';
import { ExportResponse, presentExport } from './http/answers';
import { ExportFileQuery, ExportListQuery, StartExportDto } from './http/requests';

/** Requests for an export. */
const EXPORT_EXAMPLES = {
  file: { path: { resource: 'vendors' } },
  start: {
    bodies: {
      'Vendors and orders': { resources: ['vendors', 'purchase_orders'], format: 'ndjson' },
    },
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

/** Exports, the same in both forms. */
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
      'A job writes a file for each resource, all as one moment had them. They are kept for seven days, count against the storage, and hold no secrets.',
    status: 202,
  })
  async start(
    @CurrentActor() actor: Actor,
    @Body() body: StartExportDto,
    @CurrentLanguage() language: Language,
  ): Promise<ExportResponse> {
    const started = await this.exports.start(actor, body.toRequest());
    return presentExport(started, language);
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
    return page.map((row) => presentExport(row, language));
  }

  @Get(':id')
  @Requires('admin', 'none')
  @Answers(ExportResponse, { summary: 'Get an export: how far it is, and its files' })
  async get(
    @CurrentActor() { tenantId }: Actor,
    @PathId() id: number,
    @CurrentLanguage() language: Language,
  ): Promise<ExportResponse> {
    return presentExport(await this.queries.get(tenantId, id), language);
  }

  @Get(':id/files/:resource')
  @Examples(EXPORT_EXAMPLES.file)
  @Requires('admin', 'none')
  @AnswersFile('application/gzip', {
    summary: 'Download a file of an export',
    description: 'CSV or NDJSON, compressed by gzip. 404 before the export is done, and when its files were removed.',
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
