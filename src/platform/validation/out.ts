import { ApiProperty, IntersectionType } from '@nestjs/swagger';

export interface OutOptions {
  readonly nullable?: boolean;
  /** Not always present, such as `warnings`. */
  readonly optional?: boolean;
  readonly description?: string;
  readonly example?: unknown;
  /** Deprecated, see docs/deprecation.md; the description contains the replacement. */
  readonly deprecated?: boolean;
}

function out(
  schema: Record<string, unknown>,
  { optional = false, ...documentation }: OutOptions = {},
): PropertyDecorator {
  const describe = ApiProperty({ ...schema, required: !optional, ...documentation });
  return (target, name) => {
    own.set(target, [...(own.get(target) ?? []), { name: String(name), optional }]);
    describe(target, name);
  };
}

/** Response classes have no constructor. */
type Answer<Shown extends object = object> = new () => Shown;

interface AnswerField {
  readonly name: string;
  readonly optional: boolean;
}

/** The fields that a response class adds to its base, by prototype. */
const own = new WeakMap<object, readonly AnswerField[]>();

function fieldsOf(answer: Answer): readonly AnswerField[] {
  const base: unknown = Object.getPrototypeOf(answer.prototype);
  const inherited = base && base !== Object.prototype ? fieldsOf(base.constructor as Answer) : [];
  return [...inherited, ...(own.get(answer.prototype as object) ?? [])];
}

/** The names of a response's fields, in order. */
export const fieldNames = (answer: Answer): readonly string[] => [...new Set(fieldsOf(answer).map(({ name }) => name))];

const blanks = new WeakMap<Answer, object>();

/**
 * A response with null in every required field. Copy it and fill the copy: an object with all fields from the start
 * uses a quarter of the memory of one that grows. JSON.parse creates the blank with such a shape.
 */
export function blankOf(answer: Answer): Readonly<Record<string, unknown>> {
  const made = blanks.get(answer);
  if (made) return made as Readonly<Record<string, unknown>>;
  const names = fieldsOf(answer).flatMap(({ name, optional }) => (optional ? [] : [name]));
  const blank = JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, null])))) as object;
  blanks.set(answer, blank);
  return blank as Readonly<Record<string, unknown>>;
}

/** A response with the fields of `first`, then those of `second`, and with the static members of `first`. */
export function both<First extends Answer, B extends object>(
  first: First,
  second: Answer<B>,
): Answer<InstanceType<First> & B> & Omit<First, 'prototype'> {
  const answer = IntersectionType<Answer[]>(first, second);
  own.set(answer.prototype as object, [...fieldsOf(first), ...fieldsOf(second)]);
  return Object.setPrototypeOf(answer, first) as Answer<InstanceType<First> & B> & Omit<First, 'prototype'>;
}

// The generator treats a function as a lazy type only if its name is `type`, hence `{ type: () => type() }`.

/** OpenAPI decorators of response fields. Plain functions build the responses. */
export const Out = {
  id: (options?: OutOptions): PropertyDecorator => out({ type: 'integer', minimum: 1 }, options),
  integer: (options?: OutOptions): PropertyDecorator => out({ type: 'integer' }, options),
  text: (options?: OutOptions): PropertyDecorator => out({ type: 'string' }, options),
  amount: (options?: OutOptions): PropertyDecorator => out({ type: 'number' }, options),
  number: (options?: OutOptions): PropertyDecorator => out({ type: 'number' }, options),
  boolean: (options?: OutOptions): PropertyDecorator => out({ type: 'boolean' }, options),
  currency: (options?: OutOptions): PropertyDecorator =>
    out({ type: 'string', pattern: '^[A-Z]{3}$' }, { example: 'SAR', ...options }),
  day: (options?: OutOptions): PropertyDecorator =>
    out({ type: 'string', format: 'date' }, { example: '2026-12-31', ...options }),
  timestamp: (options?: OutOptions): PropertyDecorator =>
    out({ type: 'string', format: 'date-time' }, { example: '2026-11-21T09:30:00.000Z', ...options }),
  oneOf: (values: readonly string[], options?: OutOptions): PropertyDecorator =>
    out({ type: 'string', enum: [...values] }, options),
  url: (options?: OutOptions): PropertyDecorator => out({ type: 'string', format: 'uri' }, options),
  uuid: (options?: OutOptions): PropertyDecorator => out({ type: 'string', format: 'uuid' }, options),
  object: (type: () => new () => object, options?: OutOptions): PropertyDecorator =>
    out({ type: () => type() }, options),
  list: (type: () => new () => object, options?: OutOptions): PropertyDecorator =>
    out({ type: () => type(), isArray: true }, options),
  texts: (options?: OutOptions): PropertyDecorator => out({ type: 'array', items: { type: 'string' } }, options),
  integers: (options?: OutOptions): PropertyDecorator => out({ type: 'array', items: { type: 'integer' } }, options),
  numbers: (options?: OutOptions): PropertyDecorator => out({ type: 'array', items: { type: 'number' } }, options),
  externalId: (): PropertyDecorator =>
    out(
      { type: 'string' },
      { nullable: true, description: 'The id of the record in another system.', example: 'ERP-4711' },
    ),
  metadata: (): PropertyDecorator =>
    out(
      { type: 'object', additionalProperties: { type: 'string' } },
      { description: 'Texts of other systems by key.', example: { cost_center: 'RUH-201' } },
    ),
  numbersByKey: (options?: OutOptions): PropertyDecorator =>
    out({ type: 'object', additionalProperties: { type: 'number' } }, options),
  map: (options?: OutOptions): PropertyDecorator => out({ type: 'object', additionalProperties: true }, options),
};
