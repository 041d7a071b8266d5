import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { ENVIRONMENT, type Environment } from '../../platform/config';
import { type RunQuery, asOwner, inTransaction } from './owner-connection';
import { noTenant, ProvisioningError } from './provisioning-error';
import { ENTRY_OF_TENANT, ERASING, HOLD, PAGE } from './provisioning.sql';

export interface ListedTenant {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly plan: string;
  /** active, suspended, or erasing. */
  readonly status: string;
  readonly created_at: Date;
  readonly users: number;
  readonly orders: number;
  readonly stored_bytes: number;
  /** Only quotas that differ from the defaults. */
  readonly quotas: Readonly<Record<string, number>>;
  readonly legal_hold_reason: string | null;
  readonly legal_hold_since: Date | null;
  readonly last_activity_at: Date | null;
}

/** Tenants in memory at once. */
const AT_ONCE = 500;

/** Lists tenants for the operator, and sets legal holds. */
@Injectable()
export class TenantDirectory {
  constructor(
    private readonly clock: Clock,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  /** Calls back with pages of tenants in the order of slugs, and waits for each call. */
  async each(visit: (page: readonly ListedTenant[]) => Promise<void>): Promise<void> {
    await this.asOwner(async (query) => {
      for (let after = ''; ;) {
        const page = await query<ListedTenant>(PAGE, [after, AT_ONCE, null]);
        if (page.length > 0) await visit(page);
        const last = page.at(-1);
        if (!last || page.length < AT_ONCE) return;
        after = last.slug;
      }
    });
  }

  /** @throws ProvisioningError if no tenant has the slug */
  async one(slug: string): Promise<ListedTenant> {
    const [tenant] = await this.asOwner((query) => query<ListedTenant>(PAGE, ['', 1, slug]));
    if (!tenant) throw noTenant(slug);
    return tenant;
  }

  /**
   * A legal hold prevents deletion by age and erasure from the commit on. Null releases it.
   * @throws ProvisioningError for an unknown slug, a started erasure, or a blank reason
   */
  async hold(slug: string, reason: string | null): Promise<void> {
    if (reason?.trim() === '') throw new ProvisioningError('A legal hold needs a reason: --reason "Case 2027-114"');
    const now = this.clock.now();
    await this.asOwner((query) =>
      inTransaction(query, async () => {
        const [tenant] = await query<{ id: string }>(HOLD, [slug, reason, now]);
        if (!tenant) {
          const [erasing] = await query(ERASING, [slug]);
          if (!erasing) throw noTenant(slug);
          throw new ProvisioningError(`The erasure of ${slug} has begun, and no hold stops it`);
        }
        const action = reason === null ? 'released' : 'held';
        await query(ENTRY_OF_TENANT, [tenant.id, now, action, JSON.stringify(reason === null ? {} : { reason })]);
      }),
    );
  }

  private asOwner<T>(work: (query: RunQuery) => Promise<T>): Promise<T> {
    return asOwner(this.environment.DATABASE_MIGRATION_URL, work);
  }
}
