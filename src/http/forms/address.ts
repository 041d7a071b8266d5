import type { Request } from 'express';

/**
 * The absolute address the client asked, as it sees us: `X-Forwarded-Proto` and `-Host` count where Express trusts
 * the proxy in front (TRUSTED_PROXY_HOPS), and nowhere else.
 */
export function publicAddress(request: Request): URL {
  const host = request.host || 'localhost';
  return new URL(request.originalUrl, `${request.protocol}://${host}`);
}
