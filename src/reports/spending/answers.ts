import { Out } from '../../http';
import { GROUPINGS, type Grouping } from './spending.sql';

export class SpendingFiltersOut {
  @Out.day({ example: '2026-01-01' }) from_date: string;
  @Out.day({ example: '2026-03-31' }) to_date: string;
  @Out.oneOf(GROUPINGS) group_by: Grouping;
}

/** What was ordered, invoiced and paid in one currency. Amounts include VAT. */
export class SpendingTotalOut {
  @Out.currency() currency: string;
  @Out.integer({ description: 'Orders approved in the period that still stand.', example: 12 }) po_count: number;
  @Out.amount({ example: 34500 }) po_total: number;
  @Out.integer({ description: 'Approved invoices dated in the period.', example: 9 }) invoice_count: number;
  @Out.amount({ description: 'Less credit notes.', example: 22770 }) invoiced_total: number;
  @Out.amount({ description: 'Paid in the period, less refunds.', example: 11500 }) paid_total: number;
}

export class SpendingRowOut extends SpendingTotalOut {
  @Out.text({
    description:
      "A month as YYYY-MM, a record's id, a category; `none` for what has none. A category that is named `none` has a colon before it.",
    example: '2026-03',
  })
  key: string;
  @Out.id({ nullable: true, description: 'Of the department or vendor.' }) id: number | null;
  @Out.text({ nullable: true, example: '2026-03' }) name: string | null;
  @Out.number({ description: "Percent of what was ordered in the row's currency.", example: 62.5 }) share_pct: number;
}

/** Spending by group and currency. */
export class SpendingReportOut {
  @Out.object(() => SpendingFiltersOut) filters: SpendingFiltersOut;
  @Out.list(() => SpendingRowOut) rows: SpendingRowOut[];
  @Out.list(() => SpendingTotalOut, {
    description:
      'What the vendors beyond `limit` come to: `rows` and `rest` together are `totals`. Empty when all are there.',
  })
  rest: SpendingTotalOut[];
  @Out.list(() => SpendingTotalOut) totals: SpendingTotalOut[];
  @Out.timestamp() generated_at: string;
}
