import { All, Controller, Module, Req, SetMetadata } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ApiExcludeController } from '@nestjs/swagger';
import { DomainError } from '../../../common/errors';
import type { ServiceRequest } from '../request/request';
import type { ServiceAdapter } from '../server/service-adapter';
import { AnyToken } from './access';
import { noRoute } from '../errors/nearest-route';
import { TAKES_BODY, TAKES_QUERY } from './parameters';

/**
 * Answers every address under the prefixes that no other controller answers. It runs behind the same guards, so that its
 * answers carry the same headers and a caller without a token does not learn which addresses exist.
 */
@Controller(['v1', 'api/v1'])
@ApiExcludeController()
export class NoRouteController {
  constructor(private readonly host: HttpAdapterHost<ServiceAdapter>) {}

  /**
   * Answers the prefix alone, the prefix with a slash, and anything below it.
   * @throws DomainError METHOD_NOT_ALLOWED naming the methods of the address, where it has any; else NOT_FOUND
   */
  @All(['', '{*path}'])
  // An unknown path is a 404 or a 405, whatever was sent to it.
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

/** Imported last by the application module: routes are matched in the order in which they are mounted. */
@Module({ controllers: [NoRouteController] })
export class NoRouteModule {}
