import type { ServiceRequest } from '../request/request';
import { routeOf } from '../request/request-span';

/** The methods that the service answers; a caller may name any other. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The method as a label; what a caller may make up is one value. */
export function methodLabel(method: string | undefined): string {
  return method !== undefined && METHODS.has(method) ? method : '_OTHER';
}

/** Nest's middleware, and the controller of what has no route. */
const NO_ROUTE = /\{\*|^\/(api\/)?v1\/?$/;

/** Addresses that hold many pages and files. */
const PAGES = /^\/(docs|openapi)(?=[/?]|$)/;

/** The route as a label: with the names of its parameters, never with their values; one value for all that has no route. */
export function routeLabel(request: Pick<ServiceRequest, 'url' | 'route'>): string {
  const page = PAGES.exec(request.url);
  if (page) return page[0];
  const route = routeOf(request);
  return route !== undefined && !NO_ROUTE.test(route) ? route : 'unmatched';
}
