import { CallHandler, ExecutionContext, Injectable, NestInterceptor, StreamableFile } from '@nestjs/common';
import { Observable, map } from 'rxjs';
import { translate } from '../../common/messages';
import { Page } from '../../common/page';
import type { ServiceRequest } from '../request';
import { WithMessage, pageMeta } from './envelope';

/** Form B: `{success: true, message?, data}`, and `meta` beside it for a list. */
@Injectable()
export class FormBEnvelopeInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<ServiceRequest>();
    return request.form === 'b' ? next.handle().pipe(map((answer: unknown) => wrap(request, answer))) : next.handle();
  }
}

function wrap(request: ServiceRequest, answer: unknown): unknown {
  if (answer === undefined || answer instanceof StreamableFile) return answer;
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
