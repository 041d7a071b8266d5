import { CanActivate, ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { DomainError } from '../../common/errors';
import type { ServiceRequest } from '../request/request';
import { PRODUCES } from '../routing/content';

/** Refuses a client that accepts nothing the route can answer. */
@Injectable()
export class MediaGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  /** @throws NOT_ACCEPTABLE */
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<ServiceRequest>();
    if (!request.form) return true;
    const extra = this.reflector.get<readonly string[] | undefined>(PRODUCES, context.getHandler()) ?? [];
    if (extra.includes('any')) return true;
    const types = ['application/json', ...extra];
    if (request.accepts(types) !== false) return true;
    throw new DomainError('NOT_ACCEPTABLE', { key: 'error.not_acceptable', params: { types: types.join(', ') } });
  }
}
