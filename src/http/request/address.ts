import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import { DomainError } from '../../common/errors';
import type { Environment } from '../../config';
import type { Target } from './target';

export type AddressSettings = Pick<Environment, 'PUBLIC_URL' | 'TENANT_HOST_SUFFIX' | 'TRUSTED_PROXY_HOPS'>;

/** Which address a client used, as far as it can be believed. */
export interface Asked {
  readonly scheme: 'http' | 'https';
  /** undefined when the request names none, which HTTP/1.0 allows. */
  readonly host: Host | undefined;
}

/**
 * Which address a client used. Behind trusted proxies the one next to the service says it in `X-Forwarded-Host` and
 * `-Proto`, a single value each: it overwrites what the client wrote. Where none is trusted nobody's are read.
 * @throws BAD_REQUEST naming the header that is malformed, or that came with several values
 */
export function askedAddress(request: IncomingMessage, target: Target, settings: AddressSettings): Asked {
  const own = ownHost(request, target);
  if (settings.TRUSTED_PROXY_HOPS === 0) return { scheme: 'http', host: own };
  return {
    // Whatever PUBLIC_URL says is not asked of a header.
    scheme: settings.PUBLIC_URL === undefined ? forwardedScheme(request) : 'http',
    host: settings.PUBLIC_URL === undefined || settings.TENANT_HOST_SUFFIX ? forwardedHost(request, own) : own,
  };
}

/** Exactly one `Host` with HTTP/1.1, and at most one before it (RFC 9112, section 3.2). */
function ownHost(request: IncomingMessage, target: Target): Host | undefined {
  const given = headerValues(request, 'host');
  if (given.length === 0 && request.httpVersion === '1.0') return undefined;
  const host = given.length === 1 ? parseHost(given[0] ?? '') : undefined;
  const before = target.host === undefined ? host : parseHost(target.host);
  if (!host || !before) throw malformed('Host');
  return before;
}

function forwardedHost(request: IncomingMessage, own: Host | undefined): Host | undefined {
  const given = request.headers['x-forwarded-host'];
  if (given === undefined) return own;
  const host = typeof given === 'string' ? parseHost(given) : undefined;
  if (!host) throw malformed('X-Forwarded-Host');
  return host;
}

function forwardedScheme(request: IncomingMessage): Asked['scheme'] {
  const scheme = String(request.headers['x-forwarded-proto'] ?? 'http').toLowerCase();
  if (scheme !== 'http' && scheme !== 'https') throw malformed('X-Forwarded-Proto');
  return scheme;
}

/** Every value of a header of which Node keeps the first alone. */
export function headerValues(request: IncomingMessage, name: string): string[] {
  const { rawHeaders } = request;
  const values: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const given = rawHeaders[at];
    if (given?.length === name.length && given.toLowerCase() === name) values.push(rawHeaders[at + 1] ?? '');
  }
  return values;
}

function malformed(header: string): DomainError {
  return new DomainError('BAD_REQUEST', { key: 'error.malformed_header', params: { header } });
}

/** A host as a client names it, in lower case and without the dot that may end it. */
export interface Host {
  readonly name: string;
  /** Digits; empty for the scheme's own port. */
  readonly port: string;
}

const HOST = /^((?:[a-z0-9_-]+\.)*[a-z0-9_-]+|\[[0-9a-f:.]+\])\.?(?::(\d{0,5}))?$/;

/** Reads `name[:port]`; undefined when it is none that a URL could hold. */
export function parseHost(text: string): Host | undefined {
  const [, name, port = ''] = HOST.exec(text.toLowerCase()) ?? [];
  if (name === undefined || !isName(name) || Number(port) > 65_535) return undefined;
  return { name, port };
}

function isName(name: string): boolean {
  if (name.startsWith('[')) return isIPv6(name.slice(1, -1));
  return URL.canParse(`http://${name}`);
}

/** The slug of the tenant whose host this is, `{slug}.{suffix}`; undefined for a host of no tenant. */
export function tenantSlug(name: string | undefined, suffix: string | undefined): string | undefined {
  const ending = `.${suffix ?? ''}`;
  if (!suffix || !name?.endsWith(ending)) return undefined;
  const slug = name.slice(0, -ending.length);
  return slug && !slug.includes('.') ? slug : undefined;
}
