import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { headerValues } from '../../http';

const PREFIX = 'pst_';
const WELL_FORMED = /^pst_[A-Za-z0-9_-]{43}$/;

/** RFC 6750, section 2.1: the scheme in any case, then a `b64token`. */
const BEARER = /^Bearer +([A-Za-z0-9\-._~+/]+=*)$/i;

/** A token as a request shows it. */
export interface PresentedToken {
  readonly text: string;
  /** SHA-256 of the text, in base64: what everything after the header knows the token by. */
  readonly hash: string;
}

/**
 * The request's bearer token, read and hashed in this one place: from exactly one `Authorization` header, never from the
 * query or the body.
 * @returns undefined when there is none, or one of another scheme, or several headers, or a text that no token of ours has
 */
export function presentedToken(request: IncomingMessage): PresentedToken | undefined {
  const [value = '', ...more] = headerValues(request, 'authorization');
  const text = more.length === 0 ? BEARER.exec(value)?.[1] : undefined;
  if (text === undefined || !WELL_FORMED.test(text)) return undefined;
  return { text, hash: tokenHash(text).toString('base64') };
}

/** A new token: `pst_` and 43 base64url characters, 256 bits of randomness. */
export function newToken(): string {
  return PREFIX + randomBytes(32).toString('base64url');
}

/**
 * What is stored and looked up. The token is 256 random bits, so a plain SHA-256 cannot be guessed back, and an index
 * look-up by it tells an attacker's clock nothing about the token.
 */
export function tokenHash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
