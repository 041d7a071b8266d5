import { CanActivate, ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { DomainError } from '../common/errors';
import { ACCESS, Access, ServiceRequest } from '../http';
import { RateLimiter, ADDRESS_LIMITS } from '../rate-limits';
import { bearerToken } from './bearer-token';
import { BearerStrategy } from './bearer.strategy';
import { callerAddress, enforce } from './rate-headers';
import { TenantHosts } from './tenant-hosts';

/** No valid token: the Auth shape's 401. */
export function unauthenticated(): DomainError {
  return new DomainError('UNAUTHENTICATED', { key: 'error.unauthenticated' });
}

/**
 * Lets in who bears a valid token of the tenant whose host was asked. A caller without one is counted by its address
 * first, wrong tokens included, so that guessing is slow.
 */
@Injectable()
export class BearerGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly limiter: RateLimiter,
    private readonly hosts: TenantHosts,
    private readonly strategy: BearerStrategy,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.reflector.getAllAndOverride<Access>(ACCESS, [context.getHandler(), context.getClass()]);
    if (access === 'public') return true;
    const request = context.switchToHttp().getRequest<ServiceRequest>();
    const token = bearerToken(request);
    const principal = token === undefined ? undefined : await this.strategy.principalOf(token);
    const admitted = principal && (await this.hosts.admits(request, principal.tenant.slug));
    if (!principal || !admitted) {
      await this.countAddress(request, context.switchToHttp().getResponse<Response>());
      throw unauthenticated();
    }
    request.actor = { ...principal, requestId: request.requestId };
    return true;
  }

  private async countAddress(request: ServiceRequest, response: Response): Promise<void> {
    enforce(response, await this.limiter.take(callerAddress(request), ADDRESS_LIMITS));
  }
}
