import { Column, Entity, Unique } from 'typeorm';
import type { TenantId } from '../../../common/records/ids';
import { IdColumn, InstantColumn, RefColumn, TenantColumn } from './columns';

@Entity('events')
@Unique(['tenantId', 'eventId'])
export class EventRecord {
  @TenantColumn() tenantId: TenantId;
  @IdColumn() id: number;

  /** The `id` in the body, by which receivers detect duplicates. */
  @Column({ type: 'uuid' }) eventId: string;

  @Column({ type: 'text' }) name: string;

  /** The exact signed and sent bytes, as text because jsonb would reorder them. */
  @Column({ type: 'text' }) body: string;

  @InstantColumn() createdAt: Date;

  /** Null for events older than this column. */
  @Column({ type: 'text', nullable: true }) resourceType: string | null;
  @RefColumn({ nullable: true }) resourceId: number | null;
  /** The version of the record after the commit; null if it has none. */
  @Column({ type: 'integer', nullable: true }) resourceVersion: number | null;
}
