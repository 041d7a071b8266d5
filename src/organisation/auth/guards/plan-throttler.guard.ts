import { Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  InjectThrottlerOptions,
  InjectThrottlerStorage,
  ThrottlerGuard,
  type ThrottlerModuleOptions,
  type ThrottlerRequest,
} from '@nestjs/throttler';
import type { Response } from 'express';
import { UNLIMITED } from '../../../platform/http';
import { ADDRESS_LIMITS, type PlanLimits, type RateCaller, RateLimiter, rateKey } from '../../../platform/rate-limits';
import type { BearerRequest } from '../verification/token-verifier';
import { ADDRESS, BearerGuard, addressOf, enforce } from './bearer.guard';

/** Who a request is counted as: the token that it shows, or the address on a public route. */
function callerOf(request: BearerRequest): RateCaller {
  const { claimed } = request;
  return claimed ? { group: claimed.tenantId, id: String(claimed.tokenId) } : addressOf(request);
}

/** The limits of {@link callerOf}. */
function limitsOf({ claimed }: BearerRequest): PlanLimits {
  return claimed?.tenant.limits ?? ADDRESS_LIMITS;
}

/**
 * The options of the throttler module: a request counts against its token's plan, on a public route against its caller's
 * address. All routes share these counters. The day's limit travels in the key, for one `increment` counts both limits.
 */
export function planThrottling(storage: RateLimiter, reflector: Reflector): ThrottlerModuleOptions {
  return {
    storage,
    throttlers: [
      {
        name: 'plan',
        ttl: 60_000,
        limit: (context) => limitsOf(context.switchToHttp().getRequest<BearerRequest>()).perMinute,
      },
    ],
    skipIf: (context) => reflector.getAllAndOverride(UNLIMITED, [context.getHandler(), context.getClass()]) === true,
    getTracker: (request) => rateKey(callerOf(request as BearerRequest), limitsOf(request as BearerRequest)),
    generateKey: (_context, tracker) => tracker,
  };
}

/** Counts a request, ends its authentication with what the same step has read, and refuses it over its limit. */
@Injectable()
export class PlanThrottlerGuard extends ThrottlerGuard {
  constructor(
    @InjectThrottlerOptions() options: ThrottlerModuleOptions,
    @InjectThrottlerStorage() private readonly limiter: RateLimiter,
    reflector: Reflector,
    private readonly bearer: BearerGuard,
  ) {
    super(options, limiter, reflector);
  }

  protected override async handleRequest(asked: ThrottlerRequest): Promise<boolean> {
    const { context, limit, ttl, blockDuration, throttler, getTracker, generateKey } = asked;
    const { req, res } = this.getRequestResponse(context) as { req: BearerRequest; res: Response };
    const name = throttler.name ?? 'default';
    const key = generateKey(context, await getTracker(req, context), name);
    const { verdict } = await this.limiter.increment(key, ttl, limit, blockDuration, name);
    // 401 comes before 429: the holder of a token that was revoked meanwhile does not learn its limit.
    await this.bearer.confirm(req, res, verdict.epoch);
    enforce(res, verdict, req.claimed?.tenant.plan ?? ADDRESS);
    return true;
  }
}
