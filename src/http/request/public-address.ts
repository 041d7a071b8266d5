import { Inject, Injectable } from '@nestjs/common';
import { ENVIRONMENT } from '../../config';
import { type AddressSettings, type Asked, tenantSlug } from './address';

/** The parts of a request that its own address is made of. */
interface Addressed {
  readonly asked: Asked;
  readonly originalUrl: string;
}

/**
 * Makes links with the address under which clients reach the service: `PUBLIC_URL`, or without it the address that the
 * client used. Links of a request to a tenant's own host stay on that host, which takes that tenant's tokens alone.
 */
@Injectable()
export class PublicAddress {
  private readonly configured: URL | undefined;
  private readonly suffix: string | undefined;

  constructor(@Inject(ENVIRONMENT) settings: AddressSettings) {
    this.configured = settings.PUBLIC_URL === undefined ? undefined : new URL(settings.PUBLIC_URL);
    this.suffix = settings.TENANT_HOST_SUFFIX?.toLowerCase();
  }

  /** The absolute URL of a request, with its query. */
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
