import { CanActivate, ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { DomainError, notFound } from '../../common/errors';
import { ACCESS, Access, ServiceRequest } from '../../http';
import { ADDRESS_LIMITS, RateLimiter } from '../../rate-limits';
import { bearerToken } from '../verification/bearer-token';
import { BearerStrategy } from '../verification/bearer.strategy';
import type { Principal } from '../verification/principal';
import { callerAddress, enforce } from './rate-headers';
import { TenantHosts } from './tenant-hosts';
import { TokenVerifier } from '../verification/token-verifier';
import { TurnsOfAddress } from './turns-of-address';

/** No valid token: the Auth shape's 401. */
export function unauthenticated(): DomainError {
  return new DomainError('UNAUTHENTICATED', { key: 'error.unauthenticated' });
}

/**
 * Lets in who bears a valid token of the tenant whose host was asked. A caller without one is counted by its address
 * first, wrong tokens included, so that guessing is slow; past the limit its guesses are not even looked up.
 */
@Injectable()
export class BearerGuard implements CanActivate {
  private readonly turns = new TurnsOfAddress();

  constructor(
    private readonly reflector: Reflector,
    private readonly limiter: RateLimiter,
    private readonly hosts: TenantHosts,
    private readonly strategy: BearerStrategy,
    private readonly verifier: TokenVerifier,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.reflector.getAllAndOverride<Access>(ACCESS, [context.getHandler(), context.getClass()]);
    if (access === 'public') return true;
    const request = context.switchToHttp().getRequest<ServiceRequest>();
    const response = context.switchToHttp().getResponse<Response>();
    const token = bearerToken(request);
    const admit = (): Promise<Principal> => this.admit(token, request, response);
    const principal =
      token !== undefined && this.verifier.isGuess(token) ? await this.guess(request, response, admit) : await admit();
    request.actor = { ...principal, requestId: request.requestId };
    return true;
  }

  /** @throws RATE_LIMIT_EXCEEDED without a look-up when the caller's address is over its limit */
  private guess(request: ServiceRequest, response: Response, admit: () => Promise<Principal>): Promise<Principal> {
    const address = callerAddress(request);
    return this.turns.run(address.group, async () => {
      enforce(response, await this.limiter.peek(address, ADDRESS_LIMITS));
      return admit();
    });
  }

  private async admit(token: string | undefined, request: ServiceRequest, response: Response): Promise<Principal> {
    const principal = token === undefined ? undefined : await this.strategy.principalOf(token);
    const standing = principal && (await this.hosts.standingOf(request, principal.tenant.slug));
    if (principal && standing === 'admitted') return principal;
    enforce(response, await this.limiter.take(callerAddress(request), ADDRESS_LIMITS));
    throw standing === 'unknown' ? notFound() : unauthenticated();
  }
}
