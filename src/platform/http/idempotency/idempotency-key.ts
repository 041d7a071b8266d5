import { createHash } from 'node:crypto';
import { ArgumentsHost, Catch, ExceptionFilter, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { DomainError } from '../../../common/errors';
import type { TenantId } from '../../../common/records/ids';
import { STATUS } from '../errors/status';
import type { ServiceRequest } from '../request/request';

const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;

/** Methods that accept a key. A PUT is not always idempotent: order lines without `id` are added again. */
const KEYED_METHODS: ReadonlySet<string> = new Set(['POST', 'PUT']);

export interface KeyedRequest {
  readonly tenantId: TenantId;
  readonly tokenId: number;
  readonly key: string;
  readonly fingerprint: Buffer;
}

/** @throws DomainError BAD_REQUEST unless the key has 1 to 255 visible ASCII characters */
export function keyedRequest(request: ServiceRequest): KeyedRequest | undefined {
  const key = request.headers['idempotency-key'];
  const { actor } = request;
  if (!KEYED_METHODS.has(request.method) || key === undefined || !actor || actor.tokenId === null) return undefined;
  if (typeof key !== 'string' || !VISIBLE_ASCII.test(key)) {
    throw new DomainError('BAD_REQUEST', { key: 'error.malformed_header', params: { header: 'Idempotency-Key' } });
  }
  return { tenantId: actor.tenantId, tokenId: actor.tokenId, key, fingerprint: fingerprint(request) };
}

/** SHA-256 of method, URL and body bytes: a retrying client sends the same bytes. */
function fingerprint(request: ServiceRequest): Buffer {
  return createHash('sha256')
    .update(`${request.method} ${request.originalUrl}\n`)
    .update(request.rawBody ?? '')
    .digest();
}

/**
 * Whether an error is stored as the final response of the request: yes for a violated rule (422). Errors that the
 * client can correct (fields, headers, tokens) or that are temporary (limits, outages) are not stored, so the key
 * remains usable.
 */
export function isReplayable(error: unknown): error is DomainError {
  return (
    error instanceof DomainError &&
    STATUS[error.code] === 422 &&
    error.code !== 'VALIDATION_ERROR' &&
    error.code !== 'IDEMPOTENCY_KEY_REUSED'
  );
}

export interface FixedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Thrown to send a stored response unchanged: without an envelope, and with its stored status. */
export class ReplayedResponse extends Error {
  override readonly name = 'ReplayedResponse';

  constructor(readonly answer: FixedAnswer) {
    super(`An answer of status ${answer.status}`);
  }
}

@Catch(ReplayedResponse)
@Injectable()
export class ReplayedResponseFilter implements ExceptionFilter<ReplayedResponse> {
  catch({ answer }: ReplayedResponse, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    response.status(answer.status);
    for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value);
    if (answer.body === null) response.end();
    else response.type('application/json').send(answer.body);
  }
}
