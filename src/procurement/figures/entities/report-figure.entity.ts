import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { TenantId } from '../../../common/records/ids';
import { type Decimal, TenantColumn } from '../../../platform/database/entities/columns';

/**
 * The sum of the folded entries of one day, month or year. The current figure is this sum plus the entries that are not
 * folded yet. Figures by vendor are also summed by category, with the vendor's `counted_category`.
 */
@Entity('report_figures')
@Index('ix_report_figures_vendor', { synchronize: false })
@Index('ix_report_figures_largest', { synchronize: false })
@Check('ck_report_figures_grain', `grain IN ('day', 'month', 'year')`)
export class ReportFigure {
  @TenantColumn() tenantId: TenantId;

  /** The counted quantity: `orders.vendor`, `paid.category`, `order_status`, `performance.receipts`, ... */
  @PrimaryColumn({ type: 'text' }) measure: string;

  /** For `month` and `year`, `day` is the first day. */
  @PrimaryColumn({ type: 'text' }) grain: string;

  @PrimaryColumn({ type: 'date' }) day: string;

  /** A vendor id, a status, or a category after a colon; empty for totals and for no category. */
  @PrimaryColumn({ type: 'text' }) key: string;

  @PrimaryColumn({ type: 'text' }) currency: string;
  @Column({ type: 'bigint' }) count: number;
  @Column({ type: 'numeric' }) amount: Decimal;
}
