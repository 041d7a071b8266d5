import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-http-bearer';
import type { Principal } from './principal';
import { TokenVerifier } from './token-verifier';

/** RFC 6750 bearer tokens. */
@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy, 'bearer') {
  constructor(private readonly verifier: TokenVerifier) {
    super();
  }

  async validate(token: string): Promise<Principal | false> {
    return (await this.verifier.verify(token)) ?? false;
  }
}
