import { CanActivate, ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { DomainError, Message } from '../../common/errors';
import { InputError, NamedFields } from '../errors/input-error';
import type { ServiceRequest } from '../request/request';
import { TAKES_BODY, TAKES_QUERY } from '../routing/content';
import { scanQuery } from '../validation/query-scan';

/**
 * Refuses a query that is too long before it is parsed, and any query or body of a route that takes none. On routes that take
 * one, `InputPipe` refuses the fields that the request type does not declare. So a misspelt field is never ignored.
 */
@Injectable()
export class UnknownInputGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  /** @throws BAD_REQUEST (query) or VALIDATION_ERROR (body) that names each field; BAD_REQUEST for a query over its limits */
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<ServiceRequest>();
    if (!request.form) return true;
    const start = request.originalUrl.indexOf('?');
    const tooMuch = start === -1 ? undefined : scanQuery(request.originalUrl, start + 1);
    if (tooMuch) throw new DomainError('BAD_REQUEST', tooMuch);
    const takes = (input: string): boolean =>
      this.reflector.get<true | undefined>(input, context.getHandler()) ?? false;
    if (start !== -1 && !takes(TAKES_QUERY)) refuse('query', request.query, { key: 'validation.unknown_parameter' });
    const body = request.body as object | undefined;
    if (body && !takes(TAKES_BODY)) refuse('body', body, { key: 'validation.unknown_field' });
    return true;
  }
}

/** @throws InputError that names every one of `given`; nothing where nothing was given */
function refuse(place: 'query' | 'body', given: object, why: Message): void {
  const named = new NamedFields();
  for (const name of Object.keys(given)) named.add(name, why);
  if (!named.isEmpty) throw new InputError(place, named.toMessages());
}
