import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { hash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Passport } from 'passport';
import { Strategy, type VerifyFunctionWithRequest } from 'passport-http-bearer';
import { headerValues } from '../../../platform/http';
import { type Principal, TokenVerifier } from './token-verifier';

const PREFIX = 'pst_';
const WELL_FORMED = /^pst_[A-Za-z0-9_-]{43}$/;

/** RFC 6750, section 2.1: the scheme in any case, then a `b64token`. */
const BEARER = /^Bearer +([A-Za-z0-9\-._~+/]+=*)$/i;

export interface PresentedToken {
  readonly text: string;
  /** SHA-256 of the text in base64, which identifies the token everywhere else. */
  readonly hash: string;
}

/**
 * Reads and hashes the bearer token from exactly one `Authorization` header, never from the query or the body.
 * @returns undefined without a token, with another scheme, several headers, or a text in another format
 */
export function presentedToken(request: IncomingMessage): PresentedToken | undefined {
  const [value = '', ...more] = headerValues(request, 'authorization');
  const text = more.length === 0 ? BEARER.exec(value)?.[1] : undefined;
  if (text === undefined || !WELL_FORMED.test(text)) return undefined;
  return { text, hash: tokenHash(text).toString('base64') };
}

/** Generates a token: `pst_` and 43 base64url characters, 256 random bits. */
export function newToken(): string {
  return PREFIX + randomBytes(32).toString('base64url');
}

/** A plain SHA-256 is safe for 256 random bits, and looking up the hash reveals nothing about the token by timing. */
export function tokenHash(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

/** Replaces the request for Passport. */
interface TokenRequest {
  readonly headers: { readonly authorization: string };
  readonly token: PresentedToken;
}

/** Passport with the strategy for RFC 6750 bearer tokens, one instance per application. */
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
   * Returns the principal of a token, undefined if it is not valid. Passport gets only a header with the token, because
   * the strategy would also accept a token from the query or the body.
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
