import { Injectable } from '@nestjs/common';
import { type CalendarDate, Clock, type Period } from '../../common/clock';
import type { TenantId } from '../../common/records/ids';
import { TenantSettings } from '../../organisation/tenants';
import { type AskedPeriod, reportPeriod } from './domain/period';
import type { PeriodResponse } from './http/answers';

/** What every report needs before it reads figures. */
export interface ReportContext {
  readonly tenantId: TenantId;
  readonly period: Period;
  readonly today: CalendarDate;
  /** The tenant's own, ISO 4217: shown by reports that would otherwise have no row. */
  readonly currency: string;
  /** What every report answers beside its rows. */
  readonly filters: PeriodResponse;
  readonly generated_at: string;
}

/** Determines the period of a report, by the tenant's fiscal year where the request leaves days out. */
@Injectable()
export class ReportContexts {
  constructor(
    private readonly tenants: TenantSettings,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError BAD_REQUEST for a period that ends before it begins, or is longer than ten years */
  async of(tenantId: TenantId, asked: AskedPeriod): Promise<ReportContext> {
    const { currency, settings } = await this.tenants.read(tenantId);
    const today = this.clock.today();
    const period = reportPeriod(asked, { today, fiscalYearStartMonth: settings.fiscal_year_start_month });
    const filters = { from_date: period.from, to_date: period.to };
    return { tenantId, period, today, currency, filters, generated_at: this.clock.now().toISOString() };
  }
}
