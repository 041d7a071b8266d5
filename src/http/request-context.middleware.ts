import type { NextFunction, Request, Response } from 'express';
import { randomUUID } from 'node:crypto';
import { LANGUAGES, Language } from '../common/messages';
import { ServiceRequest, formOf } from './request';

const CLIENT_REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** Gives every request its form, its id and its language, and says the id and the language back. */
export function requestContext(request: Request, response: Response, next: NextFunction): void {
  const context = request as ServiceRequest;
  context.form = formOf(request.path);
  context.requestId = requestId(request.headers['x-request-id']);
  context.language = language(request);
  response.setHeader('X-Request-Id', context.requestId);
  if (context.form) {
    response.setHeader('Content-Language', context.language);
    response.setHeader('Vary', 'Accept, Accept-Language, Authorization');
  }
  next();
}

function requestId(offered: string | string[] | undefined): string {
  return typeof offered === 'string' && CLIENT_REQUEST_ID.test(offered) ? offered : randomUUID();
}

function language(request: Request): Language {
  if (request.headers['accept-language'] === undefined) return 'en';
  const best = request.acceptsLanguages([...LANGUAGES]);
  return best === 'ar' ? 'ar' : 'en';
}
