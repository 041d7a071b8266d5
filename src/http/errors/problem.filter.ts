import { ArgumentsHost, Catch, ExceptionFilter, Injectable, Logger } from '@nestjs/common';
import type { Response } from 'express';
import { Clock } from '../../common/clock';
import type { DomainError } from '../../common/errors';
import type { ServiceRequest } from '../request/request';
import { isClientGone } from '../turns/client-gone';
import { presentRefusal } from './present';
import { toDomainError } from './to-domain-error';

/** Turns every error into its HTTP answer; nothing else does. */
@Catch()
@Injectable()
export class ProblemFilter implements ExceptionFilter {
  private readonly log = new Logger('Http');

  constructor(private readonly clock: Clock) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<ServiceRequest>();
    const response = host.switchToHttp().getResponse<Response>();
    if (isClientGone(thrown)) {
      // Nobody reads an answer, and nothing went wrong.
      this.log.debug({ requestId: request.requestId }, 'Given up, as the client went away');
      response.destroy();
      return;
    }
    const error = toDomainError(thrown);
    const { status, body } = presentRefusal(request, error, this.clock.now());
    if (status >= 500) this.log.error({ err: error.cause ?? error, requestId: request.requestId }, error.message);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    this.headers(response, error);
    response.status(status).json(body);
  }

  private headers(response: Response, error: DomainError): void {
    // Headers of the answer that is not sent: its type, its file name, its version.
    for (const name of ['Content-Disposition', 'Content-Type', 'ETag', 'Location']) response.removeHeader(name);
    if (error.code === 'UNAUTHENTICATED') response.setHeader('WWW-Authenticate', 'Bearer');
    if (error.extras.retryAfter !== undefined) response.setHeader('Retry-After', String(error.extras.retryAfter));
    // Whether the plan's minute or a daily quota is used up: nothing is left now.
    if (error.code === 'RATE_LIMIT_EXCEEDED') response.setHeader('X-RateLimit-Remaining', '0');
    if (error.extras.allow) response.setHeader('Allow', error.extras.allow.join(', '));
  }
}
