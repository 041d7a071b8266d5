import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../common/clock';
import type { TenantId } from '../../common/records/ids';
import { isTenantShut, query, UnitOfWork } from '../../platform/database';
import { gauge } from '../../platform/metrics';
import { Periodic, type Repetition } from '../../platform/periodic';

const EVERY_MS = 1_000;

/** Rows per transaction. */
const BATCH = 1_000;

const TENANTS = 'SELECT tenants_to_seal() AS id';
const SEAL = 'SELECT sealed, more FROM seal_evidence($1, $2)';
const TAIL = 'SELECT waiting, seconds, catching_up FROM evidence_tail($1)';

/** Interval of measuring unsealed rows. */
const LOOK_MS = 10_000;

/** Maximum rows counted. */
const LOOKED_AT = 100_000;

/** Logs a warning if a row has waited for this time, at most once in this time. */
const LATE_SECONDS = 60;

/**
 * Seals each tenant's audit entries and events every second, after their commit, so that no write waits. Tenants are
 * served in turn, one batch each. Processes share the work: a locked chain is left to the process that locked it.
 */
@Injectable()
export class Sealing {
  private readonly log = new Logger(Sealing.name);
  private readonly sealing: Repetition;
  private lookedAt = -Infinity;
  private warnedAt = -Infinity;
  private readonly waiting = gauge(
    'evidence_unsealed_rows',
    `Audit entries and events that are not sealed yet, ${LOOKED_AT} at most`,
    [],
    'max',
  );
  private readonly seconds = gauge(
    'evidence_unsealed_seconds',
    'Seconds that the oldest unsealed row has waited',
    [],
    'max',
  );
  private readonly catchingUp = gauge(
    'evidence_catching_up_tenants',
    'Tenants whose rows from before sealing existed are not all sealed yet',
    [],
    'max',
  );

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    periodic: Periodic,
  ) {
    this.sealing = periodic.add({
      name: 'Seals of the evidence',
      every: EVERY_MS,
      onlyInWorkers: true,
      failure: 'What happened could not be sealed; it waits',
      run: () => this.sealAll(),
    });
  }

  /** @throws AggregateError at the end, with the errors of tenants that failed */
  async sealAll(): Promise<void> {
    const faults = new Map<TenantId, unknown>();
    for (let more = true; more;) {
      more = false;
      for (const { id } of await this.unitOfWork.unscoped<{ id: TenantId }>(query(TENANTS))) {
        if (this.sealing.stopped) return;
        if (faults.has(id)) continue;
        more = (await this.seal(id, faults)) || more;
      }
      await this.look();
    }
    if (faults.size > 0) throw new AggregateError(faults.values(), `${faults.size} tenants could not be sealed`);
  }

  /** @returns whether the tenant may have more to seal; false if it failed */
  private async seal(tenantId: TenantId, faults: Map<TenantId, unknown>): Promise<boolean> {
    try {
      const sealing = query(SEAL, [BATCH, this.clock.now()]);
      const [[batch]] = await this.unitOfWork.write<[{ more: boolean }]>(tenantId, sealing);
      return batch?.more ?? false;
    } catch (error) {
      // A sandbox that is being reset is sealed later.
      if (!isTenantShut(error)) faults.set(tenantId, error);
      return false;
    }
  }

  /** Measures unsealed rows, and logs a warning if they wait too long. */
  private async look(): Promise<void> {
    const now = performance.now();
    if (now - this.lookedAt < LOOK_MS) return;
    this.lookedAt = now;
    const asked = query(TAIL, [LOOKED_AT]);
    const [tail] = await this.unitOfWork.unscoped<{ waiting: number; seconds: number; catching_up: number }>(asked);
    if (!tail) return;
    this.waiting.set(tail.waiting);
    this.seconds.set(tail.seconds);
    this.catchingUp.set(tail.catching_up);
    if (tail.seconds < LATE_SECONDS || now - this.warnedAt < LATE_SECONDS * 1000) return;
    this.warnedAt = now;
    this.log.warn(tail, 'The sealing of what happened has fallen behind');
  }
}
