import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import type { Message } from '../../common/errors';
import { MAX_NAME } from './limits';
import {
  DAY,
  type FieldOptions,
  type ListSize,
  type Schema,
  arrayBetween,
  decimalField,
  everyPlainObject,
  field,
  list,
  plainObject,
  shapedField,
  textField,
  trimmed,
} from './field-parts';
import { externalIdField, metadataField } from './metadata';
import * as rules from './rules/rules';
import { Declared } from './shape';

const MAX_AMOUNT = 999999999999.999;

/** Validation, error message and OpenAPI schema in one. Strings are trimmed; a blank string counts as missing. */
export const Field = {
  /**
   * Text of at most `max` characters (default 255) on one line, without bidirectional overrides. With `multiline`
   * (notes, descriptions, comments, reasons, addresses) line breaks and overrides are permitted.
   */
  text: (options: FieldOptions & { readonly max?: number; readonly multiline?: boolean } = {}): PropertyDecorator => {
    const { max = MAX_NAME } = options;
    const rule = options.multiline ? rules.all(rules.text(max), rules.present) : oneLine(max);
    return textField(options, { maxLength: max, ...(options.optional ? {} : { minLength: 1 }) }, rule);
  },

  id: (options: FieldOptions = {}): PropertyDecorator =>
    field(options, { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }, rules.id),

  integer: (options: FieldOptions & { readonly min: number; readonly max: number }): PropertyDecorator => {
    const { min, max } = options;
    return field(options, { type: 'integer', minimum: min, maximum: max }, rules.integer(min, max));
  },

  /** `0 < quantity <= 9999999.9999` with at most four decimals; `zero` permits 0. */
  quantity: (options: FieldOptions & { readonly zero?: boolean } = {}): PropertyDecorator =>
    decimalField(options, { ...(options.zero ? { min: 0 } : { greaterThan: 0 }), max: 9999999.9999, decimals: 4 }),

  /** A unit price: not negative, at most four decimals. */
  unitPrice: (options: FieldOptions = {}): PropertyDecorator =>
    decimalField(options, { min: 0, max: 999999999999, decimals: 4 }),

  /** 0 to 100 by default, two decimals. */
  percent: (options: FieldOptions & { readonly max?: number } = {}): PropertyDecorator =>
    decimalField(options, { min: 0, max: options.max ?? 100, decimals: 2 }),

  /** An amount of money below 1e12 with at most three decimals; the service checks the decimals of the currency. */
  amount: (
    options: FieldOptions & { readonly positive?: boolean; readonly signed?: boolean } = {},
  ): PropertyDecorator => {
    const bound = options.positive ? { greaterThan: 0 } : options.signed ? {} : { min: 0 };
    return decimalField(options, { ...bound, max: MAX_AMOUNT, decimals: 3 });
  },

  amountsByCurrency: (options: FieldOptions = {}): PropertyDecorator =>
    field(
      options,
      {
        type: 'object',
        propertyNames: { pattern: '^[A-Z]{3}$' },
        additionalProperties: { type: 'number', minimum: 0, maximum: MAX_AMOUNT },
      } as Schema,
      rules.all(plainObject, amountsByCurrency),
    ),

  boolean: (options: FieldOptions = {}): PropertyDecorator => field(options, { type: 'boolean' }, rules.boolean),

  oneOf: (values: readonly string[], options: FieldOptions = {}): PropertyDecorator =>
    textField(options, { enum: [...values] }, rules.oneOf(values)),

  /** A calendar day, or a timestamp, which is converted to the day in its own UTC offset. */
  day: (options: FieldOptions = {}): PropertyDecorator => {
    const named = Transform((params) => rules.namedDay(trimmed(options)(params)));
    return field(options, DAY, rules.day, named);
  },

  /** An ISO 8601 timestamp with an offset. */
  timestamp: (options: FieldOptions = {}): PropertyDecorator =>
    textField(options, { format: 'date-time', example: '2026-12-31T09:30:00.000Z' }, rules.timestamp),

  email: (options: FieldOptions = {}): PropertyDecorator =>
    textField(
      options,
      { format: 'email', maxLength: 254 },
      rules.all(rules.text(254), rules.present, rules.email, rules.inOrder),
    ),

  url: (options: FieldOptions & { readonly max?: number } = {}): PropertyDecorator => {
    const { max = 2000 } = options;
    const rule = rules.all(rules.text(max), rules.present, rules.webUrl, rules.singleLine, rules.inOrder);
    return textField(options, { format: 'uri', maxLength: max }, rule);
  },

  currency: (options: FieldOptions = {}): PropertyDecorator =>
    textField(options, { pattern: '^[A-Z]{3}$', example: 'SAR' }, rules.currency),

  /** Distinct values. */
  listOf: (values: readonly string[], options: FieldOptions & { readonly min?: number } = {}): PropertyDecorator =>
    list(
      { ...options, max: values.length },
      { items: { type: 'string', enum: [...values] }, each: rules.oneOf(values), distinct: true },
    ),

  /** Each on one line. */
  texts: (options: FieldOptions & ListSize & { readonly length?: number }): PropertyDecorator => {
    const { length = MAX_NAME } = options;
    return list(options, { items: { type: 'string', maxLength: length }, each: oneLine(length) });
  },

  /** Distinct numbers. */
  numbers: (options: FieldOptions & ListSize & { readonly rule: rules.Rule }): PropertyDecorator =>
    list(options, { items: { type: 'number' }, each: options.rule, distinct: true }),

  ids: (options: FieldOptions & ListSize): PropertyDecorator =>
    list(options, { items: { type: 'integer', minimum: 1 }, each: rules.id, distinct: true }),

  externalId: externalIdField,

  metadata: metadataField,

  object: (type: () => new () => object, options: FieldOptions = {}): PropertyDecorator =>
    shapedField({ kind: 'object', type }, options, { type: () => type() }, plainObject),

  objects: (
    type: () => new () => object,
    options: FieldOptions & ListSize & { readonly empty?: Message },
  ): PropertyDecorator => {
    const { min = 0, max, empty } = options;
    return shapedField(
      { kind: 'objects', type, max },
      options,
      { type: () => type(), isArray: true, minItems: min, maxItems: max },
      rules.all(arrayBetween(min, max, empty), everyPlainObject),
    );
  },
};

const amountOf = rules.decimalNumber({ min: 0, max: MAX_AMOUNT, decimals: 3 });

const amountsByCurrency: rules.Rule = (value) => {
  for (const [currency, amount] of Object.entries(value as Record<string, unknown>)) {
    const fault = rules.currency(currency) ?? amountOf(amount);
    if (fault) return fault;
  }
  return undefined;
};

function oneLine(max: number): rules.Rule {
  return rules.all(rules.text(max), rules.singleLine, rules.inOrder, rules.present);
}

/** Adds rules to a field. They are skipped for a text that exceeds every limit, because it is rejected anyway. */
export const Rules = (...extra: readonly rules.Rule[]): PropertyDecorator => {
  const rule = rules.all(...extra);
  const isTooLong = (value: unknown): boolean => typeof value === 'string' && value.length > rules.TOO_LONG_FOR_ANY;
  const checked = rules.check((value) => (isTooLong(value) ? undefined : rule(value)));
  return applyDecorators(Declared(), checked);
};
