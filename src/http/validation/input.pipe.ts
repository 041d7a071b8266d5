import { ArgumentMetadata, Injectable, PipeTransform } from '@nestjs/common';
import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Message } from '../../common/errors';
import { InputError, NamedFields } from '../errors/input-error';
import { MAX_FIELDS_NAMED } from '../request/limits';
import { InputBuilder, type Plain } from './input-builder';
import type { RequestType } from './shape';

const PLAIN = new Set<unknown>([String, Number, Boolean, Object, Array, undefined]);

/** Objects that are built and validated before other requests take a turn: some five milliseconds' work. */
const OBJECTS_IN_A_TURN = 200;

const ONLY_THE_FIRST: Message = { key: 'error.validation_first', params: { max: MAX_FIELDS_NAMED } };

/**
 * Turns a body or query into its request type and refuses what does not fit, by field: a body is a 422, a query a 400.
 * A field the type does not name is refused too: a typo must never lose money silently.
 */
@Injectable()
export class InputPipe implements PipeTransform {
  /** @throws VALIDATION_ERROR (body) or BAD_REQUEST (query) that names the fields, at most a hundred of them */
  async transform(value: unknown, { type, metatype }: ArgumentMetadata): Promise<unknown> {
    if ((type !== 'body' && type !== 'query') || PLAIN.has(metatype)) return value;
    const named = new NamedFields();
    const steps = new InputBuilder(type, named).build((value ?? {}) as Plain, metatype as RequestType, '');
    for (let objects = 1; !named.leavesSomeOut; objects += 1) {
      const step = steps.next();
      if (step.done && named.isEmpty) return step.value;
      if (step.done) break;
      if (objects % OBJECTS_IN_A_TURN === 0) await othersTurn();
    }
    throw refused(type, named);
  }
}

function refused(place: 'query' | 'body', named: NamedFields): InputError {
  return new InputError(place, named.toMessages(), named.leavesSomeOut ? ONLY_THE_FIRST : undefined);
}
