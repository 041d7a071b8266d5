import { Get } from '@nestjs/common';
import type { Actor } from '../common/actor';
import type { Page } from '../common/page';
import { AnswersPage, BothForms, CurrentActor, Query, Requires } from '../http';
import { AuditEntryOut, presentEntry } from './answers';
import { AuditQueries } from './audit.queries';
import { AuditQuery } from './requests';

@BothForms('audit-log', 'Audit log')
export class AuditController {
  constructor(private readonly queries: AuditQueries) {}

  @Get()
  @Requires('read', 'audit.read')
  @AnswersPage(AuditEntryOut, {
    summary: 'List what was done, by whom and when',
    description: 'Newest first. Entries are written with the change they tell of and can never be changed.',
  })
  async list(@CurrentActor() actor: Actor, @Query() query: AuditQuery): Promise<Page<AuditEntryOut>> {
    return (await this.queries.list(actor.tenantId, query, query.toPageRequest())).map(presentEntry);
  }
}
