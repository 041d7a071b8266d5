import { Column, Entity, ForeignKey, Unique } from 'typeorm';
import type { TenantId } from '../../../common/records/ids';
import { IdColumn, InstantColumn, TenantColumn } from '../../../platform/database/entities/columns';

/**
 * An object in the document storage. The row is committed before the first byte is written. An object without a
 * document is an orphan, for example after a rejected upload, a crash, or the deletion of an order. The sweep removes
 * orphans, so that every object in the storage has a row.
 */
@Entity('stored_objects')
@Unique(['key'])
@ForeignKey('Tenant', ['tenantId'], ['id'])
export class StoredObject {
  @TenantColumn() tenantId: TenantId;
  @IdColumn() id: number;

  /** Key in the storage: `{tenant}/{random}`. Contains no input of a client. */
  @Column({ type: 'text' }) key: string;

  /** Bytes. Part of the tenant's `stored_bytes` while this row exists. */
  @Column({ type: 'bigint', default: 0 }) size: number;

  /** Whether an import or export needs the object, instead of a document. */
  @Column({ type: 'boolean', default: false }) kept: boolean;

  @InstantColumn() createdAt: Date;

  /** Time of the decision to remove it. No document may refer to it afterwards. */
  @InstantColumn({ nullable: true }) doomedAt: Date | null;

  /** Nothing removes the object before this time, because a restored database may refer to it again. */
  @InstantColumn({ nullable: true }) heldUntil: Date | null;
}
