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
import type { Ability } from '../../../common/actor';
import type { Permission } from '../../../common/actor/roles';

export type Access = { readonly ability: Ability; readonly permission?: RoutePermission } | 'any-token' | 'public';

/** `none` if only the ability, the approval workflow or the owner of the record decides. */
export type RoutePermission = Permission | 'none';

export const ACCESS = 'procurement:access';

/**
 * The route requires a token with this ability (`admin` implies all) and a user's role with this permission. The
 * OpenAPI documents show both.
 * @param permission required for routes that change something; may be `none`
 */
export const Requires = (ability: Ability, permission?: RoutePermission): MethodDecorator =>
  applyDecorators(
    SetMetadata(ACCESS, { ability, ...(permission && { permission }) } satisfies Access),
    ApiBearerAuth('bearer'),
    ApiExtension('x-required-ability', ability),
    ...(permission ? [ApiExtension('x-required-permission', permission)] : []),
  );

export const AnyToken = (): MethodDecorator =>
  applyDecorators(SetMetadata(ACCESS, 'any-token' satisfies Access), ApiBearerAuth('bearer'));

/** The route requires no token; the rate limit applies to the client address. */
export const Public = (): CustomDecorator => SetMetadata(ACCESS, 'public' satisfies Access);

/** The route is outside both prefixes and has no rate limit: health, metrics, documentation. */
export const UNLIMITED = 'procurement:unlimited';
export const Unlimited = (): MethodDecorator & ClassDecorator =>
  applyDecorators(SetMetadata(ACCESS, 'public' satisfies Access), SetMetadata(UNLIMITED, true));

const CHANGING = [RequestMethod.POST, RequestMethod.PUT, RequestMethod.PATCH, RequestMethod.DELETE];

/** Paths whose reads require a permission too. */
const GUARDED_READS = /(^|\/)(audit-log|trail)(\/|$)/;

/**
 * Prevents the start if a route has none of `@Requires`, `@AnyToken`, `@Public` and `@Unlimited`. Routes that change
 * something must declare a permission or `none`; routes that read the audit log or a trail must declare a permission.
 */
@Injectable()
export class AccessCheck implements OnApplicationBootstrap {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  onApplicationBootstrap(): void {
    const routes = this.discovery.getControllers().flatMap(({ metatype }) => this.routesOf(metatype as Function));
    refuse(
      'Routes without @Requires, @AnyToken, @Public or @Unlimited',
      routes.filter(({ access }) => access === undefined),
    );
    refuse(
      "Routes whose @Requires must name a permission or 'none'",
      routes.filter((route) => needsPermission(route) && !namesPermission(route)),
    );
  }

  private routesOf(controller: Function): Route[] {
    const prototype = controller.prototype as Readonly<Record<string, Function>>;
    return this.scanner.getAllMethodNames(prototype).flatMap((name) => {
      const handler = prototype[name] as Function;
      const method = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
      if (method === undefined || !Reflect.hasMetadata(PATH_METADATA, handler)) return [];
      const access = this.reflector.getAllAndOverride<Access | undefined>(ACCESS, [handler, controller]);
      const own = pathsOf(handler);
      const paths = pathsOf(controller).flatMap((path) => own.map((rest) => `${path}/${rest}`));
      return [{ name: `${controller.name}.${name} (${RequestMethod[method]})`, method, paths, access }];
    });
  }
}

interface Route {
  readonly name: string;
  readonly method: RequestMethod;
  /** Each path of its controller, combined with each path of the handler. */
  readonly paths: readonly string[];
  readonly access: Access | undefined;
}

function pathsOf(decorated: Function): string[] {
  return [Reflect.getMetadata(PATH_METADATA, decorated) as string | string[]].flat();
}

function needsPermission({ method, paths, access }: Route): boolean {
  if (access === 'public') return false;
  return CHANGING.includes(method) || paths.some((path) => GUARDED_READS.test(path));
}

function namesPermission({ method, access }: Route): boolean {
  if (typeof access !== 'object' || access.permission === undefined) return false;
  return CHANGING.includes(method) || access.permission !== 'none';
}

function refuse(why: string, routes: readonly Route[]): void {
  if (routes.length > 0) throw new Error(`${why}: ${routes.map(({ name }) => name).join(', ')}`);
}
