import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { notFound } from '../../common/errors';
import type { Transaction } from '../../platform/database';
import type { FiscalCalendar, FiscalYearRule } from './domain/fiscal-calendar';
import { INITIAL_SETTINGS } from './settings';
import { TenantSettings } from './tenant-settings';

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
 * The fiscal calendar of a tenant. Storing a fiscal year takes a shared lock of the calendar, changing it an exclusive
 * one, so all records stored before are committed when it changes. Take the lock before locking any record.
 */
@Injectable()
export class FiscalYears {
  constructor(
    private readonly tenants: TenantSettings,
    private readonly clock: Clock,
  ) {}

  /** Takes a shared lock until the transaction ends. @throws DomainError NOT_FOUND without the tenant */
  async hold(tx: Transaction): Promise<FiscalCalendar> {
    // Never cached: rolling back a savepoint releases the lock.
    return this.read(tx, SHARED);
  }

  /** Reads the calendar with an exclusive lock. @throws DomainError NOT_FOUND without the tenant */
  async lockExclusively(tx: Transaction): Promise<FiscalCalendar> {
    return this.read(tx, ALONE);
  }

  /** Makes a rule pending: new records use it, and it applies once all are recomputed. */
  async begin(tx: Transaction, { startMonth, series }: FiscalYearRule): Promise<void> {
    await tx.query(
      'UPDATE tenants SET pending_fiscal_month = $2, pending_fiscal_series = $3, updated_at = $4 WHERE id = $1',
      [tx.tenantId, startMonth, series, this.clock.now()],
    );
    this.tenants.forget(tx);
  }

  /** Applies a rule and clears the pending change. */
  async settle(tx: Transaction, { startMonth, series }: FiscalYearRule): Promise<void> {
    await tx.query(
      'UPDATE tenants SET fiscal_series = $2, pending_fiscal_month = NULL, pending_fiscal_series = NULL WHERE id = $1',
      [tx.tenantId, series],
    );
    await this.tenants.set(tx, { fiscal_year_start_month: startMonth });
  }

  private async read(tx: Transaction, lock: string): Promise<FiscalCalendar> {
    // A separate statement, so that its snapshot is taken after the lock is granted and includes earlier commits.
    const [, [row]] = await Promise.all([tx.query(lock, [tx.tenantId]), tx.query<FiscalRow>(READ, [tx.tenantId])]);
    if (!row) throw notFound();
    const startMonth = Number(row.month ?? INITIAL_SETTINGS.fiscal_year_start_month);
    const { pendingMonth, pendingSeries } = row;
    const pending =
      pendingMonth === null || pendingSeries === null ? null : { startMonth: pendingMonth, series: pendingSeries };
    return { inForce: { startMonth, series: row.series }, pending };
  }
}
