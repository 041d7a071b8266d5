import { Body as NestBody, Query as NestQuery, SetMetadata, applyDecorators } from '@nestjs/common';
import { ApiConsumes } from '@nestjs/swagger';

/** Metadata of a route that takes a body; and of one that takes a query. */
export const TAKES_BODY = 'procurement:takes-body';
export const TAKES_QUERY = 'procurement:takes-query';

/**
 * The body, as the parameter's request type. Nest's `@Body`, which also marks the route: `UnknownInputGuard` refuses any body
 * of a route without the mark.
 */
export const Body = (): ParameterDecorator => noted(TAKES_BODY, NestBody());

/** The query, as the parameter's request type; marks the route as {@link Body} does. */
export const Query = (): ParameterDecorator => noted(TAKES_QUERY, NestQuery());

function noted(takes: string, decorator: ParameterDecorator): ParameterDecorator {
  return (target, method, index) => {
    decorator(target, method, index);
    const handler: unknown = method === undefined ? undefined : Reflect.get(target, method);
    if (typeof handler === 'function') Reflect.defineMetadata(takes, true, handler);
  };
}

export const PRODUCES = 'procurement:produces';
export const MULTIPART = 'procurement:multipart';

/** Media types the route can answer besides JSON; `any` answers whatever Accept says (PDF and downloads). */
export const Produces = (...types: readonly string[]): MethodDecorator => SetMetadata(PRODUCES, types);

/** The route takes multipart/form-data, which its own interceptor reads. */
export const Multipart = (): MethodDecorator =>
  applyDecorators(SetMetadata(MULTIPART, true), ApiConsumes('multipart/form-data'));
