import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock';
import type { TenantId } from '../../common/records/ids';
import { ENVIRONMENT, Environment } from '../../config';
import { UnitOfWork, query } from '../../database';
import { type ServiceRequest, tenantSlug } from '../../http';

const KNOWN_MILLISECONDS = 60_000;

/** `{slug}.{suffix}` hosts: a token is good only on its own tenant's host, or on a host of no tenant. */
@Injectable()
export class TenantHosts {
  private readonly known = new Map<string, { readonly exists: boolean; readonly until: number }>();
  private readonly suffix: string | undefined;

  constructor(
    @Inject(ENVIRONMENT) environment: Environment,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {
    this.suffix = environment.TENANT_HOST_SUFFIX?.toLowerCase();
  }

  /**
   * Whether a token of the tenant `slug` may be used on the request's host: not on a `foreign` tenant's, nor on that of
   * an `unknown` one.
   */
  async standingOf(request: ServiceRequest, slug: string): Promise<'admitted' | 'foreign' | 'unknown'> {
    const wanted = tenantSlug(request.asked.host?.name, this.suffix);
    if (wanted === undefined || wanted === slug) return 'admitted';
    return (await this.exists(wanted)) ? 'foreign' : 'unknown';
  }

  private async exists(slug: string): Promise<boolean> {
    const now = this.clock.now().getTime();
    const remembered = this.known.get(slug);
    if (remembered && remembered.until > now) return remembered.exists;
    const [row] = await this.unitOfWork.unscoped<{ id: TenantId | null }>(
      query('SELECT tenant_by_slug($1) AS id', [slug]),
    );
    if (this.known.size > 10_000) this.known.clear();
    this.known.set(slug, { exists: row?.id != null, until: now + KNOWN_MILLISECONDS });
    return row?.id != null;
  }
}
