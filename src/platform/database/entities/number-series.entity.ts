import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { TenantId } from '../../../common/records/ids';
import { TenantColumn } from './columns';

/** The last assigned number of a tenant's series and year: PO-2026-000042 is value 42 of (PO, 2026). */
@Entity('number_series')
export class NumberSeriesEntry {
  @TenantColumn() tenantId: TenantId;
  @PrimaryColumn({ type: 'text' }) series: string;
  @PrimaryColumn({ type: 'int' }) year: number;
  @Column({ type: 'int' }) value: number;
}
