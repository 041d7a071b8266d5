import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { TenantId } from '../../../common/records/ids';
import { type Decimal, TenantColumn } from '../../../platform/database/entities/columns';

/**
 * A report figure of one day, month or year: the sum of the entries folded into it. The true figure is this plus the entries
 * not folded yet. Figures by vendor are also summed by category, each vendor under its `counted_category`.
 */
@Entity('report_figures')
@Index('ix_report_figures_vendor', { synchronize: false })
@Index('ix_report_figures_largest', { synchronize: false })
@Check('ck_report_figures_grain', `grain IN ('day', 'month', 'year')`)
export class ReportFigure {
  @TenantColumn() tenantId: TenantId;

  /** The measure, what is counted: `orders.vendor`, `paid.category`, `order_status`, `performance.receipts`, ... */
  @PrimaryColumn({ type: 'text' }) measure: string;

  /** `day`, or `month` or `year`, whose day is its first. */
  @PrimaryColumn({ type: 'text' }) grain: string;

  @PrimaryColumn({ type: 'date' }) day: string;

  /** A vendor's id, a status, or a category after a colon; empty for the whole and for no category. */
  @PrimaryColumn({ type: 'text' }) key: string;

  @PrimaryColumn({ type: 'text' }) currency: string;
  @Column({ type: 'bigint' }) count: number;
  @Column({ type: 'numeric' }) amount: Decimal;
}
