import { CanActivate, ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { DomainError, notFound } from '../../common/errors';
import { ACCESS, Access, ServiceRequest } from '../../http';
import { ADDRESS_LIMITS, RateLimiter } from '../../rate-limits';
import { BearerAuthentication } from '../verification/bearer-authentication';
import { type PresentedToken, presentedToken } from '../verification/bearer-token';
import type { BearerRequest, Principal } from '../verification/principal';
import { TokenVerifier } from '../verification/token-verifier';
import { addressOf, enforce } from './rate-limit';
import { TenantHosts } from './tenant-hosts';
import { TurnsOfAddress } from './turns-of-address';

/** No valid token: the Auth shape's 401. */
export function unauthenticated(): DomainError {
  return new DomainError('UNAUTHENTICATED', { key: 'error.unauthenticated' });
}

/**
 * Lets in who bears a valid token of the tenant whose host was asked. A caller without one is counted by its address
 * first, wrong tokens included, so that guessing is slow; past the limit its guesses are not even looked up.
 *
 * It looks twice. {@link canActivate} says whose the token is, perhaps from memory; {@link confirm} says that it still is,
 * as soon as the request has been counted: the step in Redis that counts it also reads the tenant's token epoch.
 */
@Injectable()
export class BearerGuard implements CanActivate {
  private readonly turns = new TurnsOfAddress();

  constructor(
    private readonly reflector: Reflector,
    private readonly limiter: RateLimiter,
    private readonly hosts: TenantHosts,
    private readonly authentication: BearerAuthentication,
    private readonly verifier: TokenVerifier,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.reflector.getAllAndOverride<Access>(ACCESS, [context.getHandler(), context.getClass()]);
    if (access === 'public') return true;
    const request = context.switchToHttp().getRequest<BearerRequest>();
    const response = context.switchToHttp().getResponse<Response>();
    const token = presentedToken(request);
    if (!token) return this.refuse(request, response, unauthenticated());
    const isGuess = this.verifier.isGuess(token.hash);
    request.claimed = await (isGuess ? this.guess(token, request, response) : this.claim(token, request, response));
    return true;
  }

  /**
   * Ends the authentication: puts on the request on whose behalf it is made.
   * @param epoch of the tenant's tokens, as the rate limiter has just read it; undefined without Redis
   * @throws DomainError UNAUTHENTICATED when the token has become invalid since it was remembered; RATE_LIMIT_EXCEEDED when
   *   that brings the caller's address over its limit
   */
  async confirm(request: BearerRequest, response: Response, epoch: string | undefined): Promise<void> {
    if (!request.claimed) return;
    const principal = await this.verifier.confirm(request.claimed, epoch);
    if (!principal) return this.refuse(request, response, unauthenticated());
    request.actor = { ...principal, requestId: request.requestId };
  }

  /** @throws DomainError RATE_LIMIT_EXCEEDED without a look-up when the caller's address is over its limit; else as claim */
  private guess(token: PresentedToken, request: ServiceRequest, response: Response): Promise<Principal> {
    const address = addressOf(request);
    return this.turns.run(address.group, async () => {
      enforce(response, await this.limiter.peek(address, ADDRESS_LIMITS));
      return this.claim(token, request, response);
    });
  }

  /** @throws DomainError UNAUTHENTICATED; NOT_FOUND on the host of no tenant; RATE_LIMIT_EXCEEDED */
  private async claim(token: PresentedToken, request: ServiceRequest, response: Response): Promise<Principal> {
    const principal = await this.authentication.principalOf(token);
    const standing = principal && (await this.hosts.standingOf(request, principal.tenant.slug));
    if (principal && standing === 'admitted') return principal;
    return this.refuse(request, response, standing === 'unknown' ? notFound() : unauthenticated());
  }

  /** Counts the request against its address, and refuses it for the reason given or for the limit. */
  private async refuse(request: ServiceRequest, response: Response, reason: DomainError): Promise<never> {
    enforce(response, await this.limiter.take(addressOf(request), ADDRESS_LIMITS));
    throw reason;
  }
}
