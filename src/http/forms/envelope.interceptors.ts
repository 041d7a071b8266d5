import { CallHandler, ExecutionContext, Injectable, NestInterceptor, StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import { Observable, map } from 'rxjs';
import { Clock } from '../../common/clock';
import { translate } from '../../common/messages';
import { Page } from '../../common/page';
import { PublicAddress } from '../request/public-address';
import type { Form } from './form';
import type { ServiceRequest } from '../request/request';
import { WithMessage, pageLinks, pageMeta, versionOf } from './envelope';
import { wordsOf } from './form';

/**
 * What the envelopes of both forms share. Each wraps the answers of its own form, and names the version of the record that
 * an answer shows in the `ETag`. It also notes the controller's words for the form, which a refusal is presented in.
 * Controllers name theirs (`routing/controllers.ts`).
 */
abstract class EnvelopeInterceptor implements NestInterceptor {
  protected abstract readonly form: Form;

  protected abstract wrap(request: ServiceRequest, answer: unknown): unknown;

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<ServiceRequest>();
    if (request.form !== this.form) return next.handle();
    request.words = wordsOf(context.getClass(), this.form);
    return next.handle().pipe(
      map((answer: unknown) => {
        if (answer === undefined || answer instanceof StreamableFile) return answer;
        setVersion(http.getResponse<Response>(), answer);
        return this.wrap(request, answer);
      }),
    );
  }
}

/** Form A: `{data, meta: {timestamp}}`, and `{data, meta: {current_page, ...}, links}` for a list. */
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

function setVersion(response: Response, answer: unknown): void {
  const version = versionOf(answer instanceof WithMessage ? answer.data : answer);
  if (version !== undefined) response.setHeader('ETag', `"${version}"`);
}
