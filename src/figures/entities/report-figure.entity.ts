import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { TenantId } from '../../common/records/ids';
import { type Decimal, TenantColumn } from '../../database/columns';

/**
 * A figure of a day, of a month and of a year: the sum of its folded entries. The true figure is this and the entries
 * not folded yet. What is counted by vendor is counted by category too, each vendor under its `counted_category`.
 */
@Entity('report_figures')
@Index('ix_report_figures_vendor', { synchronize: false })
@Index('ix_report_figures_largest', { synchronize: false })
@Check('ck_report_figures_grain', `grain IN ('day', 'month', 'year')`)
export class ReportFigure {
  @TenantColumn()
  tenantId: TenantId;

  /** What is counted: `orders.vendor`, `paid.category`, `order_status`, `performance.receipts`, ... */
  @PrimaryColumn({ type: 'text' })
  measure: string;

  /** `day`, or `month` or `year`, whose day is its first. */
  @PrimaryColumn({ type: 'text' })
  grain: string;

  @PrimaryColumn({ type: 'date' })
  day: string;

  /** Of what: a vendor's id, a status, a category after a colon; empty for the whole, and for what has no category. */
  @PrimaryColumn({ type: 'text' })
  key: string;

  @PrimaryColumn({ type: 'text' })
  currency: string;

  @Column({ type: 'bigint' })
  count: number;

  @Column({ type: 'numeric' })
  amount: Decimal;
}
