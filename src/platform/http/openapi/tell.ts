import type { Reference, Told } from './reference';
import { type Json, type JsonObject, isObject, mapValues } from './schema';

/** Every schema with the reference's words for the fields that have none of their own. */
export function toldSchemas(schemas: JsonObject, reference: Reference): JsonObject {
  return mapValues(schemas, (schema, name) => (isObject(schema) ? toldProperties(schema, name, reference) : schema));
}

function toldProperties(schema: JsonObject, path: string, reference: Reference): JsonObject {
  const { properties, items } = schema;
  return {
    ...schema,
    ...(isObject(properties)
      ? { properties: mapValues(properties, (property, name) => toldProperty(property, path, name, reference)) }
      : {}),
    ...(isObject(items) ? { items: toldProperties(items, path, reference) } : {}),
  };
}

function toldProperty(property: Json, path: string, name: string, reference: Reference): Json {
  if (!isObject(property)) return property;
  const whole = toldProperties(property, `${path}.${name}`, reference);
  const [schema = '', ...outer] = path.split('.');
  const at = (first: string): string => [first, ...outer, name].join('.');
  const keys = [at(schema), at(schema.replace(/B$/, '')), `${name}:${kindOf(property)}`, name];
  return withWords(whole, found(reference.fields, keys));
}

/** The operation with the reference's words for itself and its parameters, where they have none. */
export function toldOperation(operation: JsonObject, reference: Reference): JsonObject {
  const id = operation['operationId'] as string;
  const parameters = Array.isArray(operation['parameters']) ? operation['parameters'] : [];
  const resources = id.split('.').map((_, at, parts) => parts.slice(0, parts.length - at).join('.'));
  const told = parameters.map((parameter) => {
    if (!isObject(parameter)) return parameter;
    const name = parameter['name'] as string;
    return withSchemaExample(
      withWords(parameter, found(reference.parameters, [...resources.map((one) => `${one}:${name}`), name])),
    );
  });
  const description = operation['description'] ?? reference.operations[id];
  return {
    ...operation,
    ...(description ? { description } : {}),
    ...(told.length > 0 ? { parameters: told } : {}),
  };
}

/**
 * The example of a query's or header's parameter in its schema, where it is shown and no more: Swagger UI sends one that stands on
 * the parameter with every request.
 */
function withSchemaExample(parameter: JsonObject): JsonObject {
  const { example, schema, ...rest } = parameter;
  if (parameter['in'] === 'path' || example === undefined || !isObject(schema)) return parameter;
  return { ...rest, schema: { ...schema, example } };
}

function found(table: Readonly<Record<string, Told>>, keys: readonly string[]): Partial<Told> {
  const told = keys.filter((key) => Object.hasOwn(table, key)).map((key) => table[key] as Told);
  const example = told.find((one) => one.example !== undefined)?.example;
  return { ...told[0], ...(example === undefined ? {} : { example }) };
}

function withWords(value: JsonObject, { description, example }: Partial<Told>): JsonObject {
  const known = value['description'] ?? description;
  const shown = value['example'] ?? (fits(value, example) ? example : undefined);
  return {
    ...value,
    ...(known ? { description: known } : {}),
    ...(shown === undefined ? {} : { example: shown }),
  };
}

/** Whether the example may stand on this schema: not on an object, a list of objects or a value of another type. */
function fits(value: JsonObject, example: Json | undefined): boolean {
  if (example === undefined) return false;
  const schema = isObject(value['schema']) ? value['schema'] : value;
  if ('enum' in schema) return (schema['enum'] as Json[]).includes(example);
  switch (typeOf(schema)) {
    case 'string':
      return typeof example === 'string';
    case 'integer':
    case 'number':
      return typeof example === 'number';
    case 'boolean':
      return typeof example === 'boolean';
    case 'array':
      return Array.isArray(example) && isObject(schema['items']) && !('$ref' in schema['items']);
    default:
      return false;
  }
}

const typeOf = (schema: JsonObject): Json | undefined =>
  Array.isArray(schema['type']) ? schema['type'].find((one) => one !== 'null') : schema['type'];

/** What of a schema's type a key of the reference may name. */
function kindOf(schema: JsonObject): string {
  if (schema['format'] === 'uuid') return 'uuid';
  const type = typeOf(schema);
  const isReference = '$ref' in schema || 'allOf' in schema;
  return typeof type === 'string' && !isReference ? type : 'object';
}
