import { CallHandler, ExecutionContext, NestInterceptor, StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import { Observable, map } from 'rxjs';
import { versionOf } from './versioned';
import type { Form, ServiceRequest } from '../request/request';
import { WithMessage } from './envelope';

/**
 * What the envelopes of both forms share: each wraps the answers of its own form, and before an answer that shows one
 * record goes in, its version is said in the `ETag`. Controllers name theirs (`routing/controllers.ts`); every
 * interceptor a request passes costs it, so one does both.
 */
export abstract class EnvelopeInterceptor implements NestInterceptor {
  protected abstract readonly form: Form;

  protected abstract wrap(request: ServiceRequest, answer: unknown): unknown;

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<ServiceRequest>();
    if (request.form !== this.form) return next.handle();
    return next.handle().pipe(
      map((answer: unknown) => {
        if (answer === undefined || answer instanceof StreamableFile) return answer;
        sayVersion(http.getResponse<Response>(), answer);
        return this.wrap(request, answer);
      }),
    );
  }
}

function sayVersion(response: Response, answer: unknown): void {
  const version = versionOf(answer instanceof WithMessage ? answer.data : answer);
  if (version !== undefined) response.setHeader('ETag', `"${version}"`);
}
