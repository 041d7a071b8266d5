import {
  CustomDecorator,
  Injectable,
  OnApplicationBootstrap,
  RequestMethod,
  SetMetadata,
  applyDecorators,
} from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { ApiBearerAuth, ApiExtension } from '@nestjs/swagger';
import type { Ability } from '../../common/actor';
import type { Permission } from '../../common/actor/permissions';

/** Who may call a route: the holder of an ability, the holder of any valid token, or anyone. */
export type Access = { readonly ability: Ability; readonly permission?: RoutePermission } | 'any-token' | 'public';

/**
 * The permission that the role of the token's user must hold as well; `none` where the approval workflow, the record's owner
 * or the ability alone decides.
 */
export type RoutePermission = Permission | 'none';

export const ACCESS = 'procurement:access';

/**
 * The route needs a token with this ability (`admin` implies all), and its user's role this permission. Also what the OpenAPI
 * documents say of it.
 * @param permission every route that changes something names one, or `none`
 */
export const Requires = (ability: Ability, permission?: RoutePermission): MethodDecorator =>
  applyDecorators(
    SetMetadata(ACCESS, { ability, ...(permission && { permission }) } satisfies Access),
    ApiBearerAuth('bearer'),
    ApiExtension('x-required-ability', ability),
    ...(permission ? [ApiExtension('x-required-permission', permission)] : []),
  );

/** The route needs a valid token, whatever its abilities. */
export const AnyToken = (): MethodDecorator =>
  applyDecorators(SetMetadata(ACCESS, 'any-token' satisfies Access), ApiBearerAuth('bearer'));

/** The route needs no token; callers are limited by their address. */
export const Public = (): CustomDecorator => SetMetadata(ACCESS, 'public' satisfies Access);

/** The route lies outside both prefixes and counts against no limit: health, metrics, documentation. */
export const UNLIMITED = 'procurement:unlimited';
export const Unlimited = (): MethodDecorator & ClassDecorator =>
  applyDecorators(SetMetadata(ACCESS, 'public' satisfies Access), SetMetadata(UNLIMITED, true));

/** Stops the start when a route has none of `@Requires`, `@AnyToken`, `@Public` and `@Unlimited`. */
@Injectable()
export class AccessCheck implements OnApplicationBootstrap {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  /** @throws Error that names the routes */
  onApplicationBootstrap(): void {
    const unmarked = this.discovery
      .getControllers()
      .flatMap(({ metatype }) => this.unmarkedRoutes(metatype as Function));
    if (unmarked.length > 0) {
      throw new Error(`Routes without @Requires, @AnyToken, @Public or @Unlimited: ${unmarked.join(', ')}`);
    }
  }

  private unmarkedRoutes(controller: Function): string[] {
    const prototype = controller.prototype as Readonly<Record<string, Function>>;
    return this.scanner.getAllMethodNames(prototype).flatMap((name) => {
      const handler = prototype[name] as Function;
      const isRoute = Reflect.hasMetadata(METHOD_METADATA, handler) && Reflect.hasMetadata(PATH_METADATA, handler);
      if (!isRoute || this.reflector.getAllAndOverride(ACCESS, [handler, controller]) !== undefined) return [];
      return [`${controller.name}.${name} (${RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as number]})`];
    });
  }
}
