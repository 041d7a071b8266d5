import { ExecutionContext, Injectable, SetMetadata, StreamableFile } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { Observable, from, lastValueFrom } from 'rxjs';
import { Clock } from '../../../common/clock';
import { toRejectionResponse } from '../errors/present';
import type { ServiceRequest } from '../request/request';
import { type FixedAnswer, keyedRequest } from './idempotency-key';
import { Handling, IdempotencyService } from './idempotency.service';

const OUTSIDE = 'procurement:outside-transaction';

/** For a handler that waits for something outside the database: a key then opens no transaction around it. */
export const OutsideTransaction = (): MethodDecorator => SetMetadata(OUTSIDE, true);

const KEPT_HEADERS = ['Content-Language', 'ETag', 'Location'] as const;

/** Handles a request with `Idempotency-Key` once. A repeated one gets the stored response. */
@Injectable()
export class IdempotentAnswers {
  constructor(
    private readonly retries: IdempotencyService,
    private readonly reflector: Reflector,
    private readonly clock: Clock,
  ) {}

  /**
   * @param answer runs the handler and adds the envelope, because the response is stored as it is sent
   * @throws DomainError BAD_REQUEST for a malformed key; else see {@link IdempotencyService}
   */
  once(context: ExecutionContext, answer: () => Observable<unknown>): Observable<unknown> {
    const request = context.switchToHttp().getRequest<ServiceRequest>();
    const keyed = request.form && keyedRequest(request);
    if (!keyed) return answer();
    const handling = this.handling(request, context.switchToHttp().getResponse<Response>(), answer);
    const outside = this.reflector.get<boolean | undefined>(OUTSIDE, context.getHandler());
    return from(outside ? this.retries.outside(keyed, handling) : this.retries.inside(keyed, handling));
  }

  private handling(request: ServiceRequest, response: Response, answer: () => Observable<unknown>): Handling<unknown> {
    const fixed = (status: number, body: unknown): FixedAnswer => ({
      status,
      headers: headersOf(response),
      body: body === undefined ? null : JSON.stringify(body),
    });
    return {
      // Runs inside the transaction, which every unit of work of the handler joins.
      run: () => lastValueFrom(answer(), { defaultValue: undefined }),
      fixed: (result) => (result instanceof StreamableFile ? undefined : fixed(response.statusCode, result)),
      refusal: (error) => {
        const { status, body } = toRejectionResponse(request, error, this.clock.now());
        return fixed(status, body);
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
