import { Get, type StreamableFile } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import type { Page } from '../../common/lists/page';
import {
  AnswersPage,
  BothForms,
  csvFile,
  CurrentActor,
  type ListFormat,
  mapped,
  ndjsonFile,
  PreferredFormat,
  Query,
  Requires,
} from '../../platform/http';
import { AuditEntryResponse, CSV_COLUMNS, csvRow, toEntryResponse } from './answers';
import { AuditQueries } from './audit.queries';
import { AuditQuery } from './requests';

@BothForms('audit-log', 'Audit log')
export class AuditController {
  constructor(private readonly queries: AuditQueries) {}

  @Get()
  @Requires('read', 'audit.read')
  @AnswersPage(AuditEntryResponse, {
    summary: 'List audit entries',
    description:
      'Newest first. Each entry is saved in the transaction of its change and can never be changed; ' +
      '`changes` contains old and new values. By page, by `cursor`, or complete as CSV or NDJSON, without ' +
      'page and cursor.',
    csv: true,
    ndjson: true,
  })
  async list(
    @CurrentActor() { tenantId }: Actor,
    @Query() query: AuditQuery,
    @PreferredFormat() format: ListFormat,
  ): Promise<Page<AuditEntryResponse> | StreamableFile> {
    const [filter, request] = [query.toFilter(), query.toPageRequest()];
    if (format !== 'json') {
      const entries = mapped(this.queries.all(tenantId, filter, request), toEntryResponse);
      return format === 'csv'
        ? csvFile('audit-log.csv', CSV_COLUMNS, mapped(entries, csvRow), query)
        : ndjsonFile('audit-log.ndjson', entries);
    }
    return (await this.queries.list(tenantId, filter, request)).map(toEntryResponse);
  }
}
