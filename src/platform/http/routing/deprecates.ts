import {
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  UseInterceptors,
  applyDecorators,
} from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Observable } from 'rxjs';
import type { ServiceRequest } from '../request/request';

/** See docs/deprecation.md. */
export interface Deprecation {
  readonly field: string;
  readonly since: Date;
  /** The earliest removal. */
  readonly sunset: Date;
}

export const DEPRECATED_FIELD = 'x-deprecated-field';

/** Sends `Deprecation` (RFC 9745) and `Sunset` (RFC 8594) on reads, and on writes that contain the field. */
export const Deprecates = (part: Deprecation): MethodDecorator =>
  applyDecorators(
    UseInterceptors(new DeprecationInterceptor(part)),
    ApiExtension(DEPRECATED_FIELD, part.field) as MethodDecorator,
  );

class DeprecationInterceptor implements NestInterceptor {
  constructor(private readonly part: Deprecation) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<ServiceRequest>();
    const { field, since, sunset } = this.part;
    if (request.method === 'GET' || names(request.body, field)) {
      const response = context.switchToHttp().getResponse<Response>();
      response.setHeader('Deprecation', `@${Math.floor(since.getTime() / 1000)}`);
      response.setHeader('Sunset', sunset.toUTCString());
    }
    return next.handle();
  }
}

function names(body: unknown, field: string): boolean {
  return typeof body === 'object' && body !== null && Object.hasOwn(body, field);
}
