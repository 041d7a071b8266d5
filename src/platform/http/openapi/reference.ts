import type { Json } from './schema';

/** What the documents tell of a field or a parameter: its meaning and unit, and a value of the demo tenant. */
export interface Told {
  readonly description: string;
  readonly example?: Json;
}

/** A closed set of values that is one schema of the documents, wherever it stands. */
export interface NamedEnum {
  readonly name: string;
  readonly description: string;
  /** What each value means; in the order in which the code lists them, by which the set is recognised. */
  readonly values: Readonly<Record<string, string>>;
}

/**
 * The words of the API's reference, for what does not bring words of its own. What a decorator says comes first.
 *
 * Keys of `fields`, the likeliest first: `Schema.field` (`Schema.outer.field` within an object without a name), `field:type` where a
 * name means another thing by its type (`id:uuid`, `capex:object`), `field`. A schema of Form B alone, `OrderResponseB`, is asked for as `OrderResponse` too.
 * Keys of `parameters`: `operation id:name`, `resource:name`, `name`.
 */
export interface Reference {
  readonly enums: readonly NamedEnum[];
  readonly fields: Readonly<Record<string, Told>>;
  readonly parameters: Readonly<Record<string, Told>>;
  /** By operation id. */
  readonly operations: Readonly<Record<string, string>>;
  /** Fields that most records do not have. The example of an answer shows them where its operation names them. */
  readonly rare: ReadonlySet<string>;
}

/** A reference that says nothing. */
export const NO_REFERENCE: Reference = { enums: [], fields: {}, parameters: {}, operations: {}, rare: new Set() };
