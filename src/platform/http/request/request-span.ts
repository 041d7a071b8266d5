import type { Response } from 'express';
import type { Facts, Span, SpanOptions } from '../../tracing';
import type { ServiceRequest } from './request';

/** The route's template, with names in the place of values; undefined where no route was found. */
export function routeOf(request: Pick<ServiceRequest, 'route'>): string | undefined {
  const { path } = (request.route ?? {}) as { readonly path?: unknown };
  return typeof path === 'string' ? path : undefined;
}

/** What lines of the log say of the request that they are written in. */
export function factsOf(request: ServiceRequest): Facts {
  return { tenant: request.actor?.tenantId, token: request.actor?.tokenId, route: routeOf(request) };
}

/** The span of a request to the API; none for health, metrics and the documentation. */
export function spanOptionsOf({ form, method, httpVersion, requestId }: ServiceRequest): SpanOptions | undefined {
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

/** Ends the span when the answer is out or its caller has gone: by then route, tenant and status are known. */
export function endsWith(response: Response, request: ServiceRequest, span: Span): void {
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
