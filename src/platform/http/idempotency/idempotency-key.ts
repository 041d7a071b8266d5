import { createHash } from 'node:crypto';
import { ArgumentsHost, Catch, ExceptionFilter, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { DomainError } from '../../../common/errors';
import type { TenantId } from '../../../common/records/ids';
import { STATUS } from '../errors/status';
import type { ServiceRequest } from '../request/request';

const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;

/** The methods that take a key. A PUT may do more when it is sent twice too: an order's lines without `id` are added. */
const KEYED_METHODS: ReadonlySet<string> = new Set(['POST', 'PUT']);

/** A request with an Idempotency-Key: the key, the token it belongs to, and a fingerprint of the request. */
export interface KeyedRequest {
  readonly tenantId: TenantId;
  readonly tokenId: number;
  readonly key: string;
  /** SHA-256 of what makes the request the same one. */
  readonly fingerprint: Buffer;
}

/**
 * The request with its key; undefined when it has none, or no token that the key could belong to.
 * @throws DomainError BAD_REQUEST for a key that is not 1 to 255 visible ASCII characters
 */
export function keyedRequest(request: ServiceRequest): KeyedRequest | undefined {
  const key = request.headers['idempotency-key'];
  const { actor } = request;
  if (!KEYED_METHODS.has(request.method) || key === undefined || !actor || actor.tokenId === null) return undefined;
  if (typeof key !== 'string' || !VISIBLE_ASCII.test(key)) {
    throw new DomainError('BAD_REQUEST', { key: 'error.malformed_header', params: { header: 'Idempotency-Key' } });
  }
  return { tenantId: actor.tenantId, tokenId: actor.tokenId, key, fingerprint: fingerprint(request) };
}

/** SHA-256 of method, address and the body's bytes: a client that retries sends the same bytes again. */
function fingerprint(request: ServiceRequest): Buffer {
  return createHash('sha256')
    .update(`${request.method} ${request.originalUrl}\n`)
    .update(request.rawBody ?? '')
    .digest();
}

/**
 * Whether a refusal is stored as the request's final answer. A rule's refusal (422) is. A refusal that the caller can correct
 * (fields, headers, tokens) or that passes by itself (limits, outages) is not: the key stays free for another attempt.
 */
export function isKept(error: unknown): error is DomainError {
  return (
    error instanceof DomainError &&
    STATUS[error.code] === 422 &&
    error.code !== 'VALIDATION_ERROR' &&
    error.code !== 'IDEMPOTENCY_KEY_REUSED'
  );
}

/** An answer whose status, headers and body are fixed. */
export interface FixedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text; null for none. */
  readonly body: string | null;
}

/** Thrown to send a stored answer unchanged: without an envelope, and with its own status instead of the route's. */
export class AnswerAsIs extends Error {
  override readonly name = 'AnswerAsIs';

  constructor(readonly answer: FixedAnswer) {
    super(`An answer of status ${answer.status}`);
  }
}

@Catch(AnswerAsIs)
@Injectable()
export class AnswerAsIsFilter implements ExceptionFilter<AnswerAsIs> {
  catch({ answer }: AnswerAsIs, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    response.status(answer.status);
    for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value);
    if (answer.body === null) response.end();
    else response.type('application/json').send(answer.body);
  }
}
