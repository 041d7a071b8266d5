import { Param, PipeTransform } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { InputError } from '../errors/input-error';

class PathIdPipe implements PipeTransform<string, number> {
  constructor(private readonly name: string) {}

  transform(text: string): number {
    const id = Number(text);
    if (!/^[1-9]\d{0,15}$/.test(text) || !Number.isSafeInteger(id)) {
      throw new InputError('path', { [this.name]: [{ key: 'validation.id' }] });
    }
    return id;
  }
}

/** A record's id in the path, as a number. @throws InputError (400) for anything but a positive integer below 2^53 */
export function PathId(name = 'id'): ParameterDecorator {
  return (target, method, index) => {
    Param(name, new PathIdPipe(name))(target, method, index);
    // The compiler notes a branded number as an object, of which the documents would make no parameter.
    const types = method && (Reflect.getMetadata('design:paramtypes', target, method) as unknown[] | undefined);
    if (types) types[index] = Number;
    const descriptor = method && Object.getOwnPropertyDescriptor(target, method);
    if (descriptor) {
      ApiParam({ name, schema: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER } })(
        target,
        method,
        descriptor,
      );
    }
  };
}
