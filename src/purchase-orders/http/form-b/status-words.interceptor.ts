import { CallHandler, ExecutionContext, Injectable, NestInterceptor } from '@nestjs/common';
import { Observable, catchError, throwError } from 'rxjs';
import { DomainError } from '../../../common/errors';
import type { ServiceRequest } from '../../../http';
import { withFormBStatuses } from './field-names';

/**
 * For controllers that serve both forms with the same fields: under Form B's prefix a refusal for an order's status
 * names the statuses that Form B's orders show.
 */
@Injectable()
export class OrderStatusWords implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const isFormB = context.switchToHttp().getRequest<ServiceRequest>().form === 'b';
    if (!isFormB) return next.handle();
    return next
      .handle()
      .pipe(
        catchError((error: unknown) =>
          throwError(() => (error instanceof DomainError ? withFormBStatuses(error) : error)),
        ),
      );
  }
}
