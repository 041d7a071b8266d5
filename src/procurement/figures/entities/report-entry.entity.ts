import { Column, Entity } from 'typeorm';
import type { TenantId } from '../../../common/records/ids';
import { type Decimal, IdColumn, TenantColumn } from '../../../platform/database/entities/columns';

/**
 * What one change of an order, an invoice, a payment, a vendor or its performance adds to a report figure; negative where it
 * subtracts. Triggers append entries in the transaction of the change, so that no two changes wait for each other over a
 * figure; a sweep folds them into {@link ReportFigure} seconds or minutes later.
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
