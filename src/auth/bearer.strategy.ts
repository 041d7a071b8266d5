import { Injectable, OnApplicationShutdown } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { randomUUID } from 'node:crypto';
import passport from 'passport';
import { Strategy } from 'passport-http-bearer';
import type { Principal } from './principal';
import { TokenVerifier } from './token-verifier';

/**
 * RFC 6750 bearer tokens. Passport keeps one list of strategies for the whole process, so each application stands in it
 * under a name of its own: two in one process must not ask each other's database.
 */
@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy, 'bearer') implements OnApplicationShutdown {
  readonly registeredAs = `bearer-${randomUUID()}`;

  constructor(private readonly verifier: TokenVerifier) {
    super();
    passport.use(this.registeredAs, this);
  }

  async validate(token: string): Promise<Principal | false> {
    return (await this.verifier.verify(token)) ?? false;
  }

  onApplicationShutdown(): void {
    passport.unuse(this.registeredAs);
  }
}
