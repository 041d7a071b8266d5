import { Column, Entity, ForeignKey, Unique } from 'typeorm';
import type { TenantId } from '../../../common/records/ids';
import { IdColumn, InstantColumn, TenantColumn } from '../../../platform/database/entities/columns';

/**
 * An object in the document storage, recorded and committed before its first byte is written. One that no document
 * points to is an orphan: of an upload that was refused or rolled back, of a process that died, of an order that was
 * deleted. The sweep removes it, so that storage never holds what the database does not know.
 */
@Entity('stored_objects')
@Unique(['key'])
@ForeignKey('Tenant', ['tenantId'], ['id'])
export class StoredObject {
  @TenantColumn() tenantId: TenantId;
  @IdColumn() id: number;

  /** Where the bytes are in the storage: `{tenant}/{random}`. Never anything a client said. */
  @Column({ type: 'text' }) key: string;

  /** Bytes, counted in the tenant's `stored_bytes` for as long as this row is there. */
  @Column({ type: 'bigint', default: 0 }) size: number;

  /** Whether something other than a document needs it: an import that is not finished, an export that is still offered. */
  @Column({ type: 'boolean', default: false }) kept: boolean;

  @InstantColumn() createdAt: Date;

  /** Since when its removal is decided. From then on no document may point to it any more. */
  @InstantColumn({ nullable: true }) doomedAt: Date | null;

  /** Until when nothing removes it though nobody needs it: a database restored to an earlier moment may point to it again. */
  @InstantColumn({ nullable: true }) heldUntil: Date | null;
}
