import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { randomUUID } from 'node:crypto';
import { DomainError } from '../../../common/errors';
import { LANGUAGES, Language } from '../../../messages';
import { asRequest, type Facts, type Span, type SpanOptions } from '../../tracing';
import { formOf } from './form';
import { withoutTypeParameters } from './accept';
import {
  type AddressSettings,
  type RequestedAddress,
  PublicAddress,
  requestAddress,
  type Target,
  pathIn,
  readTarget,
} from './address';
import { ServiceRequest, routeOf } from './request';

const CLIENT_REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;
const NOWHERE: RequestedAddress = { scheme: 'http', host: undefined };

/**
 * Sets the form, id, language and client address of every request, and the id and language headers of its response. The
 * following handlers run with the time limits of requests and in the caller's trace. A malformed path or host is
 * rejected here if it is outside both prefixes; otherwise MalformedGuard rejects it, after the rate limit.
 */
export function requestContext(settings: AddressSettings): RequestHandler {
  const address = new PublicAddress(settings);
  return (request: Request, response: Response, next: NextFunction): void => {
    const context = request as ServiceRequest;
    const target = readTarget(request.url);
    // Express routes by `url`; links and the log use `originalUrl`.
    if (target.url !== request.url) request.url = request.originalUrl = target.url;
    context.form = formOf(pathIn(target.url));
    context.requestId = requestId(request.headers['x-request-id']);
    context.language = language(request);
    if (request.headers.accept !== undefined) request.headers.accept = withoutTypeParameters(request.headers.accept);
    response.setHeader('X-Request-Id', context.requestId);
    if (context.form) {
      response.setHeader('Content-Language', context.language);
      response.setHeader('Vary', 'Accept, Accept-Language, Authorization');
      // Tenant data, possibly with a secret: no cache between service and client may store it.
      response.setHeader('Cache-Control', 'no-store');
    }
    readAddress(context, target, settings);
    context.docs = address.docs(context);
    asRequest(
      context.requestId,
      (trace, span) => {
        context.trace = trace;
        if (span) endsWith(response, context, span);
        next(context.form ? undefined : context.malformed);
      },
      { facts: () => factsOf(context), traceparent: request.headers.traceparent, span: spanOptionsOf(context) },
    );
  };
}

function readAddress(context: ServiceRequest, target: Target, settings: AddressSettings): void {
  context.requested = NOWHERE;
  if (target.isMalformed) context.malformed = new DomainError('BAD_REQUEST', { key: 'error.malformed_path' });
  try {
    context.requested = requestAddress(context, target, settings);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    context.malformed = error;
  }
}

function requestId(offered: string | string[] | undefined): string {
  return typeof offered === 'string' && CLIENT_REQUEST_ID.test(offered) ? offered : randomUUID();
}

function language(request: Request): Language {
  if (request.headers['accept-language'] === undefined) return 'en';
  const best = request.acceptsLanguages([...LANGUAGES]);
  return best === 'ar' ? 'ar' : 'en';
}

function factsOf(request: ServiceRequest): Facts {
  return { tenant: request.actor?.tenantId, token: request.actor?.tokenId, route: routeOf(request) };
}

/** The span of an API request; none for health, metrics and the documentation. */
function spanOptionsOf({ form, method, httpVersion, requestId }: ServiceRequest): SpanOptions | undefined {
  if (!form) return undefined;
  return {
    name: method,
    kind: 'server',
    attributes: {
      'http.request.method': method,
      'network.protocol.version': httpVersion,
      'request.id': requestId,
      'api.form': form,
    },
  };
}

/** Ends the span after the response or a disconnect, when route, tenant and status are known. */
function endsWith(response: Response, request: ServiceRequest, span: Span): void {
  response.once('close', () => {
    const { tenant, token, route } = factsOf(request);
    if (route) span.rename(`${request.method} ${route}`);
    const status = response.headersSent ? response.statusCode : undefined;
    span.set({
      'http.route': route ?? undefined,
      'http.response.status_code': status,
      'tenant.id': tenant ?? undefined,
      'token.id': token ?? undefined,
      'request.aborted': response.writableFinished ? undefined : true,
    });
    span.end(status !== undefined && status >= 500 ? String(status) : undefined);
  });
}
