import { CanActivate, ExecutionContext, Injectable } from '@nestjs/common';
import type { ServiceRequest } from '../request/request';

/** Refuses a malformed path or host. It runs after the rate limit, so that such requests count against it as well. */
@Injectable()
export class MalformedGuard implements CanActivate {
  /** @throws BAD_REQUEST */
  canActivate(context: ExecutionContext): boolean {
    const { malformed } = context.switchToHttp().getRequest<ServiceRequest>();
    if (malformed) throw malformed;
    return true;
  }
}
