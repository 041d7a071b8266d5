import { Inject, Injectable } from '@nestjs/common';
import { ENVIRONMENT } from '../../config';
import { type AddressSettings, type Asked, tenantSlug } from './address';

/** A request of which it is known under which address it came. */
interface Addressed {
  readonly asked: Asked;
  readonly originalUrl: string;
}

/**
 * The address under which clients reach the service, for links. `PUBLIC_URL` says it; without it, it is the one that the
 * client used. On a tenant's own host, which admits that tenant's tokens alone, links stay on it.
 */
@Injectable()
export class PublicAddress {
  private readonly configured: URL | undefined;
  private readonly suffix: string | undefined;

  constructor(@Inject(ENVIRONMENT) settings: AddressSettings) {
    this.configured = settings.PUBLIC_URL === undefined ? undefined : new URL(settings.PUBLIC_URL);
    this.suffix = settings.TENANT_HOST_SUFFIX?.toLowerCase();
  }

  /** The absolute address of what was asked, its query included. */
  of(request: Addressed): URL {
    const base = this.configured ? this.publicBase(this.configured, request) : askedBase(request);
    return new URL(base + request.originalUrl);
  }

  private publicBase(configured: URL, { asked }: Addressed): string {
    const base = new URL(configured);
    if (tenantSlug(asked.host?.name, this.suffix) !== undefined) base.hostname = asked.host?.name ?? '';
    return base.origin + base.pathname.replace(/\/+$/, '');
  }
}

function askedBase({ asked: { scheme, host } }: Addressed): string {
  return `${scheme}://${host?.name ?? 'localhost'}${host?.port ? `:${host.port}` : ''}`;
}
