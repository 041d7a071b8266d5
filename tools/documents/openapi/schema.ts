import type { Json, JsonObject } from '../../../src/common/json';

export type { Json, JsonObject };

export type Paths = Record<string, Record<string, JsonObject>>;

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function mapValues<T, U>(
  object: Readonly<Record<string, T>>,
  change: (value: T, key: string) => U,
): Record<string, U> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));
}

/** Converts OpenAPI 3.0 to JSON Schema 2020-12: `nullable`, `example`, and `allOf` with one element. */
export function modernise(value: Json): Json {
  if (Array.isArray(value)) return value.map(modernise);
  if (!isObject(value)) return value;
  const entries = Object.entries(value)
    .filter(
      ([key, inner]) =>
        (inner as unknown) !== undefined && !(key === 'required' && Array.isArray(inner) && inner.length === 0),
    )
    .map(([key, inner]): [string, Json] => [key, LITERAL.has(key) ? inner : modernise(inner)]);
  const { $ref, ...schema } = listed(nullable(singleAllOf(Object.fromEntries(entries))));
  return typeof $ref === 'string' ? referring($ref, schema) : schema;
}

/** Members that contain data instead of schemas. */
export const LITERAL = new Set(['example', 'examples', 'enum', 'default', 'const']);

/** Converts `example` to `examples`, except on media types and parameters, which have a schema. */
function listed(value: JsonObject): JsonObject {
  const { example, ...rest } = value;
  return example === undefined || 'schema' in value ? value : { ...rest, examples: [example] };
}

function singleAllOf(schema: JsonObject): JsonObject {
  const { allOf, ...rest } = schema;
  const [only, ...more] = Array.isArray(allOf) ? allOf : [];
  return isObject(only) && more.length === 0 ? { ...rest, ...only } : schema;
}

function nullable(schema: JsonObject): JsonObject {
  const { nullable: isNullable, ...rest } = schema;
  if (isNullable !== true) return isNullable === undefined || !('type' in schema) ? schema : rest;
  if (typeof rest['$ref'] === 'string') {
    // The generator adds `type: object` next to the reference, which would exclude null.
    const { $ref, type: _type, ...siblings } = rest;
    return { ...siblings, oneOf: [{ $ref }, { type: 'null' }] };
  }
  const values = rest['enum'];
  return {
    ...rest,
    ...(typeof rest['type'] === 'string' ? { type: [rest['type'], 'null'] } : {}),
    ...(Array.isArray(values) ? { enum: [...values, null] } : {}),
  };
}

export const SCHEMA_REF = '#/components/schemas/';

/** The only keywords next to `$ref` that every client generator supports. */
const BESIDE_REFERENCE = new Set(['description', 'summary']);

/** A reference to a schema. Other keywords next to `$ref`, such as `default`, require an `allOf`. */
export const referring = ($ref: string, siblings: JsonObject): JsonObject =>
  Object.keys(siblings).every((keyword) => BESIDE_REFERENCE.has(keyword))
    ? { ...siblings, $ref }
    : { ...siblings, allOf: [{ $ref }] };

/** A component name that is an identifier in every language: `X-Request-Id` becomes `XRequestId`. */
export const componentName = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

export function exampleOf(schema: Json | undefined, schemas: JsonObject, depth = 0): Json {
  if (!isObject(schema) || depth > 24) return null;
  const stated = [schema['example'], ...list(schema['examples']), ...list(schema['enum']), schema['default']];
  const value = stated.find((one) => one !== undefined);
  if (value !== undefined) return value;
  if (typeof schema['$ref'] === 'string')
    return exampleOf(schemas[schema['$ref'].slice(SCHEMA_REF.length)], schemas, depth + 1);
  const [part] = [schema['allOf'], schema['oneOf'], schema['anyOf']].flatMap(list);
  if (part !== undefined) return exampleOf(part, schemas, depth + 1);
  return exampleOfType(schema, schemas, depth);
}

const list = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);

function exampleOfType(schema: JsonObject, schemas: JsonObject, depth: number): Json {
  const type: Json | undefined = Array.isArray(schema['type']) ? schema['type'][0] : schema['type'];
  switch (type) {
    case 'object':
      return isObject(schema['properties'])
        ? mapValues(schema['properties'], (property) => exampleOf(property, schemas, depth + 1))
        : {};
    case 'array':
      return [exampleOf(schema['items'], schemas, depth + 1)];
    case 'integer':
      return typeof schema['minimum'] === 'number' ? Math.max(schema['minimum'], 1) : 1;
    case 'number':
      return 10.5;
    case 'boolean':
      return true;
    case 'string':
      return EXAMPLE_TEXTS[schema['format'] as string] ?? 'text';
    default:
      return null;
  }
}

const EXAMPLE_TEXTS: Readonly<Record<string, string>> = {
  date: '2026-12-31',
  'date-time': '2026-11-21T09:30:00.000Z',
  uuid: '4f0c9d0e-6a53-4a52-9d8e-2f1f5e7c1a10',
  email: 'orders@vendor.example',
  uri: 'https://vendor.example/file.pdf',
};
