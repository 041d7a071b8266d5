import { Get } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import type { FeedPart } from '../../common/lists/page';
import { AnswersFeed, BothForms, ClientGone, CurrentActor, Query, Requires } from '../../platform/http';
import { ChangeResponse, presentChange } from './answers';
import { ChangesFeed } from './changes.feed';
import { ChangesQuery } from './requests';

@BothForms('changes', 'Changes')
export class ChangesController {
  constructor(private readonly feed: ChangesFeed) {}

  @Get()
  @Requires('read')
  @AnswersFeed(ChangeResponse, {
    summary: 'List what changed, in one order, to keep a copy in step',
    description:
      'Every change of a record of your tenant, in the order in which they were committed; one that is slower to commit comes ' +
      'later, never before a cursor that was handed out. Keep `meta.next_cursor` with your copy and ask again with it as `after`: ' +
      'at once while `has_more` is true, else with `wait`. An entry says which record changed, not its content: read the record. ' +
      'Changes are kept for 30 days. An older cursor is answered CURSOR_EXPIRED: take everything anew.',
    codes: ['CURSOR_EXPIRED'],
  })
  async list(
    @CurrentActor() { tenantId }: Actor,
    @Query() query: ChangesQuery,
    @ClientGone() gone: AbortSignal,
  ): Promise<FeedPart<ChangeResponse>> {
    const part = await this.feed.next(tenantId, query.toCursor(), query.toFilter(), { seconds: query.wait ?? 0, gone });
    return part.map(presentChange);
  }
}
