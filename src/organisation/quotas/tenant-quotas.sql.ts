import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock';
import type { TenantId } from '../../common/records/ids';
import { ENVIRONMENT, Environment } from '../../platform/config';
import { UnitOfWork, query, type Transaction } from '../../platform/database';
import { TenantsRepository } from '../tenants';
import { type DailyCount, inMb, NOTHING, QUOTA_NAMES, type Quotas, usedToday } from './domain/quotas';
import type { CountedKind } from './entities/daily-count.entity';

export interface QuotaUsage extends Quotas {
  /** MiB, rounded up to a tenth. */
  readonly storage_used_mb: number;
  readonly invitations_today: number;
  readonly mails_today: number;
}

/** Null resets a quota to the operator's default. */
export type QuotaChanges = { readonly [Name in keyof Quotas]?: number | null };

interface UsageRow {
  readonly quotas: Partial<Quotas>;
  readonly stored_bytes: number;
  readonly counts: readonly (DailyCount & { readonly kind: CountedKind })[];
}

type Defaults = Pick<Environment, 'TENANT_STORAGE_QUOTA_MB' | 'TENANT_INVITATIONS_PER_DAY' | 'TENANT_MAILS_PER_DAY'>;

/** The quotas set for a tenant. Value: tenant. */
const QUOTAS_SET = 'SELECT quotas FROM tenants WHERE id = $1';

/** A tenant's quotas, stored bytes, and daily counts as JSON. Value: tenant. */
const USAGE = `
  SELECT quotas, stored_bytes,
         (SELECT coalesce(json_agg(json_build_object('kind', kind, 'day', day, 'used', used)), '[]')
            FROM daily_counts WHERE tenant_id = $1) AS counts
    FROM tenants WHERE id = $1`;

const REMEMBERED = Symbol('quotas of the tenant');

/** Quotas of a tenant: the operator's defaults and the values set for the tenant. */
@Injectable()
export class TenantQuotas {
  private readonly defaults: Quotas;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly tenants: TenantsRepository,
    private readonly clock: Clock,
    @Inject(ENVIRONMENT) environment: Defaults,
  ) {
    this.defaults = {
      storage_quota_mb: environment.TENANT_STORAGE_QUOTA_MB,
      invitations_per_day: environment.TENANT_INVITATIONS_PER_DAY,
      mails_per_day: environment.TENANT_MAILS_PER_DAY,
    };
  }

  /** As this transaction sees them; queried once per transaction. */
  async of(tx: Transaction): Promise<Quotas> {
    return tx.once(REMEMBERED, async () => {
      const [row] = await tx.query<{ quotas: Partial<Quotas> }>(QUOTAS_SET, [tx.tenantId]);
      return { ...this.defaults, ...row?.quotas };
    });
  }

  async usage(tenantId: TenantId): Promise<QuotaUsage> {
    const [[row]] = await this.unitOfWork.read<[UsageRow]>(tenantId, query(USAGE, [tenantId]));
    const quotas = { ...this.defaults, ...row?.quotas };
    const today = (kind: CountedKind, limit: number): number =>
      usedToday(row?.counts.find((count) => count.kind === kind) ?? NOTHING, this.clock.today(), limit);
    return {
      ...quotas,
      storage_used_mb: inMb(row?.stored_bytes ?? 0),
      invitations_today: today('invitation', quotas.invitations_per_day),
      mails_today: today('mail', quotas.mails_per_day),
    };
  }

  /** For the operator. In effect from the next transaction on. */
  async set(tx: Transaction, changes: QuotaChanges): Promise<void> {
    const named = QUOTA_NAMES.filter((name) => changes[name] !== undefined);
    const values = named.filter((name) => changes[name] !== null).map((name) => [name, changes[name]] as const);
    await this.tenants.setQuotas(tx, named, Object.fromEntries(values));
    tx.forget(REMEMBERED);
  }
}
