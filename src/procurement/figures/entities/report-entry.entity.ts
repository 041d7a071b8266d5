import { Column, Entity } from 'typeorm';
import type { TenantId } from '../../../common/records/ids';
import { type Decimal, IdColumn, TenantColumn } from '../../../platform/database/entities/columns';

/**
 * The effect of one change on a report figure; negative if it subtracts. Triggers append entries in the transaction of
 * the change, so that concurrent changes do not wait for each other. A sweep later folds them into
 * {@link ReportFigure}.
 */
@Entity('report_entries')
export class ReportEntry {
  @TenantColumn() tenantId: TenantId;
  @IdColumn() id: number;
  @Column({ type: 'text' }) measure: string;
  @Column({ type: 'text' }) key: string;
  @Column({ type: 'date' }) day: string;
  @Column({ type: 'text' }) currency: string;
  @Column({ type: 'int' }) count: number;
  @Column({ type: 'numeric' }) amount: Decimal;
}
