import { All, Controller, Module, Req, SetMetadata } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ApiExcludeController } from '@nestjs/swagger';
import { DomainError } from '../../../common/errors';
import type { ServiceRequest } from '../request/request';
import type { ServiceAdapter } from '../server/service-adapter';
import { AnyToken } from './access';
import { noRoute } from '../errors/nearest-route';
import { TAKES_BODY, TAKES_QUERY } from './parameters';

/** It has the usual guards, so that a caller without a token cannot find out which paths exist. */
@Controller(['v1', 'api/v1'])
@ApiExcludeController()
export class NoRouteController {
  constructor(private readonly host: HttpAdapterHost<ServiceAdapter>) {}

  /** @throws DomainError METHOD_NOT_ALLOWED with the methods of the path, if it has any; else NOT_FOUND */
  @All(['', '{*path}'])
  // An unknown path gets 404 or 405 with any query and body.
  @SetMetadata(TAKES_BODY, true)
  @SetMetadata(TAKES_QUERY, true)
  @AnyToken()
  answer(@Req() request: ServiceRequest): never {
    const allowed = this.host.httpAdapter.routes.methodsOf(request.path);
    if (allowed.length > 0) {
      throw new DomainError(
        'METHOD_NOT_ALLOWED',
        { key: 'error.method_not_allowed', params: { method: request.method, allowed: allowed.join(', ') } },
        { allow: allowed },
      );
    }
    throw noRoute(this.host.httpAdapter.routes, request);
  }
}

/** Must be imported last by the application module, because routes are matched in order of registration. */
@Module({ controllers: [NoRouteController] })
export class NoRouteModule {}
