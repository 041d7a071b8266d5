import type { IncomingMessage } from 'node:http';
import { headerValues } from '../../http';

/** RFC 6750, section 2.1: the scheme in any case, then a `b64token`. */
const BEARER = /^Bearer +([A-Za-z0-9\-._~+/]+=*)$/i;

/**
 * The request's bearer token, read in this one place: from exactly one `Authorization` header, never from the query or
 * the body. undefined when there is none, or one of another scheme, or several headers.
 */
export function bearerToken(request: IncomingMessage): string | undefined {
  const [value = '', ...more] = headerValues(request, 'authorization');
  return more.length === 0 ? BEARER.exec(value)?.[1] : undefined;
}
