import { ApiProperty, IntersectionType } from '@nestjs/swagger';

export interface OutOptions {
  readonly nullable?: boolean;
  /** Present only sometimes: `warnings`, say. */
  readonly optional?: boolean;
  readonly description?: string;
  readonly example?: unknown;
  /** On its way out, by docs/deprecation.md; the description says what replaces it. */
  readonly deprecated?: boolean;
}

function out(schema: Record<string, unknown>, { optional = false, ...told }: OutOptions = {}): PropertyDecorator {
  const describe = ApiProperty({ ...schema, required: !optional, ...told });
  return (target, name) => {
    own.set(target, [...(own.get(target) ?? []), { name: String(name), optional }]);
    describe(target, name);
  };
}

/** An answer has no constructor of its own. */
type Answer<Shown extends object = object> = new () => Shown;

interface AnswerField {
  readonly name: string;
  readonly optional: boolean;
}

/** The fields that a class of answers has beside those of its base, by its prototype. */
const own = new WeakMap<object, readonly AnswerField[]>();

function fieldsOf(answer: Answer): readonly AnswerField[] {
  const base: unknown = Object.getPrototypeOf(answer.prototype);
  const inherited = base && base !== Object.prototype ? fieldsOf(base.constructor as Answer) : [];
  return [...inherited, ...(own.get(answer.prototype as object) ?? [])];
}

/** The names of an answer's fields, in their order. */
export const fieldNames = (answer: Answer): readonly string[] => [...new Set(fieldsOf(answer).map(({ name }) => name))];

const blanks = new WeakMap<Answer, object>();

/**
 * An answer in which every field that it always has is null. Fill a copy: it has its fields from the start, where an object that
 * grows field by field takes four times the memory. JSON.parse gives the blank such a shape.
 */
export function blankOf(answer: Answer): Readonly<Record<string, unknown>> {
  const made = blanks.get(answer);
  if (made) return made as Readonly<Record<string, unknown>>;
  const names = fieldsOf(answer).flatMap(({ name, optional }) => (optional ? [] : [name]));
  const blank = JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, null])))) as object;
  blanks.set(answer, blank);
  return blank as Readonly<Record<string, unknown>>;
}

/** An answer with the fields of two, those of the first before those of the second. It is made as the first is. */
export function both<First extends Answer, B extends object>(
  first: First,
  second: Answer<B>,
): Answer<InstanceType<First> & B> & Omit<First, 'prototype'> {
  const answer = IntersectionType<Answer[]>(first, second);
  own.set(answer.prototype as object, [...fieldsOf(first), ...fieldsOf(second)]);
  return Object.setPrototypeOf(answer, first) as Answer<InstanceType<First> & B> & Omit<First, 'prototype'>;
}

// The generator takes a function for a lazy type only when its name is `type`, hence `{ type: () => type() }`.

/** Fields of an answer, for the OpenAPI documents. Answers are built by plain functions; these only describe them. */
export const Out = {
  id: (options?: OutOptions): PropertyDecorator => out({ type: 'integer', minimum: 1 }, options),
  integer: (options?: OutOptions): PropertyDecorator => out({ type: 'integer' }, options),
  text: (options?: OutOptions): PropertyDecorator => out({ type: 'string' }, options),
  /** An amount in the record's currency. */
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
  /** What another system calls the record. */
  externalId: (): PropertyDecorator =>
    out(
      { type: 'string' },
      { nullable: true, description: 'The id that another system has for it.', example: 'ERP-4711' },
    ),
  /** What other systems keep with the record. */
  metadata: (): PropertyDecorator =>
    out(
      { type: 'object', additionalProperties: { type: 'string' } },
      { description: 'What other systems keep with it: texts by keys of theirs.', example: { cost_center: 'RUH-201' } },
    ),
  numbersByKey: (options?: OutOptions): PropertyDecorator =>
    out({ type: 'object', additionalProperties: { type: 'number' } }, options),
  /** A free-form object. */
  map: (options?: OutOptions): PropertyDecorator => out({ type: 'object', additionalProperties: true }, options),
};
