import { Injectable } from '@nestjs/common';
import { type CalendarDate, Clock, type Period } from '../../common/clock';
import type { TenantId } from '../../common/records/ids';
import { TenantSettings } from '../../organisation/tenants';
import { type RequestedPeriod, reportPeriod } from './domain/period';
import type { PeriodResponse } from './http/answers';

export interface ReportContext {
  readonly tenantId: TenantId;
  readonly period: Period;
  readonly today: CalendarDate;
  /** The tenant's currency, ISO 4217; for reports without any row. */
  readonly currency: string;
  /** Common response fields of all reports. */
  readonly filters: PeriodResponse;
  readonly generated_at: string;
}

/** Determines the period of a report. The default depends on the tenant's fiscal year. */
@Injectable()
export class ReportContexts {
  constructor(
    private readonly tenants: TenantSettings,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError BAD_REQUEST for a period that ends before its start or exceeds ten years */
  async of(tenantId: TenantId, asked: RequestedPeriod): Promise<ReportContext> {
    const { currency, settings } = await this.tenants.read(tenantId);
    const today = this.clock.today();
    const period = reportPeriod(asked, { today, fiscalYearStartMonth: settings.fiscal_year_start_month });
    const filters = { from_date: period.from, to_date: period.to };
    return { tenantId, period, today, currency, filters, generated_at: this.clock.now().toISOString() };
  }
}
