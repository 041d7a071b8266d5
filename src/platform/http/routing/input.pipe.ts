import { ArgumentMetadata, Injectable, PipeTransform } from '@nestjs/common';
import { readInput, type RequestType } from '../../validation';

const PLAIN = new Set<unknown>([String, Number, Boolean, Object, Array, undefined]);

/** Turns a body or a query into its request type. */
@Injectable()
export class InputPipe implements PipeTransform {
  /** Always a promise: of several faults of a request, the one that is answered depends on it. @throws as {@link readInput} */
  transform(value: unknown, { type, metatype }: ArgumentMetadata): Promise<unknown> {
    if ((type !== 'body' && type !== 'query') || PLAIN.has(metatype)) return Promise.resolve(value);
    return readInput(type, metatype as RequestType, value);
  }
}
