import { Module } from '@nestjs/common';
import { ChangesController } from './changes.controller';
import { ChangesFeed, LongPolls } from './changes.feed';
import { ChangesQueries } from './changes.queries';

@Module({
  controllers: [ChangesController],
  providers: [ChangesFeed, ChangesQueries, LongPolls],
  exports: [ChangesQueries],
})
export class ChangesModule {}
