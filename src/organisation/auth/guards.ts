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

/** How long it is remembered whether a host's tenant exists. */
const HOSTS_MILLISECONDS = 60_000;

/** `{slug}.{suffix}` hosts: a token is good only on its own tenant's host, or on a host of no tenant. */
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

  /**
   * Whether a token of the tenant `slug` may be used on the request's host: not on a `foreign` tenant's, nor on that of
   * an `unknown` one.
   */
  async standingOf(request: ServiceRequest, slug: string): Promise<'admitted' | 'foreign' | 'unknown'> {
    const wanted = tenantSlug(request.asked.host?.name, this.suffix);
    if (wanted === undefined || wanted === slug) return 'admitted';
    return (await this.exists(wanted)) ? 'foreign' : 'unknown';
  }

  private async exists(slug: string): Promise<boolean> {
    const now = this.clock.now().getTime();
    const remembered = this.known.get(slug);
    if (remembered && remembered.until > now) return remembered.exists;
    const [row] = await this.unitOfWork.unscoped<{ id: TenantId | null }>(
      query('SELECT tenant_by_slug($1) AS id', [slug]),
    );
    if (this.known.size > 10_000) this.known.clear();
    this.known.set(slug, { exists: row?.id != null, until: now + HOSTS_MILLISECONDS });
    return row?.id != null;
  }
}

/**
 * Admits requests with a valid token of the tenant whose host was asked. A request without one counts against the limit of its
 * address, wrong tokens included. The token is looked up before: a valid one never waits for the limit of an address.
 *
 * It looks twice. {@link canActivate} says whose the token is, perhaps from memory; {@link confirm} says that it still is,
 * as soon as the request has been counted: the step in Redis that counts it also reads the tenant's token epoch.
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
   * @throws DomainError UNAUTHENTICATED; NOT_FOUND on the host of no tenant; RATE_LIMIT_EXCEEDED of the caller's address;
   *   SERVICE_UNAVAILABLE when the look-up of the token takes too long
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

  /** @throws DomainError UNAUTHENTICATED; NOT_FOUND on the host of no tenant; RATE_LIMIT_EXCEEDED */
  private async claim(token: PresentedToken, request: ServiceRequest, response: Response): Promise<Principal> {
    const principal = await this.authentication.principalOf(token);
    const standing = principal && (await this.hosts.standingOf(request, principal.tenant.slug));
    if (principal && standing === 'admitted') return principal;
    return this.refuse(request, response, standing === 'unknown' ? notFound() : unauthenticated());
  }

  /** Counts the request against its address, and refuses it for the reason given or for the limit. */
  private async refuse(request: ServiceRequest, response: Response, reason: DomainError): Promise<never> {
    enforce(response, await this.limiter.take(addressOf(request), ADDRESS_LIMITS), ADDRESS);
    throw reason;
  }
}

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

const refusals = counter('rate_limit_refusals_total', 'Requests refused for the limit of their plan', [
  'plan',
  'window',
]);

/** What the metric has for a plan where a caller is counted by its address. */
const ADDRESS = 'address';

/**
 * Writes the three headers that every answer carries, and refuses what is over the limit.
 * @param plan of the tenant, or {@link ADDRESS}
 * @throws DomainError RATE_LIMIT_EXCEEDED with the seconds to wait
 */
function enforce(response: Response, verdict: RateVerdict, plan: string): void {
  response.setHeader('X-RateLimit-Limit', String(verdict.limit));
  response.setHeader('X-RateLimit-Remaining', String(verdict.remaining));
  response.setHeader('X-RateLimit-Reset', String(verdict.reset));
  if (verdict.allowed) return;
  refusals.inc({ plan, window: verdict.refusedBy ?? 'minute' });
  const seconds = verdict.retryAfter ?? 60;
  throw new DomainError(
    'RATE_LIMIT_EXCEEDED',
    { key: 'error.rate_limit', params: { seconds } },
    { retryAfter: seconds },
  );
}

/** A caller without a token, by its address. Of an IPv6 address the first 64 bits, for a customer is given all of those. */
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
