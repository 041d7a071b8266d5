import { CanActivate, ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { json, type Request, type Response } from 'express';
import { can } from '../../../common/actor';
import { abilityMissing, requirePermission } from '../../../common/actor/abilities';
import { DomainError, type Message } from '../../../common/errors';
import { ACCESS, type Access } from '../routing/access';
import { MULTIPART, PRODUCES, RAW, TAKES_BODY, TAKES_QUERY } from '../routing/parameters';
import {
  MAX_BODY_BYTES,
  MAX_PUBLIC_BODY_BYTES,
  MAX_QUERY_BYTES,
  MAX_QUERY_PARAMETERS,
  NamedFields,
  scanJson,
} from '../../validation';
import type { ServiceRequest } from '../request/request';
import { declaresOtherCharset, invalidUtf8At, parametersNotUtf8 } from '../request/utf8';

// The guards after authentication and rate limit, in the order of `app.module.ts`.

/** Checks the token's ability, then the user's permission. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  /** @throws DomainError FORBIDDEN_ABILITY; ROLE_NOT_PERMITTED */
  canActivate(context: ExecutionContext): boolean {
    const access = this.reflector.get<Access | undefined>(ACCESS, context.getHandler());
    if (typeof access !== 'object') return true;
    const { ability, permission = 'none' } = access;
    const request = context.switchToHttp().getRequest<ServiceRequest>();
    const { actor } = request;
    if (!actor || !can(actor, ability)) throw abilityMissing(ability);
    if (permission === 'none') return true;
    requirePermission(actor, permission);
    request.actor = { ...actor, admittedBy: permission };
    return true;
  }
}

/** Rejects a malformed path or host. It runs after the rate limit, so that such requests count too. */
@Injectable()
export class MalformedGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { malformed } = context.switchToHttp().getRequest<ServiceRequest>();
    if (malformed) throw malformed;
    return true;
  }
}

/** Rejects a client that accepts none of the route's media types. */
@Injectable()
export class MediaGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<ServiceRequest>();
    if (!request.form) return true;
    const extra = this.reflector.get<readonly string[] | undefined>(PRODUCES, context.getHandler()) ?? [];
    if (extra.includes('any')) return true;
    const types = ['application/json', ...extra];
    if (request.accepts(types) !== false) return true;
    throw new DomainError('NOT_ACCEPTABLE', { key: 'error.not_acceptable', params: { types: types.join(', ') } });
  }
}

/** A body that exceeds `BODY_LIMITS` is rejected without parsing. */
const parser = (limit: number): ReturnType<typeof json> =>
  json({
    limit,
    strict: true,
    type: () => true,
    verify: (request, _response, bytes, charset) => {
      // RFC 8259: JSON is UTF-8. In UTF-16 half of a character could look like a quote and hide later content.
      if (charset !== 'utf-8') throw otherCharset();
      const offset = invalidUtf8At(bytes);
      if (offset !== undefined)
        throw new DomainError('BAD_REQUEST', { key: 'error.body_not_utf8', params: { offset } });
      const tooMuch = scanJson(bytes);
      if (tooMuch) throw new DomainError('BAD_REQUEST', tooMuch);
      (request as ServiceRequest).rawBody = bytes;
    },
  });

const parseBody = parser(MAX_BODY_BYTES);
const parsePublicBody = parser(MAX_PUBLIC_BODY_BYTES);

const WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);

/** Runs after the guards for token, limit and ability: rejected callers cause no parsing. A missing body is `{}`. */
@Injectable()
export class BodyGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  /** @throws DomainError BAD_REQUEST; PAYLOAD_TOO_LARGE; UNSUPPORTED_MEDIA_TYPE */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ServiceRequest>();
    if (!request.form || !WITH_BODY.has(request.method)) return true;
    const isMultipart = this.reflector.get<boolean | undefined>(MULTIPART, context.getHandler());
    const raw = isMultipart
      ? ['multipart/form-data']
      : this.reflector.get<readonly string[] | undefined>(RAW, context.getHandler());
    if (raw) {
      if (!request.is([...raw])) {
        const isForm = !isMultipart && request.is('multipart/form-data') !== false;
        throw unsupported(raw.join(', '), isForm ? 'error.no_multipart' : 'error.unsupported_media_type');
      }
      if (isMultipart && declaresOtherCharset(request.headers['content-type'])) throw otherCharset();
      return true;
    }
    const isPublic = this.reflector.get<Access | undefined>(ACCESS, context.getHandler()) === 'public';
    await readBody(request, context.switchToHttp().getResponse<Response>(), isPublic ? parsePublicBody : parseBody);
    return true;
  }
}

