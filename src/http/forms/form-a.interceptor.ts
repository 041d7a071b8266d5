import { CallHandler, ExecutionContext, Injectable, NestInterceptor, StreamableFile } from '@nestjs/common';
import { Observable, map } from 'rxjs';
import { Clock } from '../../common/clock';
import { Page } from '../../common/page';
import type { ServiceRequest } from '../request';
import { publicAddress } from './address';
import { WithMessage, pageLinks, pageMeta } from './envelope';

/** Form A: `{data, meta:{timestamp}}`, and `{data, meta:{current_page, ...}, links}` for a list. */
@Injectable()
export class FormAEnvelopeInterceptor implements NestInterceptor {
  constructor(private readonly clock: Clock) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<ServiceRequest>();
    return request.form === 'a'
      ? next.handle().pipe(map((answer: unknown) => this.wrap(request, answer)))
      : next.handle();
  }

  private wrap(request: ServiceRequest, answer: unknown): unknown {
    if (answer === undefined || answer instanceof StreamableFile) return answer;
    if (answer instanceof Page) {
      return { data: answer.items, meta: pageMeta(answer), links: pageLinks(publicAddress(request), answer) };
    }
    const data: unknown = answer instanceof WithMessage ? answer.data : answer;
    return { data, meta: { timestamp: this.clock.now().toISOString() } };
  }
}
