import { Inject, Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import { DomainError } from '../../../common/errors';
import { ENVIRONMENT, type Environment } from '../../config';

export interface Target {
  /** Path and query. Characters that Express and a proxy would interpret differently are escaped. */
  readonly url: string;
  /** The host before the path, which replaces the `Host` header (RFC 9112, section 3.2.2). */
  readonly host?: string;
  readonly isMalformed: boolean;
}

const WITH_HOST = /^https?:\/\/([^/?#]*)/i;
/** Express treats a backslash in a path as a slash and drops a fragment; a proxy does neither. */
const MISREAD = /^[^?]*\\|#/;

/** A malformed target is escaped but retains its prefix, so that the error has the requested form. */
export function readTarget(target: string): Target {
  const isPlain = target.startsWith('/') && !target.includes('%') && !MISREAD.test(target);
  if (isPlain) return { url: target, isMalformed: false };
  const [front, host] = WITH_HOST.exec(target) ?? [''];
  const rest = target.slice(front.length);
  const url = rest.startsWith('/') || target === '*' ? rest : `/${rest}`;
  const isMalformed = MISREAD.test(url) || !decodes(pathIn(url));
  return { url: isMalformed ? escaped(url) : url, isMalformed, ...(host === undefined ? {} : { host }) };
}

export function pathIn(url: string): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

function decodes(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function escaped(url: string): string {
  const path = pathIn(url);
  const literal = path.replace(/[%\\#]/g, encodeURIComponent);
  return literal + url.slice(path.length).replace(/#.*$/, '');
}

export type AddressSettings = Pick<Environment, 'PUBLIC_URL' | 'TENANT_HOST_SUFFIX' | 'TRUSTED_PROXY_HOPS'>;

export interface RequestedAddress {
  readonly scheme: 'http' | 'https';
  /** undefined without a host, which HTTP/1.0 permits. */
  readonly host: Host | undefined;
}

/**
 * Reads the address that a client used. With trusted proxies, `X-Forwarded-Host` and `X-Forwarded-Proto` apply, with a
 * single value each: the nearest proxy overwrites the client's headers. Without trusted proxies both are ignored.
 * @throws DomainError BAD_REQUEST with the malformed or repeated header
 */
export function requestAddress(request: IncomingMessage, target: Target, settings: AddressSettings): RequestedAddress {
  const own = ownHost(request, target);
  if (settings.TRUSTED_PROXY_HOPS === 0) return { scheme: 'http', host: own };
  return {
    // If PUBLIC_URL is set, it determines the scheme of links, and no header is read for it.
    scheme: settings.PUBLIC_URL === undefined ? forwardedScheme(request) : 'http',
    host: settings.PUBLIC_URL === undefined || settings.TENANT_HOST_SUFFIX ? forwardedHost(request, own) : own,
  };
}

/** HTTP/1.1 requires exactly one `Host`, HTTP/1.0 at most one (RFC 9112, section 3.2). */
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

function forwardedScheme(request: IncomingMessage): RequestedAddress['scheme'] {
  const scheme = String(request.headers['x-forwarded-proto'] ?? 'http').toLowerCase();
  if (scheme !== 'http' && scheme !== 'https') throw malformed('X-Forwarded-Proto');
  return scheme;
}

/** All values of a header, in order. For some headers, such as `Host`, `request.headers` contains only the first. */
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

interface Host {
  readonly name: string;
  /** Digits; empty for the default port of the scheme. */
  readonly port: string;
}

const HOST = /^((?:[a-z0-9_-]+\.)*[a-z0-9_-]+|\[[0-9a-f:.]+\])\.?(?::(\d{0,5}))?$/;

/** Parses `name[:port]`. @returns undefined if it cannot be the host of a URL */
function parseHost(text: string): Host | undefined {
  const [, name, port = ''] = HOST.exec(text.toLowerCase()) ?? [];
  if (name === undefined || !isName(name) || Number(port) > 65_535) return undefined;
  return { name, port };
}

function isName(name: string): boolean {
  if (name.startsWith('[')) return isIPv6(name.slice(1, -1));
  return URL.canParse(`http://${name}`);
}

export function requestHost(bytes: string): RequestedAddress {
  const [, host = ''] = /^host:[ \t]*(\S{1,255})[ \t]*\r?$/im.exec(bytes) ?? [];
  return { scheme: 'http', host: parseHost(host) };
}

/** The tenant's slug in its host `{slug}.{suffix}`; undefined for other hosts. */
export function tenantSlug(name: string | undefined, suffix: string | undefined): string | undefined {
  const ending = `.${suffix ?? ''}`;
  if (!suffix || !name?.endsWith(ending)) return undefined;
  const slug = name.slice(0, -ending.length);
  return slug && !slug.includes('.') ? slug : undefined;
}

interface Addressed {
  readonly requested: RequestedAddress;
  readonly originalUrl: string;
}

/**
 * Builds absolute links with `PUBLIC_URL`, or without it the address that the client used. If a request uses a tenant's
 * host, its links use that host too, because it accepts only tokens of that tenant.
 */
@Injectable()
export class PublicAddress {
  private readonly configured: URL | undefined;
  private readonly suffix: string | undefined;

  constructor(@Inject(ENVIRONMENT) settings: AddressSettings) {
    this.configured = settings.PUBLIC_URL === undefined ? undefined : new URL(settings.PUBLIC_URL);
    this.suffix = settings.TENANT_HOST_SUFFIX?.toLowerCase();
  }

  of(request: Addressed): URL {
    return new URL(this.base(request) + request.originalUrl);
  }

  docs(request: Pick<Addressed, 'requested'>): string {
    return `${this.base(request)}/docs`;
  }

  private base({ requested: { scheme, host } }: Pick<Addressed, 'requested'>): string {
    if (!this.configured) return `${scheme}://${host?.name ?? 'localhost'}${host?.port ? `:${host.port}` : ''}`;
    const base = new URL(this.configured);
    if (tenantSlug(host?.name, this.suffix) !== undefined) base.hostname = host?.name ?? '';
    return base.origin + base.pathname.replace(/\/+$/, '');
  }
}
