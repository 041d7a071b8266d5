import { Out } from '../../http';
import { PeriodOut } from '../http/answers';

export class OrderStatusTotalOut {
  @Out.currency() currency: string;
  @Out.integer({ example: 12 }) count: number;
  @Out.amount({ example: 34500 }) total_amount: number;
}

/** Orders of a status in one currency. */
export class OrderStatusRowOut extends OrderStatusTotalOut {
  @Out.text({ example: 'approved' }) status: string;
}

export class PendingOut {
  @Out.integer({ example: 4 }) count: number;
  @Out.integer({ description: 'Submitted more than 3 days ago.', example: 3 }) over_3_days: number;
  @Out.integer({ example: 1 }) over_7_days: number;
  @Out.integer({ example: 0 }) over_14_days: number;
}

export class OrderStatusSummaryOut {
  @Out.number({
    nullable: true,
    description: 'From submit to approval, over orders approved in the period.',
    example: 6.5,
  })
  average_hours_to_approval: number | null;
  @Out.object(() => PendingOut, { description: 'Orders that wait for approval now, whatever the period.' })
  pending: PendingOut;
  @Out.integer({
    description: 'Approved orders past their expected day, not received in full, whatever the period.',
    example: 2,
  })
  overdue_deliveries: number;
}

/** Orders by status. */
export class OrderStatusReportOut {
  @Out.object(() => PeriodOut) filters: PeriodOut;
  @Out.list(() => OrderStatusRowOut) rows: OrderStatusRowOut[];
  @Out.list(() => OrderStatusTotalOut) totals: OrderStatusTotalOut[];
  @Out.object(() => OrderStatusSummaryOut) summary: OrderStatusSummaryOut;
  @Out.timestamp() generated_at: string;
}
