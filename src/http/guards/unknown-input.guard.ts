import { CanActivate, ExecutionContext, Injectable } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import { DomainError, Message } from '../../common/errors';
import { InputError } from '../errors/input-error';
import type { ServiceRequest } from '../request/request';
import { NoRouteController } from '../routing/no-route.controller';
import { NamedFields } from '../validation/named-fields';
import { scanQuery } from '../validation/query-scan';

type Handler = ReturnType<ExecutionContext['getHandler']>;

/** Which of the two an operation has a request type for. */
interface Takes {
  readonly query: boolean;
  readonly body: boolean;
}

/**
 * Refuses a query that is too long, before it is taken apart, and a query or a body that its operation does not take at
 * all. Where an operation takes some, its request type refuses the others ({@link InputPipe}); a typo is told either way.
 */
@Injectable()
export class UnknownInputGuard implements CanActivate {
  private readonly known = new WeakMap<Handler, Takes>();

  /** @throws BAD_REQUEST (query) or VALIDATION_ERROR (body) that names each, or says what there is too much of */
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<ServiceRequest>();
    if (!request.form) return true;
    const start = request.originalUrl.indexOf('?');
    const tooMuch = start === -1 ? undefined : scanQuery(request.originalUrl, start + 1);
    if (tooMuch) throw new DomainError('BAD_REQUEST', tooMuch);
    // Nothing is there: that is said, whatever came along.
    if (context.getClass() === NoRouteController) return true;
    const takes = this.takes(context);
    if (start !== -1 && !takes.query) refuse('query', request.query, { key: 'validation.unknown_parameter' });
    if (!takes.body) refuse('body', request.body, { key: 'validation.unknown_field' });
    return true;
  }

  private takes(context: ExecutionContext): Takes {
    const handler = context.getHandler();
    const known = this.known.get(handler);
    if (known) return known;
    const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), handler.name) ?? {}) as object;
    const has = (kind: RouteParamtypes): boolean =>
      Object.keys(parameters).some((key) => key.startsWith(`${String(kind)}:`));
    const takes = { query: has(RouteParamtypes.QUERY), body: has(RouteParamtypes.BODY) };
    this.known.set(handler, takes);
    return takes;
  }
}

/** @throws InputError that names every one of `given`; nothing where nothing was given */
function refuse(place: 'query' | 'body', given: unknown, why: Message): void {
  const named = new NamedFields();
  for (const name of Object.keys(given ?? {})) named.add(name, why);
  if (!named.isEmpty) throw new InputError(place, named.toMessages());
}
