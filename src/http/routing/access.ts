import { CustomDecorator, ExecutionContext, SetMetadata, applyDecorators, createParamDecorator } from '@nestjs/common';
import { ApiBearerAuth, ApiExtension } from '@nestjs/swagger';
import type { Ability, Actor } from '../../common/actor';
import type { ServiceRequest } from '../request/request';

/** Who may call a route: the holder of an ability, the holder of any valid token, or anyone. */
export type Access = { readonly ability: Ability } | 'any-token' | 'public';

export const ACCESS = 'procurement:access';

/** The route needs a token with this ability (`admin` implies all). Also what the OpenAPI documents say of it. */
export const Requires = (ability: Ability): MethodDecorator =>
  applyDecorators(
    SetMetadata(ACCESS, { ability } satisfies Access),
    ApiBearerAuth('bearer'),
    ApiExtension('x-required-ability', ability),
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

/** On whose behalf the request is made. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext): Actor => {
  const { actor } = context.switchToHttp().getRequest<ServiceRequest>();
  if (!actor) throw new Error('A route that asks for the actor must require a token');
  return actor;
});

/** The language of the answer. */
export const CurrentLanguage = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<ServiceRequest>().language,
);

/** The form of the answer. */
export const CurrentForm = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<ServiceRequest>().form,
);
