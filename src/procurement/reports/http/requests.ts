import type { VendorId } from '../../../common/records/ids';
import { ListQuery, Parameter } from '../../../platform/http';
import type { AskedPeriod } from '../domain/period';
import { type Grouping, GROUPINGS } from '../domain/spending';

/** Fields by which the performance report can be sorted. The first is the default. */
export const VENDOR_SORTS = ['performance_score', 'name', 'total_orders', 'total_spend', 'id'] as const;
export type VendorSort = (typeof VENDOR_SORTS)[number];

const FROM = 'First day; the start of the fiscal year when left out.';
const TO = 'Last day; today when left out.';

/** How many vendors a report on spending shows unless it is asked for more or fewer. */
export const SHOWN_VENDORS = 100;

/** The period of a report; days are inclusive. */
export class PeriodQuery {
  @Parameter.day({ description: FROM }) from_date?: string;
  @Parameter.day({ description: TO }) to_date?: string;
  @Parameter.bom() bom?: boolean;

  toPeriod(): AskedPeriod {
    return { from: this.from_date, to: this.to_date };
  }
}

export class SpendingQuery extends PeriodQuery {
  @Parameter.oneOf(GROUPINGS, { default: 'month' }) group_by?: Grouping;

  @Parameter.integer({
    min: 1,
    max: 1000,
    default: SHOWN_VENDORS,
    description:
      'By vendor: how many of each currency, those that most was ordered from; `rest` is all others. Does nothing to other groups, which are all there, nor to CSV.',
  })
  limit?: number;
}

export class PerformanceQuery extends ListQuery({
  sortable: VENDOR_SORTS,
  pagesOnly: true,
}) {
  @Parameter.day({ description: FROM }) from_date?: string;
  @Parameter.day({ description: TO }) to_date?: string;
  @Parameter.bom() bom?: boolean;
  @Parameter.text({
    description: 'Vendors of this category, in any spelling: case, accents and Arabic variants do not matter.',
    example: 'construction',
  })
  category?: string;
  @Parameter.id({ description: 'This vendor alone.', example: 1 }) vendor_id?: VendorId;

  toPeriod(): AskedPeriod {
    return { from: this.from_date, to: this.to_date };
  }
}
