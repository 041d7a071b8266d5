import { CanActivate, ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  InjectThrottlerOptions,
  InjectThrottlerStorage,
  ThrottlerGuard,
  type ThrottlerModuleOptions,
  type ThrottlerRequest,
} from '@nestjs/throttler';
import type { Request, Response } from 'express';
import { isIPv6 } from 'node:net';
import { Clock } from '../../common/clock';
import { DomainError, notFound, unauthenticated } from '../../common/errors';
import type { TenantId } from '../../common/records/ids';
import { ENVIRONMENT, Environment } from '../../platform/config';
import { UnitOfWork, query } from '../../platform/database';
import { ACCESS, type Access, type ServiceRequest, tenantSlug, UNLIMITED } from '../../platform/http';
import { counter } from '../../platform/metrics';
import {
  ADDRESS_LIMITS,
  type PlanLimits,
  type RateCaller,
  rateKey,
  RateLimiter,
  type RateVerdict,
} from '../../platform/rate-limits';
import { BearerAuthentication, type PresentedToken, presentedToken } from './verification/bearer-token';
import { type BearerRequest, type Principal, TokenVerifier } from './verification/token-verifier';

/** How long the existence of a host's tenant is cached. */
const HOSTS_MILLISECONDS = 60_000;

/** For `{slug}.{suffix}` hosts: a token is valid only on the host of its tenant, or on a host without a tenant. */
@Injectable()
export class TenantHosts {
  private readonly known = new Map<string, { readonly exists: boolean; readonly until: number }>();
  private readonly suffix: string | undefined;

  constructor(
    @Inject(ENVIRONMENT) environment: Environment,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {
    this.suffix = environment.TENANT_HOST_SUFFIX?.toLowerCase();
  }

  /** `foreign`: the host of another tenant. `unknown`: the host of no tenant. */
  async admissionOf(request: ServiceRequest, slug: string): Promise<'admitted' | 'foreign' | 'unknown'> {
    const wanted = tenantSlug(request.requested.host?.name, this.suffix);
    if (wanted === undefined || wanted === slug) return 'admitted';
    return (await this.exists(wanted)) ? 'foreign' : 'unknown';
  }

  private async exists(slug: string): Promise<boolean> {
    const now = this.clock.now().getTime();
    const remembered = this.known.get(slug);
    if (remembered && remembered.until > now) return remembered.exists;
    const asked = query('SELECT tenant_by_slug($1) AS id', [slug]);
    const [row] = await this.unitOfWork.unscoped<{ id: TenantId | null }>(asked);
    if (this.known.size > 10_000) this.known.clear();
    this.known.set(slug, { exists: row?.id != null, until: now + HOSTS_MILLISECONDS });
    return row?.id != null;
  }
}

/**
 * Admits requests with a valid token for the host's tenant. Requests without a valid token count against the limit of
 * their address. The token is looked up first, so that a valid one is never delayed by the limit of an address.
 * Verifies in two steps: {@link canActivate} may use the cache; {@link recheckToken} rechecks the token with the tenant's
 * token epoch, which the rate limiter reads in the same Redis call that counts the request.
 */
@Injectable()
export class BearerGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly limiter: RateLimiter,
    private readonly hosts: TenantHosts,
    private readonly authentication: BearerAuthentication,
    private readonly verifier: TokenVerifier,
  ) {}

  /**
   * @throws DomainError UNAUTHENTICATED; NOT_FOUND on a host without tenant; RATE_LIMIT_EXCEEDED of the address;
   * SERVICE_UNAVAILABLE if the token lookup takes too long
   */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.reflector.getAllAndOverride<Access>(ACCESS, [context.getHandler(), context.getClass()]);
    if (access === 'public') return true;
    const request = context.switchToHttp().getRequest<BearerRequest>();
    const response = context.switchToHttp().getResponse<Response>();
    const token = presentedToken(request);
    if (!token) return this.refuse(request, response, unauthenticated());
    request.claimed = await this.claim(token, request, response);
    return true;
  }

  /**
   * Rechecks the token and sets the request's actor.
   * @param epoch the tenant's token epoch from the rate limiter; undefined without Redis
   * @throws DomainError UNAUTHENTICATED if the token was revoked since it was cached; RATE_LIMIT_EXCEEDED
   */
  async recheckToken(request: BearerRequest, response: Response, epoch: string | undefined): Promise<void> {
    if (!request.claimed) return;
    const principal = await this.verifier.recheck(request.claimed, epoch);
    if (!principal) return this.refuse(request, response, unauthenticated());
    request.actor = { ...principal, requestId: request.requestId };
  }

  /** @throws DomainError UNAUTHENTICATED; NOT_FOUND on a host without tenant; RATE_LIMIT_EXCEEDED */
  private async claim(token: PresentedToken, request: ServiceRequest, response: Response): Promise<Principal> {
    const principal = await this.authentication.principalOf(token);
    const admission = principal && (await this.hosts.admissionOf(request, principal.tenant.slug));
    if (principal && admission === 'admitted') return principal;
    return this.refuse(request, response, admission === 'unknown' ? notFound() : unauthenticated());
  }

  /** Counts the request against its address, then throws the reason or RATE_LIMIT_EXCEEDED. */
  private async refuse(request: ServiceRequest, response: Response, reason: DomainError): Promise<never> {
    enforce(response, await this.limiter.take(addressOf(request), ADDRESS_LIMITS), ADDRESS);
    throw reason;
  }
}

