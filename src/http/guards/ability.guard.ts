import { CanActivate, ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { abilityMissing } from '../../common/actor/abilities';
import { can } from '../../common/actor';
import type { ServiceRequest } from '../request/request';
import { ACCESS, Access } from '../routing/access';

/** Refuses a token that lacks the ability its route asks for. */
@Injectable()
export class AbilityGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  /** @throws FORBIDDEN_ABILITY */
  canActivate(context: ExecutionContext): boolean {
    const access = this.reflector.get<Access | undefined>(ACCESS, context.getHandler());
    if (typeof access !== 'object') return true;
    const { actor } = context.switchToHttp().getRequest<ServiceRequest>();
    if (!actor || !can(actor, access.ability)) throw abilityMissing(access.ability);
    return true;
  }
}
