import { Column, Entity, Unique } from 'typeorm';
import type { TenantId } from '../../common/records/ids';
import { IdColumn, InstantColumn, TenantColumn } from '../columns';

/** Something that happened, written in the transaction of the change. */
@Entity('events')
@Unique(['tenantId', 'eventId'])
export class EventRecord {
  @TenantColumn() tenantId: TenantId;
  @IdColumn() id: number;

  /** The `id` of the body: what receivers de-duplicate by. */
  @Column({ type: 'uuid' }) eventId: string;

  @Column({ type: 'text' }) name: string;

  /** The exact bytes that are signed and sent, as text: jsonb would reorder them. */
  @Column({ type: 'text' }) body: string;

  @InstantColumn() createdAt: Date;
}
