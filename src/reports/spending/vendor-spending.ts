import { Injectable } from '@nestjs/common';
import type { CalendarDate } from '../../common/clock';
import { UnitOfWork } from '../../database';
import type { Period } from '../domain/period';
import { isComplete, isSomething } from '../domain/ranking';
import type { SpendingRow } from './spending.sql';
import { allVendors, largestVendors, type RankedRow } from './vendor-spending.sql';

/** The largest vendors of each currency, the largest first, and what all vendors of a currency come to. */
export interface LargestVendors {
  readonly rows: readonly SpendingRow[];
  readonly totals: readonly SpendingRow[];
  /** Currencies in which all vendors had to be summed up. */
  readonly searched: readonly string[];
}

/** Finds the vendors that most was ordered from. */
@Injectable()
export class VendorSpending {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Looks at few of the vendors, and at all of them only in currencies in which those few might not be the largest.
   * The rows and the total of a currency are of one moment.
   */
  async largest(tenantId: string, period: Period, today: CalendarDate, limit: number): Promise<LargestVendors> {
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
