import { Controller, UseInterceptors, applyDecorators } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { FormAEnvelopeInterceptor } from '../forms/form-a.interceptor';
import { FormBEnvelopeInterceptor } from '../forms/form-b.interceptor';

/** A controller of a resource whose fields are the same in both forms: it answers under both prefixes. */
export const BothForms = (path: string, tag: string): ClassDecorator =>
  applyDecorators(
    Controller([`v1/${path}`, `api/v1/${path}`]),
    UseInterceptors(FormAEnvelopeInterceptor, FormBEnvelopeInterceptor),
    ApiTags(tag),
  );

/** A controller of Form A alone. */
export const FormA = (path: string, tag: string): ClassDecorator =>
  applyDecorators(Controller(`v1/${path}`), UseInterceptors(FormAEnvelopeInterceptor), ApiTags(tag));

/** A controller of Form B alone. */
export const FormB = (path: string, tag: string): ClassDecorator =>
  applyDecorators(Controller(`api/v1/${path}`), UseInterceptors(FormBEnvelopeInterceptor), ApiTags(tag));
