import { CanActivate, ExecutionContext, Injectable } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import { DomainError, type FieldMessages } from '../../common/errors';
import type { ServiceRequest } from '../request';

type Handler = ReturnType<ExecutionContext['getHandler']>;

/**
 * Refuses the parameters of a query that its operation does not take at all. Where it takes some, the request type
 * refuses the others ({@link InputPipe}); a typo is told either way.
 */
@Injectable()
export class UnaskedQueryGuard implements CanActivate {
  private readonly takesQuery = new WeakMap<Handler, boolean>();

  /** @throws BAD_REQUEST that names each parameter */
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<ServiceRequest>();
    const names = request.form ? Object.keys(request.query) : [];
    if (names.length === 0 || this.takes(context)) return true;
    const fields: FieldMessages = Object.fromEntries(
      names.map((name) => [name, [{ key: 'validation.unknown_parameter' }]]),
    );
    throw new DomainError('BAD_REQUEST', { key: 'error.bad_request' }, { fields });
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
