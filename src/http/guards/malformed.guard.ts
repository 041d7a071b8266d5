import { CanActivate, ExecutionContext, Injectable } from '@nestjs/common';
import type { ServiceRequest } from '../request/request';

/** Refuses a path or a host that cannot be read: not before the request is counted, so that such ones are limited too. */
@Injectable()
export class MalformedGuard implements CanActivate {
  /** @throws BAD_REQUEST */
  canActivate(context: ExecutionContext): boolean {
    const { malformed } = context.switchToHttp().getRequest<ServiceRequest>();
    if (malformed) throw malformed;
    return true;
  }
}