/** The counted caller: the token, or the address on a public route. */
function callerOf(request: BearerRequest): RateCaller {
  const { claimed } = request;
  return claimed ? { group: claimed.tenantId, id: String(claimed.tokenId) } : addressOf(request);
}

function limitsOf({ claimed }: BearerRequest): PlanLimits {
  return claimed?.tenant.limits ?? ADDRESS_LIMITS;
}

/**
 * A request counts against the plan of its token, on a public route against its address. All routes share these
 * counters. The daily limit is part of the key, because one `increment` counts both limits.
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

/** Counts a request, rechecks its token with the epoch read in the same call, and rejects it over its limit. */
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
    // 401 before 429, so that the holder of a revoked token does not see its limit.
    await this.bearer.recheckToken(req, res, verdict.epoch);
    enforce(res, verdict, req.claimed?.tenant.plan ?? ADDRESS);
    return true;
  }
}

const refusals = counter('rate_limit_refusals_total', 'Requests refused for the limit of their plan', [
  'plan',
  'window',
]);

/** Label value of the metric for callers without a plan. */
const ADDRESS = 'address';

/** @throws DomainError RATE_LIMIT_EXCEEDED with the seconds to wait */
function enforce(response: Response, verdict: RateVerdict, plan: string): void {
  response.setHeader('X-RateLimit-Limit', String(verdict.limit));
  response.setHeader('X-RateLimit-Remaining', String(verdict.remaining));
  response.setHeader('X-RateLimit-Reset', String(verdict.reset));
  if (verdict.allowed) return;
  refusals.inc({ plan, window: verdict.refusedBy ?? 'minute' });
  const seconds = verdict.retryAfter ?? 60;
  const text = { key: 'error.rate_limit', params: { seconds } } as const;
  throw new DomainError('RATE_LIMIT_EXCEEDED', text, { retryAfter: seconds });
}

/** A caller without a token. For IPv6 the first 64 bits, which usually belong to one customer. */
function addressOf(request: Request): RateCaller {
  const address = (request.ip ?? 'unknown').replace(/^::ffff:/, '');
  const counted = isIPv6(address) ? ipv6Network(address) : address;
  return { group: `address:${counted}`, id: 'anonymous' };
}

function ipv6Network(address: string): string {
  const [head = '', tail = ''] = address.split('%')[0]?.split('::') ?? [];
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const zeros = address.includes('::') ? Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0') : [];
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
}
