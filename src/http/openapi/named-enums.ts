import type { NamedEnum } from './reference';
import { type Json, type JsonObject, SCHEMA_REF, isObject, mapValues } from './schema';

/** Members that hold data, not schemas. */
const LITERAL = new Set(['example', 'examples', 'default', 'const', 'enum']);

/**
 * Puts a reference in place of every closed set of values that has a name, and the set itself among the schemas, once. A
 * set is recognised by its values and their order.
 */
export function nameEnums(document: JsonObject, enums: readonly NamedEnum[]): JsonObject {
  const byValues = new Map(enums.map((one) => [JSON.stringify(Object.keys(one.values)), one]));
  const used = new Map<string, JsonObject>();

  const visit = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(visit);
    if (!isObject(value)) return value;
    const inner = mapValues(value, (member, name) => (LITERAL.has(name) ? member : visit(member)));
    const named = enumOf(value, byValues);
    if (!named) return inner;
    used.set(named.name, schemaOf(named));
    return referring(inner, `${SCHEMA_REF}${named.name}`);
  };

  const { components, ...rest } = visit(document) as JsonObject;
  const { schemas, ...others } = components as JsonObject;
  return { ...rest, components: { ...others, schemas: { ...(schemas as JsonObject), ...Object.fromEntries(used) } } };
}

/** The set that a schema names, unless it is one value alone. */
function enumOf(schema: JsonObject, byValues: ReadonlyMap<string, NamedEnum>): NamedEnum | undefined {
  const { type, enum: values } = schema;
  if (!Array.isArray(values) || (type !== 'string' && !Array.isArray(type))) return undefined;
  return byValues.get(JSON.stringify(values.filter((one) => one !== null)));
}

function schemaOf({ name, description, values }: NamedEnum): JsonObject {
  const list = Object.entries(values).map(([value, meaning]) => `- \`${value}\`: ${meaning}`);
  const [first = ''] = Object.keys(values);
  return {
    type: 'string',
    title: name,
    description: [description, list.join('\n')].join('\n\n'),
    enum: Object.keys(values),
    // The same again for generators, in the order of the values.
    'x-enum-descriptions': Object.values(values),
    examples: [first],
  };
}

/** The schema with a reference in place of its values; null stays possible where it was. */
function referring(schema: JsonObject, $ref: string): JsonObject {
  const { type, enum: _values, ...rest } = schema;
  return Array.isArray(type) ? { ...rest, oneOf: [{ $ref }, { type: 'null' }] } : { ...rest, $ref };
}
