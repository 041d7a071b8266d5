import { Injectable } from '@nestjs/common';
import { Strategy, type VerifyFunction } from 'passport-http-bearer';
import type { Principal } from './principal';
import { TokenVerifier } from './token-verifier';

/** What Passport hangs on a strategy for one request. */
interface Attempt extends Strategy<VerifyFunction> {
  success: (user: Principal) => void;
  fail: (challenge?: unknown) => void;
  error: (error: unknown) => void;
}

/** RFC 6750 bearer tokens. */
@Injectable()
export class BearerStrategy extends Strategy<VerifyFunction> {
  constructor(verifier: TokenVerifier) {
    super((token, done) => {
      verifier.verify(token).then((principal) => done(null, principal ?? false), done);
    });
  }

  /**
   * Whom the token makes its bearer; undefined when it is not valid. Runs the strategy as Passport does, on a copy of it
   * that carries this outcome, and over a request that has the token in its header and nothing else: the strategy would
   * also take one from the query or the body, past what {@link bearerToken} has read. Passport's own middleware is left out: it keeps one list of strategies
   * for the whole process, and its sessions and redirects are work for nothing here.
   */
  principalOf(token: string): Promise<Principal | undefined> {
    return new Promise((resolve, reject) => {
      const attempt = Object.create(this) as Attempt;
      attempt.success = resolve;
      attempt.fail = () => resolve(undefined);
      attempt.error = reject;
      attempt.authenticate({ headers: { authorization: `Bearer ${token}` } } as Parameters<
        typeof attempt.authenticate
      >[0]);
    });
  }
}
