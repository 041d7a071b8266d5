import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../common/clock';
import type { TenantId } from '../../common/records/ids';
import { isTenantShut, query, UnitOfWork } from '../../platform/database';
import { gauge } from '../../platform/metrics';
import { Periodic, type Repetition } from '../../platform/periodic';

const EVERY_MS = 1_000;

/** Rows that one transaction seals. */
const BATCH = 1_000;

const TENANTS = 'SELECT tenants_to_seal() AS id';
const SEAL = 'SELECT sealed, more FROM seal_evidence($1, $2)';
const TAIL = 'SELECT waiting, seconds, catching_up FROM evidence_tail($1)';

/** How often it is measured what waits. */
const LOOK_MS = 10_000;

/** Rows that are looked at for it, at most. */
const LOOKED_AT = 100_000;

/** That a row has waited for so long is said in the log, once in so long. */
const LATE_SECONDS = 60;

interface Tail {
  readonly waiting: number;
  readonly seconds: number;
  readonly catching_up: number;
}

/**
 * Seals each tenant's audit entries and events, every second, after they were committed: no write waits for it. Tenants take
 * turns, a batch each. Several processes share the work: who finds a tenant's chain locked leaves it to the other.
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
    'How long the unsealed row that waits longest has waited',
    [],
    'max',
  );
  private readonly catchingUp = gauge(
    'evidence_catching_up_tenants',
    'Tenants whose rows of before there were seals are not all sealed yet',
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

  /**
   * Seals all that is committed, a batch of each tenant in turn until none has more.
   * @throws AggregateError, after the other tenants, of those that could not be sealed
   */
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

  /** @returns whether the tenant may have more to seal; of one that cannot be sealed, no */
  private async seal(tenantId: TenantId, faults: Map<TenantId, unknown>): Promise<boolean> {
    try {
      const sealing = query(SEAL, [BATCH, this.clock.now()]);
      const [[batch]] = await this.unitOfWork.write<[{ more: boolean }]>(tenantId, sealing);
      return batch?.more ?? false;
    } catch (error) {
      // A sandbox that is being reset is sealed when it is open again.
      if (!isTenantShut(error)) faults.set(tenantId, error);
      return false;
    }
  }

  /** Measures what waits, and says in the log when it has waited long; neither of them often. */
  private async look(): Promise<void> {
    const now = performance.now();
    if (now - this.lookedAt < LOOK_MS) return;
    this.lookedAt = now;
    const [tail] = await this.unitOfWork.unscoped<Tail>(query(TAIL, [LOOKED_AT]));
    if (!tail) return;
    this.waiting.set(tail.waiting);
    this.seconds.set(tail.seconds);
    this.catchingUp.set(tail.catching_up);
    if (tail.seconds < LATE_SECONDS || now - this.warnedAt < LATE_SECONDS * 1000) return;
    this.warnedAt = now;
    this.log.warn(tail, 'The sealing of what happened has fallen behind');
  }
}
