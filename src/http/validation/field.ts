import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import type { Message } from '../../common/errors';
import { MAX_NAME } from '../request/limits';
import {
  arrayBetween,
  everyPlainObject,
  field,
  type FieldOptions,
  list,
  plainObject,
  shapedField,
  trimmed,
  utcDay,
} from './field-parts';
import * as rules from './rules';
import { Declared } from './shape';

/**
 * One decorator for each body field states how it is validated, the message of a wrong value, and its OpenAPI schema. Strings
 * are trimmed; a blank one is missing.
 */
export const Field = {
  /**
   * Text of at most `max` characters (255 by default). It is one line without bidirectional overrides; with `multiline` (notes,
   * descriptions, comments, reasons, addresses) it may have line breaks and overrides.
   */
  text: (options: FieldOptions & { readonly max?: number; readonly multiline?: boolean } = {}): PropertyDecorator => {
    const max = options.max ?? MAX_NAME;
    const rule = options.multiline ? rules.all(rules.text(max), rules.present) : oneLine(max);
    return field(
      options,
      { type: 'string', maxLength: max, ...(options.optional ? {} : { minLength: 1 }) },
      rule,
      Transform(trimmed(options)),
    );
  },

  /** The id of another record. */
  id: (options: FieldOptions = {}): PropertyDecorator =>
    field(options, { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }, rules.id),

  integer: (options: FieldOptions & { readonly min: number; readonly max: number }): PropertyDecorator =>
    field(
      options,
      { type: 'integer', minimum: options.min, maximum: options.max },
      rules.integer(options.min, options.max),
    ),

  /** `0 < quantity <= 9999999.9999`, at most four decimals. */
  quantity: (options: FieldOptions & { readonly zero?: boolean } = {}): PropertyDecorator =>
    field(
      options,
      {
        type: 'number',
        ...(options.zero ? { minimum: 0 } : { exclusiveMinimum: 0 as unknown as boolean }),
        maximum: 9999999.9999,
      },
      rules.decimalNumber({ ...(options.zero ? { min: 0 } : { greaterThan: 0 }), max: 9999999.9999, decimals: 4 }),
    ),

  /** A unit price: not negative, at most four decimals. */
  unitPrice: (options: FieldOptions = {}): PropertyDecorator =>
    field(
      options,
      { type: 'number', minimum: 0, maximum: 999999999999 },
      rules.decimalNumber({ min: 0, max: 999999999999, decimals: 4 }),
    ),

  /** Percent, 0 to 100, two decimals. */
  percent: (options: FieldOptions & { readonly max?: number } = {}): PropertyDecorator => {
    const max = options.max ?? 100;
    return field(
      options,
      { type: 'number', minimum: 0, maximum: max },
      rules.decimalNumber({ min: 0, max, decimals: 2 }),
    );
  },

  /** An amount of money: three decimals at most (the service checks the currency's own), below 1e12. */
  amount: (
    options: FieldOptions & { readonly positive?: boolean; readonly signed?: boolean } = {},
  ): PropertyDecorator => {
    const bound = options.positive ? { greaterThan: 0 } : options.signed ? {} : { min: 0 };
    return field(
      options,
      {
        type: 'number',
        ...(options.positive ? { exclusiveMinimum: 0 as unknown as boolean } : options.signed ? {} : { minimum: 0 }),
        maximum: 999999999999.999,
      },
      rules.decimalNumber({ ...bound, max: 999999999999.999, decimals: 3 }),
    );
  },

  boolean: (options: FieldOptions = {}): PropertyDecorator => field(options, { type: 'boolean' }, rules.boolean),

  oneOf: (values: readonly string[], options: FieldOptions = {}): PropertyDecorator =>
    field(options, { type: 'string', enum: [...values] }, rules.oneOf(values), Transform(trimmed(options))),

  /** A calendar day, `YYYY-MM-DD`. */
  day: (options: FieldOptions = {}): PropertyDecorator =>
    field(options, { type: 'string', format: 'date', example: '2026-12-31' }, rules.day, Transform(trimmed(options))),

  /** A calendar day, or a full timestamp of which the UTC day counts. Arrives as a day. */
  dayOrTimestamp: (options: FieldOptions = {}): PropertyDecorator =>
    field(
      options,
      { type: 'string', description: 'A calendar day, or a timestamp whose UTC day counts.', example: '2026-12-31' },
      rules.dayOrTimestamp,
      Transform((params) => utcDay(trimmed(options)(params))),
    ),

  /** An ISO 8601 instant with its offset. */
  timestamp: (options: FieldOptions = {}): PropertyDecorator =>
    field(
      options,
      { type: 'string', format: 'date-time', example: '2026-12-31T09:30:00.000Z' },
      rules.timestamp,
      Transform(trimmed(options)),
    ),

  email: (options: FieldOptions = {}): PropertyDecorator =>
    field(
      options,
      { type: 'string', format: 'email', maxLength: 254 },
      rules.all(rules.text(254), rules.present, rules.email, rules.inOrder),
      Transform(trimmed(options)),
    ),

  /** An absolute http or https URL. */
  url: (options: FieldOptions & { readonly max?: number } = {}): PropertyDecorator => {
    const max = options.max ?? 2000;
    return field(
      options,
      { type: 'string', format: 'uri', maxLength: max },
      rules.all(rules.text(max), rules.present, rules.webUrl, rules.singleLine, rules.inOrder),
      Transform(trimmed(options)),
    );
  },

  /** An ISO 4217 code in use. */
  currency: (options: FieldOptions = {}): PropertyDecorator =>
    field(
      options,
      { type: 'string', pattern: '^[A-Z]{3}$', example: 'SAR' },
      rules.currency,
      Transform(trimmed(options)),
    ),

  /** A list of distinct values of a closed set. */
  listOf: (values: readonly string[], options: FieldOptions & { readonly min?: number } = {}): PropertyDecorator =>
    list(options, {
      items: { type: 'string', enum: [...values] },
      min: options.min ?? 0,
      max: values.length,
      each: rules.oneOf(values),
      distinct: true,
    }),

  /** A list of texts, each on one line. */
  texts: (
    options: FieldOptions & { readonly min?: number; readonly max: number; readonly length?: number },
  ): PropertyDecorator => {
    const maxLength = options.length ?? MAX_NAME;
    return list(options, {
      items: { type: 'string', maxLength },
      min: options.min ?? 0,
      max: options.max,
      each: oneLine(maxLength),
    });
  },

  /** A list of distinct numbers. */
  numbers: (
    options: FieldOptions & { readonly min?: number; readonly max: number; readonly rule: rules.Rule },
  ): PropertyDecorator =>
    list(options, {
      items: { type: 'number' },
      min: options.min ?? 0,
      max: options.max,
      each: options.rule,
      distinct: true,
    }),

  /** A list of ids of other records. */
  ids: (options: FieldOptions & { readonly min?: number; readonly max: number }): PropertyDecorator =>
    list(options, {
      items: { type: 'integer', minimum: 1 },
      min: options.min ?? 0,
      max: options.max,
      each: rules.id,
      distinct: true,
    }),

  /** An object with fields of its own. */
  object: (type: () => new () => object, options: FieldOptions = {}): PropertyDecorator =>
    shapedField({ kind: 'object', type }, options, { type: () => type() }, plainObject),

  /** Objects with fields of their own. */
  objects: (
    type: () => new () => object,
    options: FieldOptions & { readonly min?: number; readonly max: number; readonly empty?: Message },
  ): PropertyDecorator => {
    const min = options.min ?? 0;
    return shapedField(
      { kind: 'objects', type, max: options.max },
      options,
      { type: () => type(), isArray: true, minItems: min, maxItems: options.max },
      rules.all(arrayBetween(min, options.max, options.empty), everyPlainObject),
    );
  },
};

function oneLine(max: number): rules.Rule {
  return rules.all(rules.text(max), rules.singleLine, rules.inOrder, rules.present);
}

/** Adds rules to a field. They are skipped for a text that is too long for any field, which is refused anyway. */
export const Rules = (...extra: readonly rules.Rule[]): PropertyDecorator => {
  const rule = rules.all(...extra);
  const isTooLong = (value: unknown): boolean => typeof value === 'string' && value.length > rules.TOO_LONG_FOR_ANY;
  return applyDecorators(
    Declared(),
    rules.check((value) => (isTooLong(value) ? undefined : rule(value))),
  );
};
