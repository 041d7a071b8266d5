import { Process, Processor } from '@nestjs/bull';
import {
  BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  OnApplicationBootstrap,
  type Type,
} from '@nestjs/common';
import type { Job } from 'bull';
import { Clock } from '../../../common/clock';
import type { TenantId } from '../../../common/records/ids';
import { ENVIRONMENT, type Environment } from '../../../platform/config';
import { query, UnitOfWork } from '../../../platform/database';
import { ReadinessChecks } from '../../../platform/health';
import { mayStart } from '../delivery/deliveries.sql';
import { DeliveryPipeline } from '../delivery/delivery-pipeline';
import type { DeliveryRef, Lane, Offer } from '../delivery/delivery-trigger';
import { RETRY_SLOTS, SUBSCRIPTION_SLOTS } from '../domain/limits';
import { queueName } from './bull-queues';
import { BullTrigger } from './bull-trigger';
import { LocalLanes } from './local-lanes';
import { Sweep } from './sweep';

// Due deliveries of each subscription of one tenant, oldest first: as many as it has free slots, and retries only
// within the retry slots. due_webhook_deliveries() does the same for all tenants.
const DUE_OF_TENANT = `
  SELECT s.id AS subscription_id, due.id AS delivery_id
    FROM webhook_subscriptions s
   CROSS JOIN LATERAL (
     SELECT count(*) AS total, count(*) FILTER (WHERE l.round_failures > 0) AS retries FROM webhook_deliveries l
      WHERE l.tenant_id = $1 AND l.subscription_id = s.id AND l.lease_token IS NOT NULL AND l.due_at > $2) leased
   CROSS JOIN LATERAL (
     SELECT d.id, d.round_failures, d.due_at FROM webhook_deliveries d
      WHERE d.tenant_id = $1 AND d.subscription_id = s.id AND ${mayStart('attempt', 'd.status')} AND d.due_at <= $2
        AND (d.round_failures = 0 OR leased.retries < $4)
      ORDER BY d.due_at, d.id LIMIT greatest($3 - leased.total, 0)) due
   WHERE s.tenant_id = $1 AND s.is_active AND s.deleted_at IS NULL AND (s.struggling OR due.round_failures > 0) = $5
   ORDER BY due.due_at, due.id`;

/** When a delivery of a tenant has ended, moves its deliveries that did not fit into Bull from PostgreSQL to Bull. */
@Injectable()
export class QueueRefill {
  private readonly log = new Logger(QueueRefill.name);

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    @Inject(BullTrigger) private readonly bull: BullTrigger | undefined,
  ) {}

  /** Offers the tenant's due deliveries if this lane declined some before. Never rejects: the sweep finds the rest. */
  async after(tenantId: TenantId, lane: Lane): Promise<void> {
    try {
      if (!this.bull || !(await this.bull.hasMore(tenantId, lane))) return;
      await this.bull.offer(await this.due(tenantId, lane));
    } catch (error) {
      this.log.warn({ err: error, tenant: tenantId }, 'Nothing was handed over');
    }
  }

  private async due(tenantId: TenantId, lane: Lane): Promise<Offer[]> {
    const due = query(DUE_OF_TENANT, [tenantId, this.clock.now(), SUBSCRIPTION_SLOTS, RETRY_SLOTS, lane === 'patient']);
    const [rows] = await this.unitOfWork.read<[{ subscription_id: number; delivery_id: number }]>(tenantId, due);
    return rows.map((row) => ({
      ref: { tenantId, subscriptionId: row.subscription_id, deliveryId: row.delivery_id },
      lane,
    }));
  }
}

/** Time to record a result after the deadline of its attempt, milliseconds. */
const DRAIN_MARGIN_MILLISECONDS = 2_000;

/** Starts and stops delivery in a process. A stop waits for running attempts. */
@Injectable()
export class DeliveryWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(DeliveryWorker.name);

  constructor(
    private readonly pipeline: DeliveryPipeline,
    private readonly refill: QueueRefill,
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
    // Not awaited, so that the slot in this process is free immediately.
    void this.refill.after(ref.tenantId, lane);
  }

  /** Starts no more deliveries, then waits for running attempts. */
  async beforeApplicationShutdown(): Promise<void> {
    this.lanes.close();
    await this.sweep.stop();
    await this.bull?.pause();
    await this.pipeline.stop(this.environment.WEBHOOK_TIMEOUT_MS + DRAIN_MARGIN_MILLISECONDS);
  }
}

/** The Bull processor of a lane. Passes deliveries to the lanes of this process, which serve tenants in turn. */
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
