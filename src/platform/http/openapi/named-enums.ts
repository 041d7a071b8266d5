import type { NamedEnum } from './reference';
import { type Json, type JsonObject, SCHEMA_REF, componentName, isObject, mapValues, referring } from './schema';

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
    return replaced(inner, named);
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

function schemaOf(named: NamedEnum): JsonObject {
  const { name, description, values } = named;
  const list = Object.entries(values).map(([value, meaning]) => `- \`${value}\`: ${meaning}`);
  return {
    type: 'string',
    title: name,
    description: [description, list.join('\n')].join('\n\n'),
    enum: Object.keys(values),
    // The same again for generators, in the order of the values.
    'x-enum-descriptions': Object.values(values),
    ...namesOf(Object.keys(values)),
    examples: examplesOf(named),
  };
}

const MARKS: Readonly<Record<string, string>> = { '/': '_slash_', '.': '_dot_', '-': '_dash_' };

/** Names for generators, where they would give two values the same one: `dd/mm/yyyy` is `dd_slash_mm_slash_yyyy`. */
function namesOf(values: readonly string[]): JsonObject {
  if (new Set(values.map((value) => componentName(value).toLowerCase())).size === values.length) return {};
  return { 'x-enum-varnames': values.map((value) => value.replace(/\W/g, (mark) => MARKS[mark] ?? '_')) };
}

/** The first value is the example of a set. */
const examplesOf = ({ values }: NamedEnum): string[] => Object.keys(values).slice(0, 1);

/** The schema with a reference in place of its values; null stays possible where it was. */
function replaced(schema: JsonObject, named: NamedEnum): JsonObject {
  const { type, enum: _values, ...rest } = schema;
  const $ref = `${SCHEMA_REF}${named.name}`;
  if (Array.isArray(type)) return { ...rest, oneOf: [{ $ref }, { type: 'null' }] };
  const { examples, ...others } = rest;
  const isRepeated = JSON.stringify(examples) === JSON.stringify(examplesOf(named));
  return referring($ref, isRepeated ? others : rest);
}
