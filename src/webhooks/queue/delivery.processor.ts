import { Process, Processor } from '@nestjs/bull';
import type { Type } from '@nestjs/common';
import type { Job } from 'bull';
import { DeliveryPipeline } from '../delivery/delivery-pipeline';
import { queueName } from './bull-queues';
import type { DeliveryRef, Lane } from './delivery-trigger';

/** The Bull processor of a lane: takes an id, and lets the pipeline do the rest. */
export function deliveryProcessor(lane: Lane, concurrency: number): Type {
  @Processor(queueName(lane))
  class DeliveryProcessor {
    constructor(private readonly pipeline: DeliveryPipeline) {}

    @Process({ concurrency })
    async deliver({ data }: Job<DeliveryRef>): Promise<void> {
      await this.pipeline.deliver(data, lane);
    }
  }
  return DeliveryProcessor;
}
