import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ValidateIf } from 'class-validator';
import type { Message } from '../../common/errors';
import * as rules from './rules/rules';
import { Shaped, type Shape } from './shape';

export interface FieldOptions {
  /** May be omitted; required by default. */
  readonly optional?: boolean;
  /** May be null, which clears the field. Does not make it optional. */
  readonly nullable?: boolean;
  readonly description?: string;
  readonly example?: unknown;
  /** Deprecated, see docs/deprecation.md; the description contains the replacement. */
  readonly deprecated?: boolean;
}

export type Schema = ApiPropertyOptions;

export function field(
  options: FieldOptions,
  schema: Schema,
  rule: rules.Rule,
  ...more: PropertyDecorator[]
): PropertyDecorator {
  return shapedField({ kind: 'single' }, options, schema, rule, ...more);
}

export function shapedField(
  shape: Shape,
  options: FieldOptions,
  schema: Schema,
  rule: rules.Rule,
  ...more: PropertyDecorator[]
): PropertyDecorator {
  return applyDecorators(
    Shaped(shape),
    ApiProperty(documented(options, schema)),
    ValidateIf((_, value: unknown) => !absent(options, value)),
    rules.check(rules.all(required(options), rule)),
    ...more,
  );
}

export function textField(options: FieldOptions, schema: Schema, rule: rules.Rule): PropertyDecorator {
  return field(options, { type: 'string', ...schema }, rule, Transform(trimmed(options)));
}

export function decimalField(options: FieldOptions, limits: rules.DecimalLimits): PropertyDecorator {
  const { min, greaterThan, max } = limits;
  const schema = {
    type: 'number',
    ...(min === undefined ? {} : { minimum: min }),
    ...(greaterThan === undefined ? {} : { exclusiveMinimum: greaterThan }),
    maximum: max,
  };
  return field(options, schema as unknown as Schema, rules.decimalNumber(limits));
}

export interface ListSize {
  readonly min?: number;
  readonly max: number;
}

interface ListOf {
  readonly items: Schema;
  readonly each: rules.Rule;
  readonly distinct?: boolean;
}

export function list(options: FieldOptions & ListSize, { items, each, distinct }: ListOf): PropertyDecorator {
  const { min = 0, max } = options;
  const schema = { type: 'array', items, minItems: min, maxItems: max } as unknown as Schema;
  const rule = rules.all(arrayBetween(min, max), rules.each(each), ...(distinct ? [everyDistinct] : []));
  const clean = Transform(({ value }) => trimAll(value));
  return shapedField({ kind: 'list', max }, options, schema, rule, clean);
}

const everyDistinct: rules.Rule = (value) =>
  new Set(value as unknown[]).size < (value as unknown[]).length ? { key: 'validation.array_unique' } : undefined;

function documented(options: FieldOptions, schema: Schema): Schema {
  const nullable = options.nullable ? { nullable: true } : {};
  return { required: !options.optional, ...schema, ...nullable, ...documentation(options) } as Schema;
}

export function documentation({
  description,
  example,
  deprecated,
}: Pick<FieldOptions, 'description' | 'example' | 'deprecated'>): object {
  return {
    ...(description ? { description } : {}),
    ...(example === undefined ? {} : { example }),
    ...(deprecated ? { deprecated } : {}),
  };
}

/** Whether validation is skipped: the field is optional and omitted, or nullable and null. */
function absent(options: FieldOptions, value: unknown): boolean {
  return (value === undefined && options.optional === true) || (value === null && options.nullable === true);
}

function required(options: FieldOptions): rules.Rule {
  return (value) => {
    if (value === undefined) return { key: 'validation.required' };
    if (value === null) return { key: options.optional ? 'validation.not_null' : 'validation.required' };
    return undefined;
  };
}

/** Trims a string and converts CRLF to LF; a blank string becomes null if the field is nullable. */
export function trimmed(options: FieldOptions): (params: { value: unknown }) => unknown {
  return ({ value }) => {
    if (typeof value !== 'string') return value;
    const bare = value.trim();
    // Replacing a million line ends takes 0.2 s, and a text of that length is rejected anyway.
    const clean = bare.length > rules.TOO_LONG_FOR_ANY ? bare : bare.replaceAll('\r\n', '\n');
    return clean === '' && options.nullable ? null : clean;
  };
}

function trimAll(value: unknown): unknown {
  return Array.isArray(value) ? value.map((one: unknown) => (typeof one === 'string' ? one.trim() : one)) : value;
}

export const DAY = {
  type: 'string',
  pattern: rules.DAY_PATTERN,
  description: 'A calendar day, or a timestamp, of which the day in its own UTC offset is used.',
  example: '2026-12-31',
} as const;

export const plainObject: rules.Rule = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? undefined : { key: 'validation.object' };

export const everyPlainObject: rules.Rule = rules.each(plainObject);

/** Requires a list of `min` to `max` entries. @param empty replaces the usual message for an empty list */
export function arrayBetween(min: number, max: number, empty?: Message): rules.Rule {
  return (value) => {
    if (!Array.isArray(value)) return { key: 'validation.array' };
    if (value.length < min)
      return value.length === 0 && empty ? empty : { key: 'validation.array_min', params: { min } };
    return value.length > max ? { key: 'validation.array_max', params: { max } } : undefined;
  };
}
