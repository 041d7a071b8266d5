import { BeforeApplicationShutdown, Inject, Injectable, Logger, OnApplicationBootstrap } from '@nestjs/common';
import type { Queue } from 'bull';
import { ENVIRONMENT, type Environment } from '../../config';
import { ReadinessChecks } from '../../health';
import { DeliveryPipeline } from '../delivery/delivery-pipeline';
import type { DeliveryRef, Lane } from '../delivery/delivery-trigger';
import { HandOver } from './hand-over';
import { LocalLanes } from './local-lanes';
import { Sweep } from './sweep';

/** Injection token of the lanes' Bull queues; empty where the service runs without Redis. */
export const LANE_QUEUES = Symbol('LANE_QUEUES');

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
    @Inject(LANE_QUEUES) private readonly queues: readonly Queue[],
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'WEBHOOK_TIMEOUT_MS'>,
  ) {}

  onApplicationBootstrap(): void {
    this.lanes.open((ref, lane) => this.deliver(ref, lane));
    this.readiness.register('webhooks', () => this.sweep.readiness());
    this.sweep.start();
    this.log.log(`Delivering webhooks ${this.queues.length > 0 ? 'through Redis' : 'in this process'}`);
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
    // Pauses this process's side only: other workers go on with what waits in Redis.
    await Promise.allSettled(this.queues.map((queue) => queue.pause(true, true)));
    await this.pipeline.stop(this.environment.WEBHOOK_TIMEOUT_MS + DRAIN_MARGIN_MILLISECONDS);
  }
}
