import { Module } from '@nestjs/common';
import { ChangesController } from './changes.controller';
import { ChangesFeed, Waiting } from './changes.feed';
import { ChangesQueries } from './changes.queries';

@Module({
  controllers: [ChangesController],
  providers: [ChangesFeed, ChangesQueries, Waiting],
  exports: [ChangesQueries],
})
export class ChangesModule {}
