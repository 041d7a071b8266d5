import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { notFound } from '../../common/errors';
import type { Transaction } from '../../platform/database';
import type { FiscalCalendar, FiscalYearRule } from './domain/fiscal-calendar';
import { INITIAL_SETTINGS } from './settings';
import { TenantSettings } from './tenant-settings';

/** The columns of a tenant that a {@link FiscalCalendar} is made of. */
const FISCAL_COLUMNS = `settings ->> 'fiscal_year_start_month' AS month, fiscal_series AS series, pending_fiscal_month AS "pendingMonth", pending_fiscal_series AS "pendingSeries"`;

interface FiscalRow {
  readonly month: string | null;
  readonly series: number;
  readonly pendingMonth: number | null;
  readonly pendingSeries: number | null;
}

const LOCK = (name: string): string => `SELECT ${name}(hashtextextended('fiscal-years/' || $1::text, 0))`;
const SHARED = LOCK('pg_advisory_xact_lock_shared');
const ALONE = LOCK('pg_advisory_xact_lock');
const READ = `SELECT ${FISCAL_COLUMNS} FROM tenants WHERE id = $1`;

/**
 * By which first month fiscal years are computed. Whoever stores a fiscal year holds the calendar, and whoever changes it holds it
 * alone: so all that was stored by the calendar before is committed when it changes. Hold it before any record is locked.
 */
@Injectable()
export class FiscalYears {
  constructor(
    private readonly tenants: TenantSettings,
    private readonly clock: Clock,
  ) {}

  /**
   * The calendar, which stays as it is until the transaction ends.
   * @throws DomainError NOT_FOUND when the tenant is gone
   */
  async hold(tx: Transaction): Promise<FiscalCalendar> {
    // Never remembered: a savepoint that is undone gives the lock back.
    return this.read(tx, SHARED);
  }

  /**
   * The same, and nobody else stores a fiscal year until the transaction ends.
   * @throws DomainError NOT_FOUND when the tenant is gone
   */
  async holdAlone(tx: Transaction): Promise<FiscalCalendar> {
    return this.read(tx, ALONE);
  }

  /** From now on records are stored by this rule too; it is in force once all of them are. */
  async begin(tx: Transaction, { startMonth, series }: FiscalYearRule): Promise<void> {
    await tx.query(
      'UPDATE tenants SET pending_fiscal_month = $2, pending_fiscal_series = $3, updated_at = $4 WHERE id = $1',
      [tx.tenantId, startMonth, series, this.clock.now()],
    );
    this.tenants.forget(tx);
  }

  /** Puts a rule in force; no change is pending then. */
  async settle(tx: Transaction, { startMonth, series }: FiscalYearRule): Promise<void> {
    await tx.query(
      'UPDATE tenants SET fiscal_series = $2, pending_fiscal_month = NULL, pending_fiscal_series = NULL WHERE id = $1',
      [tx.tenantId, series],
    );
    await this.tenants.set(tx, { fiscal_year_start_month: startMonth });
  }

  private async read(tx: Transaction, lock: string): Promise<FiscalCalendar> {
    // A statement of its own: it begins when the lock is ours, and so sees what the last one to hold it has committed.
    const [, [row]] = await Promise.all([tx.query(lock, [tx.tenantId]), tx.query<FiscalRow>(READ, [tx.tenantId])]);
    if (!row) throw notFound();
    const startMonth = Number(row.month ?? INITIAL_SETTINGS.fiscal_year_start_month);
    const { pendingMonth, pendingSeries } = row;
    const pending =
      pendingMonth === null || pendingSeries === null ? null : { startMonth: pendingMonth, series: pendingSeries };
    return { inForce: { startMonth, series: row.series }, pending };
  }
}
