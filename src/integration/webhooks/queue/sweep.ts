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

/** When the last sweep ended longer ago than this, milliseconds, the process is not ready. */
const STALE_MILLISECONDS = 30_000;

/** Most deliveries found by one sweep. */
const MOST = 1_000;

/** Pending deliveries that the metrics look at, at most. */
const LOOKED_AT = 100_000;

/** A delivery due for two sweeps was offered and not attempted: this process attempts it itself, past Redis. */
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

/**
 * Finds due deliveries in PostgreSQL, which owns the schedule, and offers them: retries whose time has come, deliveries whose
 * worker died (their lease has ended), and whatever Redis lost or never heard of.
 */
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

  /** `ok` while sweeps end in time, else what is wrong; for the readiness check. */
  readiness(): string {
    if (this.lastAt === undefined) return 'not swept yet';
    const seconds = Math.round((performance.now() - this.lastAt) / 1000);
    return seconds * 1000 <= STALE_MILLISECONDS ? 'ok' : `not swept for ${seconds} s`;
  }

  /** One sweep: offers what is due, attempts here what is overdue, and updates the gauges of the queue. */
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
