import { CallHandler, ExecutionContext, Injectable, NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { Observable, tap } from 'rxjs';
import { WithMessage } from '../forms';
import { versionOf } from './versioned';

/** Writes the `ETag` of an answer that shows one record: its version, in quotes. */
@Injectable()
export class EtagInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      tap((answer: unknown) => {
        const version = versionOf(answer instanceof WithMessage ? answer.data : answer);
        if (version !== undefined) response.setHeader('ETag', `"${version}"`);
      }),
    );
  }
}
