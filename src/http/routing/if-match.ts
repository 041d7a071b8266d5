import { ExecutionContext, createParamDecorator } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { type IfMatch, parseIfMatch } from '../../common/records/versions';
import type { ServiceRequest } from '../request/request';

const IfMatchHeader = createParamDecorator((_: unknown, context: ExecutionContext): IfMatch =>
  parseIfMatch(context.switchToHttp().getRequest<ServiceRequest>().headers['if-match']),
);

/** The request's `If-Match`, for PUT and DELETE of a single record. */
export function IfMatches(): ParameterDecorator {
  return (target, method, index) => {
    IfMatchHeader()(target, method, index);
    const descriptor = method && Object.getOwnPropertyDescriptor(target, method);
    if (!descriptor) return;
    ApiHeader({
      name: 'If-Match',
      required: false,
      description: 'The `ETag` of the version you have read: the change is refused (412) when there is a newer one.',
      schema: { type: 'string', example: '"3"' },
    })(target, method, descriptor);
  };
}
