import { Column, Entity, Unique } from 'typeorm';
import type { TenantId } from '../../../common/records/ids';
import { IdColumn, InstantColumn, RefColumn, TenantColumn } from './columns';

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

  /** The record that it is of; null of events that were recorded before this was kept. */
  @Column({ type: 'text', nullable: true }) resourceType: string | null;
  @RefColumn({ nullable: true }) resourceId: number | null;
  /** The record's version once the transaction was committed; null where it has none. */
  @Column({ type: 'integer', nullable: true }) resourceVersion: number | null;
}
