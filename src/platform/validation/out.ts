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
    own.set(target, [...(own.get(target) ?? []), String(name)]);
    describe(target, name);
  };
}

/** An answer has no constructor of its own. */
type Answer<Shown extends object = object> = new () => Shown;

/** Names of the fields that a class of answers has beside those of its base, by its prototype. */
const own = new WeakMap<object, readonly string[]>();

/** The names of an answer's fields, in their order. */
export function fieldNames(answer: Answer): readonly string[] {
  const base: unknown = Object.getPrototypeOf(answer.prototype);
  const inherited = base && base !== Object.prototype ? fieldNames(base.constructor as Answer) : [];
  return [...new Set([...inherited, ...(own.get(answer.prototype as object) ?? [])])];
}

/** An answer with the fields of two, those of the first before those of the second. */
export function both<A extends object, B extends object>(first: Answer<A>, second: Answer<B>): Answer<A & B> {
  const answer = IntersectionType<Answer[]>(first, second);
  own.set(answer.prototype as object, [...fieldNames(first), ...fieldNames(second)]);
  return answer as Answer<A & B>;
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
