import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Passport } from 'passport';
import { Strategy, type VerifyFunctionWithRequest } from 'passport-http-bearer';
import { headerValues } from '../../../platform/http';
import { type Principal, TokenVerifier } from './token-verifier';

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

/** What Passport is handed in place of the request. */
interface TokenRequest {
  readonly headers: { readonly authorization: string };
  readonly token: PresentedToken;
}

/** Passport with the strategy for RFC 6750 bearer tokens; one for each service in the process. */
@Injectable()
export class BearerAuthentication {
  private readonly passport = new Passport();

  constructor(verifier: TokenVerifier) {
    const verify: VerifyFunctionWithRequest = (request, _text, done) => {
      const { token } = request as unknown as TokenRequest;
      verifier.verify(token.hash).then((principal) => done(null, principal ?? false), done);
    };
    this.passport.use(new Strategy({ passReqToCallback: true }, verify));
  }

  /**
   * Whom the token makes its bearer. Passport sees the token in a header and nothing else of the request: the strategy would
   * also take one from the query or the body, past what `presentedToken` has read.
   * @returns undefined when the token is not valid
   */
  principalOf(token: PresentedToken): Promise<Principal | undefined> {
    const request: TokenRequest = { headers: { authorization: `Bearer ${token.text}` }, token };
    return new Promise((resolve, reject) => {
      const answer = (error: Error | null, principal: Principal | false): void =>
        error ? reject(error) : resolve(principal || undefined);
      const authenticate = this.passport.authenticate('bearer', { session: false }, answer) as (
        ...middleware: [request: Request, response: object, next: (error: unknown) => void]
      ) => void;
      authenticate(request as unknown as Request, {}, reject);
    });
  }
}
