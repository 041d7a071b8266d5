import { All, Controller, Req } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Application } from 'express';
import { DomainError } from '../../common/errors';
import type { ServiceRequest } from '../request/request';
import { AnyToken } from './access';

const MOST_METHODS_OF_A_RESOURCE = 7;

interface RouteLayer {
  match(path: string): boolean;
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
}

/**
 * Every address under the prefixes that no controller answers: through the same guards as the rest, so that its
 * answers carry the same headers and a stranger learns nothing, then 405 when another method would do and 404 when not.
 */
@Controller(['v1', 'api/v1'])
@ApiExcludeController()
export class NoRouteController {
  constructor(private readonly host: HttpAdapterHost) {}

  // With nothing behind the prefix, with a slash alone, and with anything.
  @All(['', '{*path}'])
  @AnyToken()
  answer(@Req() request: ServiceRequest): never {
    const allowed = this.allowedMethods(request.path);
    if (allowed.length > 0) {
      throw new DomainError(
        'METHOD_NOT_ALLOWED',
        { key: 'error.method_not_allowed', params: { method: request.method, allowed: allowed.join(', ') } },
        { allow: allowed },
      );
    }
    throw new DomainError('NOT_FOUND', { key: 'error.no_route', params: { path: request.path } });
  }

  private allowedMethods(path: string): string[] {
    const app = this.host.httpAdapter.getInstance<Application>();
    const layers = (app.router as unknown as { stack: RouteLayer[] }).stack;
    const methods = layers
      .filter((layer) => layer.match(path))
      .map(({ route }) => Object.keys(route?.methods ?? {}))
      // A route of every method is this controller's own; no resource answers to more than a handful.
      .filter((methods) => methods.length <= MOST_METHODS_OF_A_RESOURCE)
      .flat()
      .map((method) => method.toUpperCase());
    const allowed = new Set(methods);
    if (allowed.has('GET')) allowed.add('HEAD');
    return [...allowed].sort();
  }
}
