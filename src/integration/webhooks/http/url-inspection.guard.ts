import { CanActivate, ExecutionContext, Injectable } from '@nestjs/common';
import { invalid } from '../../../common/errors';
import type { MessageKey } from '../../../messages';
import type { ServiceRequest } from '../../../platform/http';
import { AddressGuard } from '../delivery/sending/address-guard';
import { MAX_URL_LENGTH, type UrlRefusal } from '../domain/addresses';

const REFUSALS: Readonly<Record<UrlRefusal, MessageKey>> = {
  too_long: 'validation.max_length',
  malformed: 'webhooks.url_malformed',
  not_https: 'webhooks.url_not_https',
  credentials: 'webhooks.url_credentials',
  port: 'webhooks.url_port',
  address: 'webhooks.url_address',
};

/**
 * Inspects the URL of a body before a transaction is opened, because its name may have to be resolved. A `url` that is no
 * text is left to the body's own rules.
 */
@Injectable()
export class UrlInspection implements CanActivate {
  constructor(private readonly guard: AddressGuard) {}

  /** @throws DomainError VALIDATION_ERROR on `url` with all that is wrong with it */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { url } = context.switchToHttp().getRequest<ServiceRequest>().body as { url?: unknown };
    const text = typeof url === 'string' ? url.trim() : '';
    if (text === '') return true;
    const refusals = await this.guard.inspect(text);
    if (refusals.length === 0) return true;
    throw invalid({ url: refusals.map((refusal) => ({ key: REFUSALS[refusal], params: { max: MAX_URL_LENGTH } })) });
  }
}
