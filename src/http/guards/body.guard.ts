import { CanActivate, ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { json } from 'body-parser';
import type { Request, Response } from 'express';
import { DomainError } from '../../common/errors';
import { MAX_BODY_BYTES, MAX_PUBLIC_BODY_BYTES } from '../request/limits';
import type { ServiceRequest } from '../request/request';
import { ACCESS, type Access } from '../routing/access';
import { MULTIPART } from '../routing/content';
import { scanJson } from '../validation/json-scan';

/** A reader of JSON bodies of at most `limit` bytes. One that breaks another limit (`BODY_LIMITS`) is refused unparsed. */
const parser = (limit: number): ReturnType<typeof json> =>
  json({
    limit,
    strict: true,
    type: () => true,
    verify: (request, _response, bytes, charset) => {
      // RFC 8259: JSON is UTF-8. In UTF-16 the second half of a letter could pass for a quote, and hide what follows.
      if (charset !== 'utf-8') throw unsupported('application/json; charset=utf-8');
      const tooMuch = scanJson(bytes);
      if (tooMuch) throw new DomainError('BAD_REQUEST', tooMuch);
      (request as unknown as ServiceRequest).rawBody = bytes;
    },
  });

const parseBody = parser(MAX_BODY_BYTES);
const parsePublicBody = parser(MAX_PUBLIC_BODY_BYTES);

const WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);

/**
 * Reads and parses the body. It runs after the guards for token, limit and ability, so that nobody whom they refuse makes
 * the service parse anything. An absent body becomes `{}`. Routes that need no token take MAX_PUBLIC_BODY_BYTES at most.
 */
@Injectable()
export class BodyGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  /** @throws BAD_REQUEST, PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ServiceRequest>();
    if (!request.form || !WITH_BODY.has(request.method)) return true;
    if (this.reflector.get<boolean | undefined>(MULTIPART, context.getHandler())) {
      if (!request.is('multipart/form-data')) throw unsupported('multipart/form-data');
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
  if (!request.is('application/json')) throw unsupported('application/json');
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

function unsupported(types: string): DomainError {
  return new DomainError('UNSUPPORTED_MEDIA_TYPE', { key: 'error.unsupported_media_type', params: { types } });
}
