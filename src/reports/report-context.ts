import { Injectable } from '@nestjs/common';
import { type CalendarDate, Clock } from '../common/clock';
import { TenantSettings } from '../tenants';
import { type Period, reportPeriod } from './domain/period';

/** The days a report was asked for, either of them left out. */
export interface AskedPeriod {
  readonly from?: CalendarDate | undefined;
  readonly to?: CalendarDate | undefined;
}

/** What every report needs to know before it asks for its figures. */
export interface ReportContext {
  readonly tenantId: string;
  readonly period: Period;
  readonly today: CalendarDate;
  readonly now: Date;
  /** The tenant's own. */
  readonly currency: string;
}

/** Settles the period of a report by the tenant's fiscal year. */
@Injectable()
export class ReportContexts {
  constructor(
    private readonly tenants: TenantSettings,
    private readonly clock: Clock,
  ) {}

  /** Throws BAD_REQUEST for a period that is none, or too long. */
  async of(tenantId: string, asked: AskedPeriod): Promise<ReportContext> {
    const { currency, settings } = await this.tenants.read(tenantId);
    const today = this.clock.today();
    const period = reportPeriod(asked, { today, fiscalYearStartMonth: settings.fiscal_year_start_month });
    return { tenantId, period, today, now: this.clock.now(), currency };
  }
}
