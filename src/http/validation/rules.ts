import { ValidationOptions, registerDecorator } from 'class-validator';
import { isCalendarDate } from '../../common/clock';
import type { Message } from '../../common/errors';
import { decimal, decimalPlaces, isCurrency } from '../../common/money';
import { coded } from './message';

/** Says what is wrong with a value, or nothing. */
export type Rule = (value: unknown) => Message | undefined;

/** One class-validator constraint that runs a rule and answers with the rule's own message. */
export function check(rule: Rule, options: ValidationOptions = {}): PropertyDecorator {
  return (target, property) => {
    registerDecorator({
      name: 'rule',
      target: target.constructor,
      propertyName: property as string,
      options,
      validator: {
        validate: (value: unknown) => rule(value) === undefined,
        defaultMessage: (failure) => {
          const message = rule(failure?.value) ?? ({ key: 'error.validation' } as const);
          return coded(message.key, message.params);
        },
      },
    });
  };
}

/** Every rule in turn; the first that is broken speaks. */
export function all(...rules: readonly Rule[]): Rule {
  return (value) => {
    for (const rule of rules) {
      const message = rule(value);
      if (message) return message;
    }
    return undefined;
  };
}

const when = (broken: boolean, message: Message): Message | undefined => (broken ? message : undefined);

// Everything of Unicode's Cc but tab and newline.
// eslint-disable-next-line no-control-regex -- control characters are exactly what this looks for
const CONTROL = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/;

/** A string without control characters or broken surrogate pairs, of at most `max` characters. */
export function text(max: number): Rule {
  return (value) => {
    if (typeof value !== 'string') return { key: 'validation.string' };
    if (CONTROL.test(value) || !value.isWellFormed()) return { key: 'validation.control_characters' };
    // Characters as a person counts code points; a long text of plain characters is not walked.
    const tooLong = value.length > max && [...value].length > max;
    return when(tooLong, { key: 'validation.max_length', params: { max } });
  };
}

/** Not the empty string. */
export const present: Rule = (value) => when(value === '', { key: 'validation.required' });

/** An integer within bounds. */
export function integer(min: number, max: number): Rule {
  return (value) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) return { key: 'validation.number' };
    if (!Number.isSafeInteger(value)) return { key: 'validation.integer' };
    return withinBounds(value, min, max);
  };
}

/** A record's id. */
export const id: Rule = (value) =>
  when(typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1, { key: 'validation.id' });

/** A decimal number within bounds, never rounded: too many decimals are refused. */
export function decimalNumber(limits: { min?: number; greaterThan?: number; max: number; decimals: number }): Rule {
  return (value) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) return { key: 'validation.number' };
    if (decimalPlaces(value) > limits.decimals) return { key: 'validation.decimals', params: { max: limits.decimals } };
    const { greaterThan } = limits;
    if (greaterThan !== undefined && decimal(value).lte(greaterThan)) {
      return { key: 'validation.greater_than', params: { min: greaterThan } };
    }
    return withinBounds(value, limits.min ?? -limits.max, limits.max);
  };
}

function withinBounds(value: number, min: number, max: number): Message | undefined {
  if (value < min) return { key: 'validation.min', params: { min } };
  return when(value > max, { key: 'validation.max', params: { max } });
}

export const boolean: Rule = (value) => when(typeof value !== 'boolean', { key: 'validation.boolean' });

export function oneOf(values: readonly (string | number)[]): Rule {
  return (value) =>
    when(!values.includes(value as string), { key: 'validation.one_of', params: { values: values.join(', ') } });
}

/** A calendar day that exists. */
export const day: Rule = (value) =>
  when(typeof value !== 'string' || !isCalendarDate(value), { key: 'validation.date' });

const TIMESTAMP =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)$/;

/** An ISO 8601 instant with its offset, on a day that exists. */
export const timestamp: Rule = (value) => {
  const parts = typeof value === 'string' ? TIMESTAMP.exec(value) : null;
  return when(!parts || !isCalendarDate(parts[1] ?? '') || Number.isNaN(Date.parse(value as string)), {
    key: 'validation.timestamp',
  });
};

/** A day, or an instant of one: where the specification says ISO 8601. */
export const dayOrTimestamp: Rule = (value) =>
  day(value) && timestamp(value) ? { key: 'validation.date' } : undefined;

/** One @, no spaces, a dotted domain: what can be mailed to. RFC 5321 lengths. */
const EMAIL = /^[^\s@"(),:;<>[\]\\]{1,64}@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i;

export const email: Rule = (value) =>
  when(typeof value !== 'string' || value.length > 254 || !EMAIL.test(value), { key: 'validation.email' });

/** An absolute http or https URL. */
export const webUrl: Rule = (value) => {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
  return when(!url || !['http:', 'https:'].includes(url.protocol), { key: 'validation.url' });
};

export const currency: Rule = (value) =>
  when(typeof value !== 'string' || !isCurrency(value), { key: 'validation.currency' });
