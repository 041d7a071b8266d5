import { Get } from '@nestjs/common';
import type { Actor } from '../common/actor';
import type { Page } from '../common/page';
import { AnswersPage, BothForms, CurrentActor, Query, Requires } from '../http';
import { AuditEntryOut } from './answers';
import { AuditQueries } from './audit.queries';
import { presentEntry } from './present';
import { AuditQuery } from './requests';

@BothForms('audit-log', 'Audit log')
export class AuditController {
  constructor(private readonly queries: AuditQueries) {}

  @Get()
  @Requires('admin')
  @AnswersPage(AuditEntryOut, {
    summary: 'List what was done, by whom and when',
    description: 'Newest first. Entries are written with the change they tell of and can never be changed.',
  })
  async list(@CurrentActor() actor: Actor, @Query() query: AuditQuery): Promise<Page<AuditEntryOut>> {
    const filter = {
      entityType: query.entity_type,
      entityId: query.entity_id,
      action: query.action,
      userId: query.user_id,
      tokenId: query.token_id,
      requestId: query.request_id,
      from: query.from_date,
      to: query.to_date,
    };
    return (await this.queries.list(actor.tenantId, filter, query.toPageRequest())).map(presentEntry);
  }
}
