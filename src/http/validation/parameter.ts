import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional, ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ValidateIf } from 'class-validator';
import * as rules from './rules';
import { Shaped } from './shape';

interface ParameterOptions {
  readonly description?: string;
  readonly example?: unknown;
}

/** One decorator for each query parameter. All are optional; a wrong value is answered 400. */
export const Parameter = {
  text: (options: ParameterOptions & { readonly max?: number } = {}): PropertyDecorator =>
    parameter(
      options,
      { type: 'string', maxLength: options.max ?? 255 },
      rules.all(rules.text(options.max ?? 255), rules.singleLine),
      trim,
    ),

  id: (options: ParameterOptions = {}): PropertyDecorator =>
    parameter(options, { type: 'integer', minimum: 1 }, rules.id, wholeNumber),

  integer: (
    options: ParameterOptions & { readonly min: number; readonly max: number; readonly default?: number },
  ): PropertyDecorator =>
    parameter(
      options,
      {
        type: 'integer',
        minimum: options.min,
        maximum: options.max,
        ...(options.default !== undefined ? { default: options.default } : {}),
      },
      rules.integer(options.min, options.max),
      wholeNumber,
    ),

  /** An amount, not negative. */
  amount: (options: ParameterOptions = {}): PropertyDecorator =>
    parameter(
      options,
      { type: 'number', minimum: 0 },
      rules.decimalNumber({ min: 0, max: 999999999999.999, decimals: 4 }),
      plainNumber,
    ),

  oneOf: (
    values: readonly string[],
    options: ParameterOptions & { readonly default?: string } = {},
  ): PropertyDecorator =>
    parameter(
      options,
      { type: 'string', enum: [...values], ...(options.default !== undefined ? { default: options.default } : {}) },
      rules.oneOf(values),
      trim,
    ),

  boolean: (options: ParameterOptions = {}): PropertyDecorator =>
    parameter(options, { type: 'boolean' }, rules.boolean, (text) =>
      text === 'true' ? true : text === 'false' ? false : text,
    ),

  /** A calendar day. */
  day: (options: ParameterOptions = {}): PropertyDecorator =>
    parameter(options, { type: 'string', format: 'date' }, rules.day, trim),

  /** A calendar day, or a timestamp whose UTC day counts. Arrives as a day. */
  dayOrTimestamp: (options: ParameterOptions = {}): PropertyDecorator =>
    parameter(
      options,
      { type: 'string', description: 'A calendar day, or a timestamp whose UTC day counts.' },
      rules.dayOrTimestamp,
      (text) => (rules.timestamp(text) ? text : new Date(text).toISOString().slice(0, 10)),
    ),

  timestamp: (options: ParameterOptions = {}): PropertyDecorator =>
    parameter(options, { type: 'string', format: 'date-time' }, rules.timestamp, trim),
};

function parameter(
  options: ParameterOptions,
  schema: ApiPropertyOptions,
  rule: rules.Rule,
  read: (text: string) => unknown,
): PropertyDecorator {
  return applyDecorators(
    Shaped({ kind: 'single' }),
    ApiPropertyOptional({
      ...schema,
      ...(options.description ? { description: options.description } : {}),
      ...(options.example !== undefined ? { example: options.example } : {}),
    }),
    ValidateIf((_, value: unknown) => value !== undefined),
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? read(value) : value)),
    rules.check(rule),
  );
}

const trim = (text: string): string => text.trim();
/** Only plain digits become a number: `1e3`, ` 5` and `0x10` stay what they are and fail. */
const wholeNumber = (text: string): unknown => (/^-?\d{1,16}$/.test(text) ? Number(text) : text);
const plainNumber = (text: string): unknown => (/^-?\d{1,15}(\.\d{1,10})?$/.test(text) ? Number(text) : text);
