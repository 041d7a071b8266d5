import { Injectable, OnApplicationBootstrap, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { ACCESS } from './access';

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
    const unmarked = this.discovery.getControllers().flatMap((wrapper) => {
      const prototype = wrapper.metatype?.prototype as Record<string, unknown> | undefined;
      return prototype ? this.unmarkedRoutes(wrapper.metatype as Function, prototype) : [];
    });
    if (unmarked.length > 0) {
      throw new Error(`Routes without @Requires, @AnyToken, @Public or @Unlimited: ${unmarked.join(', ')}`);
    }
  }

  private unmarkedRoutes(controller: Function, prototype: Record<string, unknown>): string[] {
    return this.scanner
      .getAllMethodNames(prototype)
      .filter((name) => {
        const handler = prototype[name] as Function;
        const isRoute = Reflect.hasMetadata(METHOD_METADATA, handler) && Reflect.hasMetadata(PATH_METADATA, handler);
        return isRoute && this.reflector.getAllAndOverride(ACCESS, [handler, controller]) === undefined;
      })
      .map((name) => {
        const handler = prototype[name] as Function;
        const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as number];
        return `${controller.name}.${name} (${method})`;
      });
  }
}