async function readBody(request: ServiceRequest, response: Response, parse: typeof parseBody): Promise<void> {
  if (!hasBody(request)) {
    request.body = {};
    return;
  }
  requireType(request, ['application/json']);
  await new Promise<void>((resolve, reject) => {
    parse(request, response, (error?: unknown) =>
      error ? reject(error instanceof Error ? error : new Error('unreadable body')) : resolve(),
    );
  });
  if (typeof request.body !== 'object' || request.body === null || Array.isArray(request.body)) {
    throw new DomainError('BAD_REQUEST', { key: 'error.body_not_object' });
  }
}

function hasBody(request: Request): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
}

/** @throws DomainError UNSUPPORTED_MEDIA_TYPE for another type, or for a charset other than UTF-8 */
function requireType(request: Request, types: readonly string[]): void {
  if (!request.is([...types])) throw unsupported(types.join(', '));
  if (declaresOtherCharset(request.headers['content-type'])) throw otherCharset();
}

function otherCharset(): DomainError {
  return new DomainError('UNSUPPORTED_MEDIA_TYPE', { key: 'error.unsupported_charset' });
}

function unsupported(
  types: string,
  key: 'error.unsupported_media_type' | 'error.no_multipart' = 'error.unsupported_media_type',
): DomainError {
  return new DomainError('UNSUPPORTED_MEDIA_TYPE', { key, params: { types } });
}

/** Rejects a query that is too long or not UTF-8, and input of a route without any. The pipe of `@Body` and `@Query` checks fields. */
@Injectable()
export class UnknownInputGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  /** @throws DomainError BAD_REQUEST (query); VALIDATION_ERROR (body) */
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<ServiceRequest>();
    if (!request.form) return true;
    const start = request.originalUrl.indexOf('?');
    const tooMuch = start === -1 ? undefined : scanQuery(request.originalUrl, start + 1);
    if (tooMuch) throw new DomainError('BAD_REQUEST', tooMuch);
    if (start !== -1) refuseNotUtf8(request.originalUrl.slice(start + 1));
    const takes = (input: string): boolean =>
      this.reflector.get<true | undefined>(input, context.getHandler()) ?? false;
    if (start !== -1 && !takes(TAKES_QUERY)) refuse('query', request.query, { key: 'validation.unknown_parameter' });
    const body = request.body as object | undefined;
    if (body && !takes(TAKES_BODY)) refuse('body', body, { key: 'validation.unknown_field' });
    return true;
  }
}

/** Express silently drops parameters after the thousandth. @param url ASCII @returns the exceeded limit, if any */
function scanQuery(url: string, start: number): Message | undefined {
  if (url.length - start > MAX_QUERY_BYTES) return { key: 'error.query_too_long', params: { max: MAX_QUERY_BYTES } };
  let parameters = 1;
  for (let at = url.indexOf('&', start); at !== -1; at = url.indexOf('&', at + 1)) parameters += 1;
  if (parameters <= MAX_QUERY_PARAMETERS) return undefined;
  return { key: 'error.query_parameters', params: { max: MAX_QUERY_PARAMETERS } };
}

function refuseNotUtf8(query: string): void {
  const named = new NamedFields();
  for (const name of parametersNotUtf8(query)) named.add(name, { key: 'validation.not_utf8' });
  if (!named.isEmpty) throw named.refusal('query');
}

function refuse(place: 'query' | 'body', given: object, why: Message): void {
  const named = new NamedFields();
  for (const name of Object.keys(given)) named.add(name, why);
  if (!named.isEmpty) throw named.refusal(place);
}
