import { Check, Column, Entity, PrimaryColumn, Unique } from 'typeorm';
import { Audited } from '../../../common/records/audited';
import { InstantColumn } from '../../../platform/database/entities/columns';
import type { TenantStatus } from '../domain/tenant-lifecycle';

export type Plan = 'basic' | 'professional' | 'enterprise' | 'ultimate';
type RateTable = 'standard' | 'auth_guide';

/** An organisation that uses the service. Everything else belongs to exactly one. */
@Entity('tenants')
@Unique(['slug'])
@Check('ck_tenants_status', `status IN ('active', 'suspended')`)
export class Tenant {
  @PrimaryColumn({ type: 'uuid' }) id: string;

  /** Host label and short name: lower-case letters, digits and hyphens. */
  @Column({ type: 'text' }) slug: string;

  @Column({ type: 'text' }) name: string;
  @Column({ type: 'text' }) status: TenantStatus;
  @Column({ type: 'text' }) plan: Plan;
  @Column({ type: 'text' }) rateTable: RateTable;

  /** ISO 4217 code of the currency that thresholds and defaults are in. */
  @Column({ type: 'text' }) currency: string;

  /** Settings that differ from their initial values, by name. See `tenants/settings.ts`. */
  @Column({ type: 'jsonb', default: {} }) settings: Record<string, unknown>;

  /** Quotas that the operator has set for this tenant, by name; the rest are the defaults. See `quotas/`. */
  @Column({ type: 'jsonb', default: {} }) quotas: Record<string, number>;

  /** Bytes of its stored objects, counted with each: no upload adds them up. */
  @Column({ type: 'bigint', default: 0 }) storedBytes: number;

  /** The day that vendor scores were last refreshed for. */
  @Column({ type: 'date', nullable: true }) scoresAsOf: string | null;

  /** How many changes of the fiscal year's first month are in force: `fiscal_series` of the records that it stores. */
  @Column({ type: 'int', default: 0 }) fiscalSeries: number;

  /** The first month that is to be in force, and its series, until all records are stored by it; null without a change. */
  @Column({ type: 'int', nullable: true }) pendingFiscalMonth: number | null;
  @Column({ type: 'int', nullable: true }) pendingFiscalSeries: number | null;

  /** Why nothing of the tenant may be removed, since when; null without a hold. The operator's alone to set. */
  @Column({ type: 'text', nullable: true }) legalHoldReason: string | null;
  @InstantColumn({ nullable: true }) legalHoldSince: Date | null;

  /** Since when its erasure is under way: it cannot be taken up again. */
  @InstantColumn({ nullable: true }) erasingSince: Date | null;

  @InstantColumn() createdAt: Date;
  @InstantColumn() updatedAt: Date;
}

/** What the audit log keeps of a tenant; its settings have entries of their own. */
export const TENANT_FIELDS = new Audited<Tenant>({
  slug: 'slug',
  name: 'name',
  status: 'status',
  plan: 'plan',
  rate_table: 'rateTable',
  currency: 'currency',
});
