import { CanActivate, ExecutionContext, Injectable } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import { DomainError } from '../../common/errors';
import type { ServiceRequest } from '../request';
import { NamedFields } from '../validation/named-fields';
import { scanQuery } from '../validation/query-scan';

type Handler = ReturnType<ExecutionContext['getHandler']>;

/**
 * Refuses a query that is too long, before it is taken apart, and one that its operation does not take at all. Where it takes some, the request type
 * refuses the others ({@link InputPipe}); a typo is told either way.
 */
@Injectable()
export class UnaskedQueryGuard implements CanActivate {
  private readonly takesQuery = new WeakMap<Handler, boolean>();

  /** @throws BAD_REQUEST that names each parameter, or says what there is too much of */
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<ServiceRequest>();
    const start = request.form ? request.originalUrl.indexOf('?') : -1;
    if (start === -1) return true;
    const tooMuch = scanQuery(request.originalUrl, start + 1);
    if (tooMuch) throw new DomainError('BAD_REQUEST', tooMuch);
    if (this.takes(context)) return true;
    const named = new NamedFields();
    for (const name of Object.keys(request.query)) named.add(name, { key: 'validation.unknown_parameter' });
    if (named.isEmpty) return true;
    throw new DomainError('BAD_REQUEST', { key: 'error.bad_request' }, { fields: named.toMessages() });
  }

  private takes(context: ExecutionContext): boolean {
    const handler = context.getHandler();
    const known = this.takesQuery.get(handler);
    if (known !== undefined) return known;
    const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), handler.name) ?? {}) as Record<
      string,
      unknown
    >;
    const takes = Object.keys(parameters).some((key) => key.startsWith(`${String(RouteParamtypes.QUERY)}:`));
    this.takesQuery.set(handler, takes);
    return takes;
  }
}
