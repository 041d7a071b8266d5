import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type { TenantId } from '../../../common/records/ids';
import { DayColumn, TenantColumn } from '../../../platform/database/entities/columns';

/** What is counted by the day. */
export type CountedKind = 'invitation' | 'mail' | 'security_notice';

/** How much of its allowance of a day a tenant has taken: one row for each kind, which begins anew on another day. */
@Entity('daily_counts')
@Check('ck_daily_counts_kind', `kind IN ('invitation', 'mail', 'security_notice')`)
@ForeignKey('Tenant', ['tenantId'], ['id'])
export class DailyCount {
  @TenantColumn() tenantId: TenantId;
  @PrimaryColumn({ type: 'text' }) kind: CountedKind;

  /** The day that `used` belongs to; ahead of today while mails wait for the days to come. */
  @DayColumn() day: string;

  @Column({ type: 'integer' }) used: number;
}
