import { Process, Processor } from '@nestjs/bull';
import type { Type } from '@nestjs/common';
import type { Job } from 'bull';
import { queueName } from './bull-queues';
import { BullTrigger } from './bull-trigger';
import type { DeliveryRef, Lane } from '../delivery/delivery-trigger';
import { LocalLanes } from './local-lanes';

/** The Bull processor of a lane: hands a delivery's ids to this process's lanes, where tenants take turns. */
export function deliveryProcessor(lane: Lane, concurrency: number): Type {
  @Processor(queueName(lane))
  class DeliveryProcessor {
    constructor(
      private readonly lanes: LocalLanes,
      private readonly bull: BullTrigger,
    ) {}

    @Process({ concurrency })
    async deliver({ id, data }: Job<DeliveryRef>): Promise<void> {
      await this.lanes.take(data, lane, () => void this.bull.left(data, lane, String(id)));
    }
  }
  return DeliveryProcessor;
}
