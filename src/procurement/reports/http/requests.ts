import type { VendorId } from '../../../common/records/ids';
import { ListQuery, Parameter } from '../../../platform/http';
import type { RequestedPeriod } from '../domain/period';
import { type Grouping, GROUPINGS } from '../domain/spending';

/** Sortable fields; the first is the default. */
export const VENDOR_SORTS = ['performance_score', 'name', 'total_orders', 'total_spend', 'id'] as const;
export type VendorSort = (typeof VENDOR_SORTS)[number];

const FROM = 'First day, inclusive. Default: start of the fiscal year.';
const TO = 'Last day, inclusive. Default: today.';

/** Default number of vendors in the spending report. */
export const SHOWN_VENDORS = 100;

export class PeriodQuery {
  @Parameter.day({ description: FROM }) from_date?: string;
  @Parameter.day({ description: TO }) to_date?: string;
  @Parameter.bom() bom?: boolean;

  toPeriod(): RequestedPeriod {
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
      'Only for group_by vendor: maximum number of vendors per currency, by ordered total. `rest` contains the others. Other groupings and CSV files are always complete.',
  })
  limit?: number;
}

export class PerformanceQuery extends ListQuery({ sortable: VENDOR_SORTS, pagesOnly: true }) {
  @Parameter.day({ description: FROM }) from_date?: string;
  @Parameter.day({ description: TO }) to_date?: string;
  @Parameter.bom() bom?: boolean;
  @Parameter.text({
    description: 'Vendors of this category. Case, accents and Arabic variants are ignored.',
    example: 'construction',
  })
  category?: string;
  @Parameter.id({ description: 'Only this vendor.', example: 1 }) vendor_id?: VendorId;

  toPeriod(): RequestedPeriod {
    return { from: this.from_date, to: this.to_date };
  }
}
