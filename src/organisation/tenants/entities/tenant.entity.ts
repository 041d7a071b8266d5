import { Check, Column, Entity, PrimaryColumn, Unique } from 'typeorm';
import { Audited } from '../../../common/records/audited';
import { InstantColumn } from '../../../platform/database/entities/columns';
import type { TenantStatus } from '../domain/tenant-lifecycle';

export type Plan = 'basic' | 'professional' | 'enterprise' | 'ultimate';
type RateTable = 'standard' | 'auth_guide';

/** An organisation that uses the service. All other records belong to exactly one. */
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

  /** ISO 4217 code of the currency of thresholds and defaults. */
  @Column({ type: 'text' }) currency: string;

  /** Settings that differ from the defaults, by name. See `tenants/settings.ts`. */
  @Column({ type: 'jsonb', default: {} }) settings: Record<string, unknown>;

  /** Quotas set for this tenant, by name; others use the defaults. See `quotas/`. */
  @Column({ type: 'jsonb', default: {} }) quotas: Record<string, number>;

  /** Total bytes of stored objects, maintained so that uploads need not sum them. */
  @Column({ type: 'bigint', default: 0 }) storedBytes: number;

  /** Day of the last refresh of vendor scores. */
  @Column({ type: 'date', nullable: true }) scoresAsOf: string | null;

  /** Number of completed changes of the fiscal year's first month: `fiscal_series` of new records. */
  @Column({ type: 'int', default: 0 }) fiscalSeries: number;

  /** The pending first month and its series until all records are recomputed; null without a change. */
  @Column({ type: 'int', nullable: true }) pendingFiscalMonth: number | null;
  @Column({ type: 'int', nullable: true }) pendingFiscalSeries: number | null;

  /** Reason and start of a legal hold, which prevents deletions; null without one. Only the operator can set it. */
  @Column({ type: 'text', nullable: true }) legalHoldReason: string | null;
  @InstantColumn({ nullable: true }) legalHoldSince: Date | null;

  /** Start of the erasure, after which the tenant cannot be resumed. */
  @InstantColumn({ nullable: true }) erasingSince: Date | null;

  @InstantColumn() createdAt: Date;
  @InstantColumn() updatedAt: Date;
}

/** Audited fields. Settings have separate entries. */
export const TENANT_FIELDS = new Audited<Tenant>({
  slug: 'slug',
  name: 'name',
  status: 'status',
  plan: 'plan',
  rate_table: 'rateTable',
  currency: 'currency',
});
