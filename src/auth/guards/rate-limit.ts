import type { Request, Response } from 'express';
import { isIPv6 } from 'node:net';
import { DomainError } from '../../common/errors';
import { ADDRESS_LIMITS } from '../../rate-limits';
import type { PlanLimits, RateCaller, RateVerdict } from '../../rate-limits';
import type { BearerRequest } from '../verification/principal';

/**
 * Writes the three headers that every answer carries, and refuses what is over the limit.
 * @throws DomainError RATE_LIMIT_EXCEEDED with the seconds to wait
 */
export function enforce(response: Response, verdict: RateVerdict): void {
  response.setHeader('X-RateLimit-Limit', String(verdict.limit));
  response.setHeader('X-RateLimit-Remaining', String(verdict.remaining));
  response.setHeader('X-RateLimit-Reset', String(verdict.reset));
  if (verdict.allowed) return;
  const seconds = verdict.retryAfter ?? 60;
  throw new DomainError(
    'RATE_LIMIT_EXCEEDED',
    { key: 'error.rate_limit', params: { seconds } },
    { retryAfter: seconds },
  );
}

/** Who a request is counted as: the token that it shows, or the address on a public route. */
export function callerOf(request: BearerRequest): RateCaller {
  const { claimed } = request;
  return claimed ? { group: claimed.tenantId, id: String(claimed.tokenId) } : addressOf(request);
}

/** The limits of {@link callerOf}. */
export function limitsOf({ claimed }: BearerRequest): PlanLimits {
  return claimed?.tenant.limits ?? ADDRESS_LIMITS;
}

/** A caller without a token, by its address. Of an IPv6 address the first 64 bits, for a customer is given all of those. */
export function addressOf(request: Request): RateCaller {
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
