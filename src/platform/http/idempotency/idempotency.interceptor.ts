import {
  CallHandler,
  ExecutionContext,
  Injectable,
  NestInterceptor,
  SetMetadata,
  StreamableFile,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { Observable, from, lastValueFrom } from 'rxjs';
import { Clock } from '../../../common/clock';
import { presentRefusal } from '../errors/present';
import type { ServiceRequest } from '../request/request';
import { type FixedAnswer, keyedRequest } from './idempotency-key';
import { Handling, SafeRetries } from './safe-retries';

const OUTSIDE = 'procurement:outside-transaction';

/**
 * For a request that waits for something outside the database: it runs in no transaction but those it opens itself, with
 * or without an Idempotency-Key.
 */
export const OutsideTransaction = (): MethodDecorator => SetMetadata(OUTSIDE, true);

/** Headers that are stored and sent again with an answer. */
const KEPT_HEADERS = ['Content-Language', 'ETag', 'Location'] as const;

/** Runs a POST or PUT with an Idempotency-Key once. It is the outermost interceptor, so that what it stores is what is sent. */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly retries: SafeRetries,
    private readonly reflector: Reflector,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError BAD_REQUEST for a malformed key; else as the retries do */
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<ServiceRequest>();
    const keyed = request.form && keyedRequest(request);
    if (!keyed) return next.handle();
    const handling = this.handling(request, context.switchToHttp().getResponse<Response>(), next);
    const outside = this.reflector.get<boolean | undefined>(OUTSIDE, context.getHandler());
    return from(outside ? this.retries.outside(keyed, handling) : this.retries.inside(keyed, handling));
  }

  private handling(request: ServiceRequest, response: Response, next: CallHandler): Handling<unknown> {
    const answer = (status: number, body: unknown): FixedAnswer => ({
      status,
      headers: headersOf(response),
      body: body === undefined ? null : JSON.stringify(body),
    });
    return {
      // Called inside the transaction, which every unit of work of the handler then joins.
      run: () => lastValueFrom(next.handle(), { defaultValue: undefined }),
      fixed: (result) => (result instanceof StreamableFile ? undefined : answer(response.statusCode, result)),
      refusal: (error) => {
        const { status, body } = presentRefusal(request, error, this.clock.now());
        return answer(status, body);
      },
    };
  }
}

function headersOf(response: Response): Record<string, string> {
  return Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => {
      const value = response.getHeader(name);
      return typeof value === 'string' ? [[name, value] as const] : [];
    }),
  );
}
