import { Get } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import type { FeedPart } from '../../common/lists/page';
import { AnswersFeed, BothForms, ClientGone, CurrentActor, Query, Requires } from '../../platform/http';
import { ChangeResponse, toChangeResponse } from './answers';
import { ChangesFeed } from './changes.feed';
import { ChangesQuery } from './requests';

@BothForms('changes', 'Changes')
export class ChangesController {
  constructor(private readonly feed: ChangesFeed) {}

  @Get()
  @Requires('read')
  @AnswersFeed(ChangeResponse, {
    summary: 'List changes for synchronisation',
    description:
      'Every change of a record, in commit order: a late commit never appears before an issued cursor. Save ' +
      '`meta.next_cursor` and send it as `after`: immediately while `has_more` is true, otherwise with ' +
      '`wait`. Entries do not contain the record: read it. Retained for 30 days; an older cursor gets ' +
      'CURSOR_EXPIRED and requires a full synchronisation.',
    codes: ['CURSOR_EXPIRED'],
  })
  async list(
    @CurrentActor() { tenantId }: Actor,
    @Query() query: ChangesQuery,
    @ClientGone() gone: AbortSignal,
  ): Promise<FeedPart<ChangeResponse>> {
    const part = await this.feed.next(tenantId, query.toCursor(), query.toFilter(), { seconds: query.wait ?? 0, gone });
    return part.map(toChangeResponse);
  }
}
