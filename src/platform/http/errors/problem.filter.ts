import {
  ArgumentsHost,
  Catch,
  ExceptionFilter,
  HttpException,
  Injectable,
  Logger,
  NotFoundException,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Response } from 'express';
import { Clock } from '../../../common/clock';
import { DomainError, internal, toDomainError } from '../../../common/errors';
import { findJsonFault, MAX_BODY_BYTES } from '../../validation';
import type { ServiceRequest } from '../request/request';
import { noRoute } from './nearest-route';
import type { ServiceAdapter } from '../server/service-adapter';
import { HttpPorts, notifyWatcher } from '../request/watched';
import { isClientGone } from '../request/client-gone';
import { errorPage, toRejectionResponse } from './present';
import { isForbidden } from './status';

/** The only place that converts errors to HTTP responses. */
@Catch()
@Injectable()
export class ProblemFilter implements ExceptionFilter {
  private readonly log = new Logger('Http');

  constructor(
    private readonly clock: Clock,
    private readonly ports: HttpPorts,
    private readonly host: HttpAdapterHost<ServiceAdapter>,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<ServiceRequest>();
    const response = host.switchToHttp().getResponse<Response>();
    if (isClientGone(thrown)) {
      // The client has disconnected; this is not an error.
      this.log.debug('Request ended, because the client disconnected');
      response.destroy();
      return;
    }
    // Outside both prefixes Nest throws NotFoundException for a path without a route.
    const hasNoRoute = thrown instanceof NotFoundException;
    const error = hasNoRoute ? noRoute(this.host.httpAdapter.routes, request) : refusalOf(thrown);
    const { status, body } = toRejectionResponse(request, error, this.clock.now());
    if (isForbidden(error)) notifyWatcher(this.ports.watcher, request, 'refused', error.code);
    if (status >= 500) this.log.error({ err: error.cause ?? error }, error.message);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    this.headers(response, error, request);
    response.status(status).json(body);
  }

  private headers(response: Response, error: DomainError, { docs }: ServiceRequest): void {
    // These headers describe the response that is not sent.
    for (const name of ['Content-Disposition', 'Content-Type', 'ETag', 'Location']) response.removeHeader(name);
    if (error.code === 'UNAUTHENTICATED') response.setHeader('WWW-Authenticate', 'Bearer');
    // The Auth shape of these bodies has no field for the URL.
    if (error.code === 'UNAUTHENTICATED' || error.code === 'FORBIDDEN_ABILITY') {
      response.setHeader('Link', `<${errorPage(docs, error.code)}>; rel="help"`);
    }
    if (error.extras.retryAfter !== undefined) response.setHeader('Retry-After', String(error.extras.retryAfter));
    // For the plan's minute and for daily quotas alike: no request is left now.
    if (error.code === 'RATE_LIMIT_EXCEEDED') response.setHeader('X-RateLimit-Remaining', '0');
    if (error.extras.allow) response.setHeader('Allow', error.extras.allow.join(', '));
  }
}

interface RawError {
  readonly code?: unknown;
  readonly type?: unknown;
  readonly status?: unknown;
  /** The limit in bytes; set by body-parser for a larger body. */
  readonly limit?: unknown;
  readonly body?: unknown;
}

function refusalOf(thrown: unknown): DomainError {
  if (thrown instanceof DomainError) return thrown;
  if (thrown instanceof HttpException) return fromFramework(thrown);
  return fromBodyParser(typeof thrown === 'object' ? thrown : null) ?? toDomainError(thrown);
}

function fromFramework(error: HttpException): DomainError {
  switch (error.getStatus()) {
    case 400:
      return new DomainError('BAD_REQUEST', { key: 'error.bad_request' }, { cause: error });
    case 404:
      return new DomainError('NOT_FOUND', { key: 'error.not_found' }, { cause: error });
    case 413:
      return tooLarge(error);
    default:
      return internal(error);
  }
}

function fromBodyParser(raw: RawError | null): DomainError | undefined {
  switch (raw?.type) {
    case 'entity.parse.failed':
      return malformedJson(raw);
    case 'entity.too.large':
      return tooLarge(raw, raw.limit);
    case 'encoding.unsupported':
    case 'charset.unsupported':
      return new DomainError(
        'UNSUPPORTED_MEDIA_TYPE',
        { key: 'error.unsupported_media_type', params: { types: 'application/json; charset=utf-8' } },
        { cause: raw },
      );
    case 'request.aborted':
    case 'request.size.invalid':
    case 'stream.encoding.set':
      return bad('error.bad_encoding', raw);
    default:
      // zlib errors for a body that does not match Content-Encoding; URIError for a path that cannot be decoded
      if (typeof raw?.code === 'string' && raw.code.startsWith('Z_')) return bad('error.bad_encoding', raw);
      if (raw?.status === 400) return bad('error.bad_request', raw);
      return undefined;
  }
}

/** The error contains the place of the first fault, but no other part of the body. */
function malformedJson(raw: RawError): DomainError {
  const fault = findJsonFault(typeof raw.body === 'string' ? raw.body : '');
  // Valid JSON, but a string or number instead of an object.
  if (!fault) return new DomainError('BAD_REQUEST', { key: 'error.body_not_object' }, { cause: raw });
  const { line, column, found } = fault;
  const text =
    found === undefined
      ? ({ key: 'error.json_ends', params: { line, column } } as const)
      : ({ key: 'error.malformed_json', params: { line, column, found } } as const);
  return new DomainError('BAD_REQUEST', text, { cause: raw });
}

function bad(key: 'error.bad_encoding' | 'error.bad_request', cause: unknown): DomainError {
  return new DomainError('BAD_REQUEST', { key }, { cause });
}

function tooLarge(cause: unknown, limit: unknown = MAX_BODY_BYTES): DomainError {
  return new DomainError(
    'PAYLOAD_TOO_LARGE',
    { key: 'error.payload_too_large', params: { limit: Number(limit) } },
    { cause },
  );
}
