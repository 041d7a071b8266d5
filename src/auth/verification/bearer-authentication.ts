import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Passport } from 'passport';
import { Strategy, type VerifyFunctionWithRequest } from 'passport-http-bearer';
import type { PresentedToken } from './bearer-token';
import type { Principal } from './principal';
import { TokenVerifier } from './token-verifier';

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
