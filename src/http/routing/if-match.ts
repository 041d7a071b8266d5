import { ExecutionContext, createParamDecorator } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { DomainError } from '../../common/errors';
import type { ServiceRequest } from '../request/request';

/**
 * What an `If-Match` header asks for: one of these versions, `any` version, or undefined when there is no header.
 * Checked by {@link requireVersion} where the record is locked.
 */
export type IfMatch = readonly string[] | 'any' | undefined;

const ENTITY_TAG = /^(W\/)?"([\x21\x23-\x7e]*)"$/;

/**
 * Reads the header of RFC 9110, section 13.1.1. A weak tag never matches: the comparison is the strong one.
 * @throws BAD_REQUEST when it is malformed
 */
export function parseIfMatch(header: string | undefined): IfMatch {
  if (header === undefined) return undefined;
  if (header.trim() === '*') return 'any';
  return header.split(',').flatMap((entry) => {
    const found = ENTITY_TAG.exec(entry.trim());
    if (!found) throw new DomainError('BAD_REQUEST', { key: 'error.malformed_header', params: { header: 'If-Match' } });
    const [, weak, version = ''] = found;
    return weak ? [] : [version];
  });
}

/**
 * Refuses a change when the record's version is none of those that the caller named. Call it in the transaction of the
 * change, once the record is locked.
 * @throws PRECONDITION_FAILED
 */
export function requireVersion(ifMatch: IfMatch, version: number | string): void {
  if (ifMatch === undefined || ifMatch === 'any' || ifMatch.includes(String(version))) return;
  throw new DomainError('PRECONDITION_FAILED', { key: 'error.precondition_failed' });
}

const IfMatchHeader = createParamDecorator((_: unknown, context: ExecutionContext): IfMatch =>
  parseIfMatch(context.switchToHttp().getRequest<ServiceRequest>().headers['if-match']),
);

/** The request's `If-Match`, for PUT and DELETE of a single record. */
export function IfMatches(): ParameterDecorator {
  return (target, method, index) => {
    IfMatchHeader()(target, method, index);
    const descriptor = method && Object.getOwnPropertyDescriptor(target, method);
    if (!descriptor) return;
    ApiHeader({
      name: 'If-Match',
      required: false,
      description: 'The `ETag` of the version you have read: the change is refused (412) when there is a newer one.',
      schema: { type: 'string', example: '"3"' },
    })(target, method, descriptor);
  };
}
