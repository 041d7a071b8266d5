import { BeforeApplicationShutdown, Inject, Injectable, Logger, OnApplicationBootstrap } from '@nestjs/common';
import { ENVIRONMENT, type Environment } from '../../../platform/config';
import { ReadinessChecks } from '../../../platform/health';
import { DeliveryPipeline } from '../delivery/delivery-pipeline';
import type { DeliveryRef, Lane } from '../delivery/delivery-trigger';
import { BullTrigger } from './bull-trigger';
import { HandOver } from './hand-over';
import { LocalLanes } from './local-lanes';
import { Sweep } from './sweep';

/** Time to record a result after the deadline of its attempt, milliseconds. */
const DRAIN_MARGIN_MILLISECONDS = 2_000;

/** Starts and stops delivery in a process; a stop waits for running attempts. */
@Injectable()
export class DeliveryWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(DeliveryWorker.name);

  constructor(
    private readonly pipeline: DeliveryPipeline,
    private readonly handOver: HandOver,
    private readonly lanes: LocalLanes,
    private readonly sweep: Sweep,
    private readonly readiness: ReadinessChecks,
    @Inject(BullTrigger) private readonly bull: BullTrigger | undefined,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'WEBHOOK_TIMEOUT_MS'>,
  ) {}

  onApplicationBootstrap(): void {
    this.lanes.open((ref, lane) => this.deliver(ref, lane));
    this.readiness.register('webhooks', () => this.sweep.readiness());
    this.sweep.start();
    this.log.log(`Delivering webhooks ${this.bull ? 'through Redis' : 'in this process'}`);
  }

  private async deliver(ref: DeliveryRef, lane: Lane): Promise<void> {
    await this.pipeline.deliver(ref, lane);
    // Not awaited: the place in this process is free at once.
    void this.handOver.after(ref.tenantId, lane);
  }

  /** Takes no more deliveries, then waits for running attempts. */
  async beforeApplicationShutdown(): Promise<void> {
    this.lanes.close();
    await this.sweep.stop();
    await this.bull?.pause();
    await this.pipeline.stop(this.environment.WEBHOOK_TIMEOUT_MS + DRAIN_MARGIN_MILLISECONDS);
  }
}
