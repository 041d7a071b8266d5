import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/clock';
import type { TenantId } from '../../../common/records/ids';
import { query, UnitOfWork } from '../../../platform/database';
import { Periodic, type Repetition } from '../../../platform/periodic';
import { RETRY_SLOTS, SUBSCRIPTION_SLOTS } from '../domain/limits';
import { DeliveryMetrics, type LaneState } from '../delivery/delivery-metrics';
import { DeliveryTrigger, type Offer } from '../delivery/delivery-trigger';
import { LocalLanes } from './local-lanes';

/** Pause between two sweeps, milliseconds. */
export const SWEEP_MILLISECONDS = 5_000;

/** If the last sweep ended longer ago than this, milliseconds, the process is not ready. */
const STALE_MILLISECONDS = 30_000;

/** Maximum deliveries per sweep. */
const MOST = 1_000;

/** Maximum pending deliveries counted for the metrics. */
const LOOKED_AT = 100_000;

/** A delivery due for two sweeps was offered but not attempted. This process then attempts it without Redis. */
const OVERDUE_MILLISECONDS = 2 * SWEEP_MILLISECONDS;

const DUE = 'SELECT * FROM due_webhook_deliveries($1, $2, $3, $4)';
const STATE = 'SELECT * FROM webhook_queue_by_lane($1, $2)';

interface DueRow {
  readonly tenant_id: TenantId;
  readonly subscription_id: number;
  readonly delivery_id: number;
  readonly patient: boolean;
  readonly due_at: Date;
}

/** Queues due deliveries from PostgreSQL: retries, those with an expired lease, and those that Redis lost. */
@Injectable()
export class Sweep {
  private repetition: Repetition | undefined;
  private lastAt: number | undefined;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly trigger: DeliveryTrigger,
    private readonly lanes: LocalLanes,
    private readonly metrics: DeliveryMetrics,
    private readonly clock: Clock,
    private readonly periodic: Periodic,
  ) {}

  start(): void {
    this.repetition = this.periodic.add({
      name: 'Due webhook deliveries',
      every: SWEEP_MILLISECONDS,
      runsAtStart: true,
      onlyInWorkers: true,
      failure: 'A sweep failed',
      run: () => this.sweep(),
    });
  }

  async stop(): Promise<void> {
    await this.repetition?.stop();
  }

  /** `ok` if the last sweep is recent, otherwise the fault; for the readiness check. */
  readiness(): string {
    if (this.lastAt === undefined) return 'not swept yet';
    const seconds = Math.round((performance.now() - this.lastAt) / 1000);
    return seconds * 1000 <= STALE_MILLISECONDS ? 'ok' : `not swept for ${seconds} s`;
  }

  /** Offers due deliveries, attempts overdue ones in this process, and updates the queue metrics. */
  async sweep(): Promise<void> {
    const now = this.clock.now();
    const due = await this.unitOfWork.unscoped<DueRow>(query(DUE, [now, SUBSCRIPTION_SLOTS, RETRY_SLOTS, MOST]));
    const isOverdue = (row: DueRow): boolean => row.due_at.getTime() < now.getTime() - OVERDUE_MILLISECONDS;
    const fresh = due.filter((row) => !isOverdue(row));
    const overdue = due.filter(isOverdue);
    if (fresh.length > 0) await this.trigger.offer(fresh.map(offerOf));
    if (overdue.length > 0) await this.lanes.offer(overdue.map(offerOf));
    this.metrics.queue(await this.unitOfWork.unscoped<LaneState>(query(STATE, [now, LOOKED_AT])), now);
    this.lastAt = performance.now();
  }
}

function offerOf(row: DueRow): Offer {
  return {
    ref: { tenantId: row.tenant_id, subscriptionId: row.subscription_id, deliveryId: row.delivery_id },
    lane: row.patient ? 'patient' : 'prompt',
  };
}
