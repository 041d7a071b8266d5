import { Column, Entity } from 'typeorm';
import type { TenantId } from '../../common/records/ids';
import { type Decimal, IdColumn, TenantColumn } from '../../database/columns';

/**
 * What a change of an order, an invoice or a payment adds to a figure, or takes off it. Appended by the database in the
 * transaction of the change, so that nobody waits for anybody; folded into {@link ReportFigure} soon after.
 */
@Entity('report_entries')
export class ReportEntry {
  @TenantColumn()
  tenantId: TenantId;

  @IdColumn()
  id: number;

  @Column({ type: 'text' })
  measure: string;

  @Column({ type: 'text' })
  key: string;

  @Column({ type: 'date' })
  day: string;

  @Column({ type: 'text' })
  currency: string;

  @Column({ type: 'int' })
  count: number;

  @Column({ type: 'numeric' })
  amount: Decimal;
}
