import { Injectable } from '@nestjs/common';
import type { CalendarDate, Period } from '../../common/clock';
import type { TenantId } from '../../common/records/ids';
import { UnitOfWork } from '../../database';
import { isComplete, isSomething } from '../domain/ranking';
import type { SpendingRow } from './spending.sql';
import { allVendors, largestVendors, type RankedRow } from './vendor-spending.sql';

/** The largest vendors of each currency, the largest first, and the sums over all vendors. */
export interface LargestVendors {
  readonly rows: readonly SpendingRow[];
  readonly totals: readonly SpendingRow[];
  /** Currencies whose largest vendors were only found by summing all vendors. */
  readonly searched: readonly string[];
}

/** Finds the vendors from whom most was ordered. */
@Injectable()
export class VendorSpending {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * The largest vendors of a period by what was ordered. Reads the figures of few vendors first, and those of all vendors
   * only in currencies where those few may not be the largest. Rows and total of one currency are of one moment.
   * @param limit vendors of each currency
   */
  async largest(tenantId: TenantId, period: Period, today: CalendarDate, limit: number): Promise<LargestVendors> {
    const [found] = await this.unitOfWork.read<[RankedRow]>(tenantId, largestVendors(tenantId, period, today, limit));
    const currencies = found.filter(({ part }) => part === 'total').map(({ currency }) => currency);
    const of = (rows: readonly RankedRow[], currency: string) => rows.filter((row) => row.currency === currency);
    const searched = currencies.filter((currency) => !isComplete(of(found, currency)));
    const [all] =
      searched.length === 0
        ? [[]]
        : await this.unitOfWork.read<[RankedRow]>(tenantId, allVendors(tenantId, period, today, limit, searched));
    const ranked = currencies.flatMap((currency) => of(searched.includes(currency) ? all : found, currency));
    return {
      rows: ranked.filter((row) => row.part === 'row' && isSomething(row)),
      totals: ranked.filter(({ part }) => part === 'total'),
      searched,
    };
  }
}
