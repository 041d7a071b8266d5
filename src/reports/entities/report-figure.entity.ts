import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { type Decimal, TenantColumn } from '../../database/columns';

/** A figure of a day, and of a month: the sum of its folded entries. The true figure is this and the entries not folded yet. */
@Entity('report_figures')
@Check('ck_report_figures_grain', `grain IN ('day', 'month')`)
export class ReportFigure {
  @TenantColumn()
  tenantId: string;

  /** What is counted: `orders.vendor`, `paid`, `order_status`, ... */
  @PrimaryColumn({ type: 'text' })
  measure: string;

  /** `day`, or `month`, whose day is its first. */
  @PrimaryColumn({ type: 'text' })
  grain: string;

  @PrimaryColumn({ type: 'date' })
  day: string;

  /** Of what: a vendor's id, a status; empty for the whole. */
  @PrimaryColumn({ type: 'text' })
  key: string;

  @PrimaryColumn({ type: 'text' })
  currency: string;

  @Column({ type: 'bigint' })
  count: number;

  @Column({ type: 'numeric' })
  amount: Decimal;
}
