import { Get, Post, type StreamableFile, UseGuards } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import type { Actor } from '../../common/actor';
import type { Language } from '../../messages';
import type { Page } from '../../common/lists/page';
import {
  Answers,
  AnswersPage,
  BothForms,
  ClientGone,
  csvFile,
  csvFileOfCells,
  CurrentActor,
  CurrentLanguage,
  Examples,
  type ListFormat,
  mapped,
  ndjsonFile,
  OutsideTransaction,
  PathId,
  PreferredFormat,
  Query,
  Requires,
  TakesRaw,
} from '../../platform/http';
import {
  ERROR_COLUMNS,
  errorCells,
  ImportColumnsResponse,
  ImportErrorResponse,
  ImportResponse,
  toColumnsResponse,
  toImportResponse,
  toImportErrorResponse,
} from './http/answers';
import { FILE_TYPES, ImportFileGuard, SentFile, type SentImportFile } from './http/import-file.guard';
import { ImportColumnsQuery, ImportErrorListQuery, ImportListQuery, StartImportQuery } from './http/requests';
import { characterOf } from './files/delimiters';
import { ImportsQueries } from './imports.queries';
import { ImportKinds } from './kinds/kinds';
import { ImportsService } from './imports.service';
import { RefusedRows } from './running/refused-rows';

/** Example responses of an import that was just queued and of a running one. */
const IMPORT_EXAMPLES = {
  read: { answer: { warnings: 1, finished_at: null } },
  start: {
    answer: {
      status: 'queued',
      rows_done: 0,
      rows_failed: 0,
      created: 0,
      changed: 0,
      unchanged: 0,
      warnings: 0,
      started_at: null,
      finished_at: null,
    },
  },
};

const FILE_EXAMPLES = {
  'text/csv': {
    summary: 'CSV',
    value: 'external_id,name,email,payment_terms\r\nERP-4711,Najd Paper Co.,orders@najd-paper.example,30\r\n',
  },
  'application/x-ndjson': {
    summary: 'NDJSON',
    value: '{"external_id":"ERP-4711","name":"Najd Paper Co.","payment_terms":30}\n',
  },
};

@BothForms('imports', 'Imports')
export class ImportsController {
  constructor(
    private readonly imports: ImportsService,
    private readonly queries: ImportsQueries,
    private readonly kinds: ImportKinds,
    private readonly refused: RefusedRows,
  ) {}

  @Post()
  @Examples(IMPORT_EXAMPLES.start)
  @Requires('admin', 'none')
  @TakesRaw(...FILE_TYPES)
  @OutsideTransaction()
  @UseGuards(ImportFileGuard)
  @ApiBody({
    required: true,
    description: 'The file in UTF-8, at most 100,000 rows. `Content-Encoding: gzip` is accepted.',
    schema: { type: 'string', format: 'binary' },
    examples: FILE_EXAMPLES,
  })
  @Answers(ImportResponse, {
    summary: 'Import records from a file',
    message: 'imports.started',
    description:
      'The body is CSV (headings are field names and include `external_id`) or NDJSON (one create request ' +
      'per line). The file is inspected immediately and imported by a background job; `GET /imports/{id}` ' +
      'shows the progress. A row with a known `external_id` changes that record. A rejected row changes ' +
      'nothing; other rows continue. Imports of a tenant run one after another.',
    status: 202,
    codes: ['PAYLOAD_TOO_LARGE', 'SERVICE_UNAVAILABLE'],
  })
  async start(
    @CurrentActor() actor: Actor,
    @Query() query: StartImportQuery,
    @SentFile() file: SentImportFile,
    @ClientGone() gone: AbortSignal,
    @CurrentLanguage() language: Language,
  ): Promise<ImportResponse> {
    try {
      const started = await this.imports.start(actor, query.toRequest(), file, gone);
      return toImportResponse(started, language);
    } finally {
      await file.discard();
    }
  }

  @Get()
  @Examples(IMPORT_EXAMPLES.read)
  @Requires('admin', 'none')
  @AnswersPage(ImportResponse, { summary: 'List imports', description: 'Ended imports are listed for 30 days.' })
  async list(
    @CurrentActor() { tenantId }: Actor,
    @Query() query: ImportListQuery,
    @CurrentLanguage() language: Language,
  ): Promise<Page<ImportResponse>> {
    const page = await this.queries.list(tenantId, query.toFilter(), query.toPageRequest());
    return page.map((row) => toImportResponse(row, language));
  }

  @Get('columns')
  @Requires('admin', 'none')
  @Answers(ImportColumnsResponse, {
    summary: 'List the columns that an import reads',
    description: 'The columns of a CSV file for a kind of records: how cells are read, and which columns are required.',
  })
  columns(@Query() query: ImportColumnsQuery): ImportColumnsResponse {
    const resource = query.toResource();
    return toColumnsResponse(resource, this.kinds.of(resource));
  }

  @Get(':id')
  @Examples(IMPORT_EXAMPLES.read)
  @Requires('admin', 'none')
  @Answers(ImportResponse, { summary: 'Get an import and its progress' })
  async get(
    @CurrentActor() { tenantId }: Actor,
    @PathId() id: number,
    @CurrentLanguage() language: Language,
  ): Promise<ImportResponse> {
    return toImportResponse(await this.queries.get(tenantId, id), language);
  }

  @Get(':id/errors')
  @Requires('admin', 'none')
  @AnswersPage(ImportErrorResponse, {
    summary: 'List errors of an import',
    description:
      'In file order; deleted 30 days after the import ended. By page, or complete as NDJSON or CSV. For a ' +
      'CSV file, the CSV has the rejected rows with the columns `import_line` and `import_message`, for ' +
      'seven days: correct the faulty cells only and send the file to `POST /imports`. For an NDJSON file, ' +
      'the CSV lists the errors.',
    codes: ['SERVICE_UNAVAILABLE'],
    csv: true,
    ndjson: true,
  })
  async errors(
    @CurrentActor() { tenantId }: Actor,
    @PathId() id: number,
    @Query() query: ImportErrorListQuery,
    @PreferredFormat() format: ListFormat,
    @CurrentLanguage() language: Language,
    @ClientGone() signal: AbortSignal,
  ): Promise<Page<ImportErrorResponse> | StreamableFile> {
    const { severity = 'error', bom } = query;
    if (format === 'json') {
      const page = await this.queries.errors(tenantId, id, severity, query.toPageRequest());
      return page.map((row) => toImportErrorResponse(row, language));
    }
    const file = await this.queries.fileOf(tenantId, id);
    const name = `import-${id}-errors.${format}`;
    if (format === 'csv' && file.format === 'csv') {
      const rows = this.refused.cells(tenantId, id, { severity, language, signal });
      return csvFileOfCells(name, rows, { delimiter: characterOf(file.reading.delimiter ?? 'comma'), bom });
    }
    const errors = mapped(this.queries.allErrors(tenantId, id, severity), (row) =>
      toImportErrorResponse(row, language),
    );
    return format === 'csv'
      ? csvFile(name, ERROR_COLUMNS, mapped(errors, errorCells), { bom })
      : ndjsonFile(name, errors);
  }
}
