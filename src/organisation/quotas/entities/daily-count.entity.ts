import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type { TenantId } from '../../../common/records/ids';
import { DayColumn, TenantColumn } from '../../../platform/database/entities/columns';

export type CountedKind = 'invitation' | 'mail' | 'security_notice';

/** A tenant's usage of its daily quota: one row per kind, reset on a new day. */
@Entity('daily_counts')
@Check('ck_daily_counts_kind', `kind IN ('invitation', 'mail', 'security_notice')`)
@ForeignKey('Tenant', ['tenantId'], ['id'])
export class DailyCount {
  @TenantColumn() tenantId: TenantId;
  @PrimaryColumn({ type: 'text' }) kind: CountedKind;

  /** The day of `used`; in the future while mails wait for later days. */
  @DayColumn() day: string;

  @Column({ type: 'integer' }) used: number;
}
