import { ArgumentMetadata, Injectable, PipeTransform } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { ValidationError, validate } from 'class-validator';
import { DomainError, FieldMessages, Message, invalid } from '../../common/errors';
import { decoded } from './message';

const PLAIN = new Set<unknown>([String, Number, Boolean, Object, Array, undefined]);

/**
 * Turns a body or query into its request type and refuses what does not fit, by field: a body is a 422, a query a 400.
 * A field the type does not name is refused too: a typo must never lose money silently.
 */
@Injectable()
export class InputPipe implements PipeTransform {
  async transform(value: unknown, { type, metatype }: ArgumentMetadata): Promise<unknown> {
    if ((type !== 'body' && type !== 'query') || PLAIN.has(metatype)) return value;
    const poisoned = poisonedKey(value, '');
    if (poisoned !== undefined) throw refused(type, { [poisoned]: [decoded('whitelistValidation', '', type)] });
    const input = plainToInstance(metatype as new () => object, value ?? {}, { enableCircularCheck: false });
    const errors = await validate(input, {
      whitelist: true,
      forbidNonWhitelisted: true,
      // A request type without fields is one too: the body of an action that takes none.
      forbidUnknownValues: false,
      validationError: { target: false, value: false },
    });
    if (errors.length === 0) return input;
    throw refused(type, Object.fromEntries(flatten(errors, '', type)));
  }
}

function refused(type: 'body' | 'query', fields: FieldMessages): DomainError {
  return type === 'body' ? invalid(fields) : new DomainError('BAD_REQUEST', { key: 'error.bad_request' }, { fields });
}

const POISON = new Set(['__proto__', 'constructor', 'prototype']);

/** Path of a key that means something to JavaScript itself; class-transformer passes such keys over in silence. */
function poisonedKey(value: unknown, prefix: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const key of Object.keys(value)) {
    if (POISON.has(key)) return prefix + key;
    const found = poisonedKey((value as Record<string, unknown>)[key], `${prefix}${key}.`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Dotted paths: `items.0.quantity`. */
function* flatten(
  errors: readonly ValidationError[],
  prefix: string,
  where: 'body' | 'query',
): Generator<[string, FieldMessages[string]]> {
  for (const { property, constraints, children } of errors) {
    const path = prefix ? `${prefix}.${property}` : property;
    if (constraints) yield [path, distinct(constraints, where)];
    if (children?.length) yield* flatten(children, path, where);
  }
}

/** A value of the wrong type fails every constraint; saying the first, the type, is enough. */
function distinct(constraints: Record<string, string>, where: 'body' | 'query'): Message[] {
  const [first] = Object.entries(constraints).sort(([one]) => (one === 'rule' ? -1 : 1));
  return first ? [decoded(first[0], first[1], where)] : [];
}
