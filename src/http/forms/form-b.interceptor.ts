import { Injectable } from '@nestjs/common';
import { translate } from '../../common/messages';
import { Page } from '../../common/page';
import type { ServiceRequest } from '../request/request';
import { WithMessage, pageMeta } from './envelope';
import { EnvelopeInterceptor } from './envelope.interceptor';

/** Form B: `{success: true, message?, data}`, and `meta` beside it for a list. */
@Injectable()
export class FormBEnvelopeInterceptor extends EnvelopeInterceptor {
  protected readonly form = 'b';

  protected wrap(request: ServiceRequest, answer: unknown): unknown {
    if (answer instanceof Page) return { success: true, data: answer.items, meta: pageMeta(answer) };
    if (answer instanceof WithMessage) {
      return {
        success: true,
        message: translate(request.language, answer.key, answer.params),
        data: answer.data as unknown,
      };
    }
    return { success: true, data: answer };
  }
}
