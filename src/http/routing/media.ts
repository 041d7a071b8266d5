import { SetMetadata, applyDecorators } from '@nestjs/common';
import { ApiConsumes } from '@nestjs/swagger';

export const PRODUCES = 'procurement:produces';
export const MULTIPART = 'procurement:multipart';

/** Media types the route can answer besides JSON; `any` answers whatever Accept says (PDF and downloads). */
export const Produces = (...types: readonly string[]): MethodDecorator => SetMetadata(PRODUCES, types);

/** The route takes multipart/form-data, which its own interceptor reads. */
export const Multipart = (): MethodDecorator =>
  applyDecorators(SetMetadata(MULTIPART, true), ApiConsumes('multipart/form-data'));
