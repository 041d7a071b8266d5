import { Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ThrottlerGuard, ThrottlerRequest, getOptionsToken, getStorageToken } from '@nestjs/throttler';
import type { ThrottlerModuleOptions } from '@nestjs/throttler';
import type { Response } from 'express';
import { ACCESS, ServiceRequest, UNLIMITED } from '../../http';
import { ADDRESS_LIMITS, RateLimiter } from '../../rate-limits';
import { unauthenticated } from './bearer.guard';
import { principalOf } from '../verification/principal';
import { callerAddress, enforce } from './rate-headers';
import { TokenVerifier } from '../verification/token-verifier';

/**
 * Counts a request against its token's plan, both limits in one step; a public route's against its caller's address.
 * The same step reads the tenant's token epoch, which says whether what is remembered of the token still holds.
 */
@Injectable()
export class PlanThrottlerGuard extends ThrottlerGuard {
  constructor(
    @Inject(getOptionsToken()) options: ThrottlerModuleOptions,
    @Inject(getStorageToken()) private readonly limiter: RateLimiter,
    reflector: Reflector,
    private readonly verifier: TokenVerifier,
  ) {
    super(options, limiter, reflector);
  }

  protected override async handleRequest({ context }: ThrottlerRequest): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ServiceRequest>();
    const response = context.switchToHttp().getResponse<Response>();
    const routes = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean | undefined>(UNLIMITED, routes)) return true;
    if (this.reflector.getAllAndOverride(ACCESS, routes) === 'public') {
      enforce(response, await this.limiter.take(callerAddress(request), ADDRESS_LIMITS));
      return true;
    }
    await this.countToken(request, response);
    return true;
  }

  private async countToken(request: ServiceRequest, response: Response): Promise<void> {
    const principal = principalOf(request);
    const verdict = await this.limiter.take(
      { group: principal.tenantId, id: String(principal.tokenId) },
      principal.tenant.limits,
    );
    if (this.verifier.shared) {
      const confirmed = await this.verifier.confirm(principal, verdict.epoch);
      if (!confirmed) {
        enforce(response, await this.limiter.take(callerAddress(request), ADDRESS_LIMITS));
        throw unauthenticated();
      }
      request.actor = { ...confirmed, requestId: request.requestId };
    }
    enforce(response, verdict);
  }
}
