import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { Page } from '../../common/page';
import { PublicAddress } from '../request/public-address';
import type { ServiceRequest } from '../request/request';
import { WithMessage, pageLinks, pageMeta } from './envelope';
import { EnvelopeInterceptor } from './envelope.interceptor';

/** Form A: `{data, meta:{timestamp}}`, and `{data, meta:{current_page, ...}, links}` for a list. */
@Injectable()
export class FormAEnvelopeInterceptor extends EnvelopeInterceptor {
  protected readonly form = 'a';

  constructor(
    private readonly clock: Clock,
    private readonly address: PublicAddress,
  ) {
    super();
  }

  protected wrap(request: ServiceRequest, answer: unknown): unknown {
    if (answer instanceof Page) {
      return { data: answer.items, meta: pageMeta(answer), links: pageLinks(this.address.of(request), answer) };
    }
    const data: unknown = answer instanceof WithMessage ? answer.data : answer;
    return { data, meta: { timestamp: this.clock.now().toISOString() } };
  }
}
