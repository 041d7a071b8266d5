import { Module } from '@nestjs/common';
import { ChangesCursor } from './changes-cursor';
import { ChangesController } from './changes.controller';
import { ChangesFeed } from './changes.feed';
import { ChangesQueries } from './changes.queries';
import { Waiting } from './waiting';

/** What changed in a tenant, in one order. */
@Module({
  controllers: [ChangesController],
  providers: [ChangesFeed, ChangesQueries, ChangesCursor, Waiting],
  exports: [ChangesCursor],
})
export class ChangesModule {}
