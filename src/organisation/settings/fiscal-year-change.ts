import { Injectable } from '@nestjs/common';
import { systemActor } from '../../common/actor';
import { invalidField } from '../../common/errors';
import { changesOf, fromTo } from '../../common/records/changes';
import type { TenantId } from '../../common/records/ids';
import { AuditLog, isTenantShut, query, type Transaction, UnitOfWork } from '../../platform/database';
import { Periodic, type Repetition } from '../../platform/periodic';
import { type FiscalYearRule, FiscalYears, storedBy, TenantSettings } from '../tenants';
import { SettingsPorts, type StoringPlace, type TwiceUsedNumber } from './ports';
import type { ShownSettings } from './shown-settings';

/** A change of up to this many records takes effect in the request, a larger one in a background job. */
const AT_ONCE = 1000;

/** Maximum numbers listed in an error. */
const NAMED = 5;

@Injectable()
export class FiscalYearChange {
  constructor(
    private readonly years: FiscalYears,
    private readonly ports: SettingsPorts,
  ) {}

  /**
   * Starts a change of the month, or completes it if few records store a fiscal year. Replaces a pending change. The
   * caller has locked the settings. @throws DomainError VALIDATION_ERROR on `fiscal_year_start_month` with numbers that
   * a vendor would have used twice in a year
   */
  async change(tx: Transaction, startMonth: number): Promise<void> {
    const calendar = await this.years.lockExclusively(tx);
    const twice = await this.ports.fiscalYears.twiceUsed(tx, startMonth, NAMED);
    if (twice.length > 0) throw invalidField('fiscal_year_start_month', 'settings.fiscal_year_twice', named(twice));
    const rule = { startMonth, series: storedBy(calendar).series + 1 };
    if ((await this.ports.fiscalYears.left(tx, rule, AT_ONCE + 1)) > AT_ONCE) return this.years.begin(tx, rule);
    await this.storeAll(tx, rule);
    await this.years.settle(tx, rule);
  }

  private async storeAll(tx: Transaction, rule: FiscalYearRule): Promise<void> {
    let place: StoringPlace | undefined;
    do place = await this.ports.fiscalYears.store(tx, rule, AT_ONCE + 1, place);
    while (place);
  }
}

/** For example `B-7 (INV-2025-000002, INV-2026-000003); CN-1 (#4, #9)`. */
function named(twice: readonly TwiceUsedNumber[]): { numbers: string } {
  const shown = twice.slice(0, NAMED).map(({ number, records }) => `${number} (${records.slice(0, NAMED).join(', ')})`);
  return { numbers: `${shown.join('; ')}${twice.length > NAMED ? '; …' : ''}` };
}

const EVERY_MS = 5000;
const BATCH = 1000;
const TENANTS = 'SELECT tenants_with_fiscal_years_to_store() AS id';
const TRY_LOCK = `SELECT pg_try_advisory_xact_lock(hashtextextended('fiscal-year-job/' || $1::text, 0)) AS "isOurs"`;

type Months = Pick<ShownSettings, 'fiscal_year_start_month' | 'pending_fiscal_year_start_month'>;

/** The start of the next batch; `last` after the last one; `taken` if another process works on the tenant. */
type Batch = StoringPlace | 'last' | 'taken';

/**
 * Recomputes stored fiscal years after a change of the first month, in batches, then applies the month. Each record
 * stores the number of its change, so that repeated runs skip it. An advisory lock allows one process per tenant.
 */
@Injectable()
export class FiscalYearJob {
  private readonly storing: Repetition;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly settings: TenantSettings,
    private readonly years: FiscalYears,
    private readonly ports: SettingsPorts,
    private readonly audit: AuditLog,
    periodic: Periodic,
  ) {
    this.storing = periodic.add({
      name: 'Fiscal years',
      every: EVERY_MS,
      runsAtStart: true,
      onlyInWorkers: true,
      failure: 'Fiscal years could not be stored by a changed first month',
      run: () => this.storeAll(),
    });
  }

  /** @throws AggregateError at the end, with the errors of tenants that failed */
  async storeAll(): Promise<void> {
    const tenants = await this.unitOfWork.unscoped<{ id: TenantId }>(query(TENANTS));
    const faults: unknown[] = [];
    for (const { id } of tenants) {
      try {
        if (await this.store(id)) await this.unitOfWork.run(id, (tx) => this.settle(tx));
      } catch (error) {
        // A sandbox that is being reset has nothing to recompute.
        if (!isTenantShut(error)) faults.push(error);
      }
    }
    if (faults.length > 0) throw new AggregateError(faults, `${faults.length} tenants could not be worked at`);
  }

  /** @returns true after the last batch; false if the process stops or another process works on the tenant */
  private async store(tenantId: TenantId): Promise<boolean> {
    let place: StoringPlace | undefined;
    for (;;) {
      if (this.storing.stopped) return false;
      const batch = await this.unitOfWork.run(tenantId, (tx) => this.storeBatch(tx, place));
      if (batch === 'taken') return false;
      if (batch === 'last') return true;
      place = batch;
    }
  }

  private async storeBatch(tx: Transaction, place: StoringPlace | undefined): Promise<Batch> {
    const [[lock], calendar] = await Promise.all([
      tx.query<{ isOurs: boolean }>(TRY_LOCK, [tx.tenantId]),
      this.years.hold(tx),
    ]);
    if (!lock?.isOurs) return 'taken';
    return (await this.ports.fiscalYears.store(tx, storedBy(calendar), BATCH, place)) ?? 'last';
  }

  /** Applies the pending month if all records are recomputed; otherwise a later run does. */
  private async settle(tx: Transaction): Promise<void> {
    await this.settings.lock(tx);
    const { pending, inForce } = await this.years.hold(tx);
    if (!pending || (await this.ports.fiscalYears.left(tx, pending, 1)) > 0) return;
    await this.years.settle(tx, pending);
    const before = { fiscal_year_start_month: inForce.startMonth, pending_fiscal_year_start_month: pending.startMonth };
    const after = { fiscal_year_start_month: pending.startMonth, pending_fiscal_year_start_month: null };
    await this.audit.record(tx, systemActor(tx.tenantId), {
      action: 'fiscal_year_changed',
      entityType: 'settings',
      entityId: null,
      details: { changes: fromTo<Months>(before, changesOf<Months>(before, after)) },
    });
  }
}
