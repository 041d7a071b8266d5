import {
  type Json,
  type JsonObject,
  isObject,
  mapValues,
  SCHEMA_REF,
  componentName,
  referring,
  LITERAL,
} from './schema';

export interface FieldDescription {
  readonly description: string;
  readonly example?: Json;
}

/** An enum that becomes one shared schema of the documents. */
export interface NamedEnum {
  readonly name: string;
  readonly description: string;
  /** The meaning of each value, in the order of the code. An enum is recognized by its values and their order. */
  readonly values: Readonly<Record<string, string>>;
}

/**
 * Descriptions for everything without one in a decorator.
 * Keys of `fields`, in order of precedence:
 * - `Schema.field`, or `Schema.outer.field` within an unnamed object
 * - `field:type` if the meaning depends on the type (`id:uuid`, `capex:object`)
 * - `field`
 * A schema only of Form B, `OrderResponseB`, is also looked up as `OrderResponse`.
 * Keys of `parameters`: `operation id:name`, `resource:name`, `name`.
 */
export interface Reference {
  readonly enums: readonly NamedEnum[];
  readonly fields: Readonly<Record<string, FieldDescription>>;
  readonly parameters: Readonly<Record<string, FieldDescription>>;
  readonly operations: Readonly<Record<string, string>>;
  /** Fields that most records do not have. An example response contains them only if its operation sets them. */
  readonly rare: ReadonlySet<string>;
}

export function describeSchemas(schemas: JsonObject, reference: Reference): JsonObject {
  return mapValues(schemas, (schema, name) =>
    isObject(schema) ? describeProperties(schema, name, reference) : schema,
  );
}

function describeProperties(schema: JsonObject, path: string, reference: Reference): JsonObject {
  const { properties, items } = schema;
  return {
    ...schema,
    ...(isObject(properties)
      ? { properties: mapValues(properties, (property, name) => describeProperty(property, path, name, reference)) }
      : {}),
    ...(isObject(items) ? { items: describeProperties(items, path, reference) } : {}),
  };
}

function describeProperty(property: Json, path: string, name: string, reference: Reference): Json {
  if (!isObject(property)) return property;
  const whole = describeProperties(property, `${path}.${name}`, reference);
  const [schema = '', ...outer] = path.split('.');
  const at = (first: string): string => [first, ...outer, name].join('.');
  const keys = [at(schema), at(schema.replace(/B$/, '')), `${name}:${kindOf(property)}`, name];
  return withDescription(whole, found(reference.fields, keys));
}

export function describeOperation(operation: JsonObject, reference: Reference): JsonObject {
  const id = operation['operationId'] as string;
  const parameters = Array.isArray(operation['parameters']) ? operation['parameters'] : [];
  const resources = id.split('.').map((_, at, parts) => parts.slice(0, parts.length - at).join('.'));
  const described = parameters.map((parameter) => {
    if (!isObject(parameter)) return parameter;
    const name = parameter['name'] as string;
    return withSchemaExample(
      withDescription(parameter, found(reference.parameters, [...resources.map((one) => `${one}:${name}`), name])),
    );
  });
  const description = operation['description'] ?? reference.operations[id];
  return {
    ...operation,
    ...(description ? { description } : {}),
    ...(described.length > 0 ? { parameters: described } : {}),
  };
}

/** Moves the example into the schema, because Swagger UI would send it with every request. */
function withSchemaExample(parameter: JsonObject): JsonObject {
  const { example, schema, ...rest } = parameter;
  if (parameter['in'] === 'path' || example === undefined || !isObject(schema)) return parameter;
  return { ...rest, schema: { ...schema, example } };
}

function found(table: Readonly<Record<string, FieldDescription>>, keys: readonly string[]): Partial<FieldDescription> {
  const described = keys.filter((key) => Object.hasOwn(table, key)).map((key) => table[key] as FieldDescription);
  const example = described.find((one) => one.example !== undefined)?.example;
  return { ...described[0], ...(example === undefined ? {} : { example }) };
}

function withDescription(value: JsonObject, { description, example }: Partial<FieldDescription>): JsonObject {
  const known = value['description'] ?? description;
  const shown = value['example'] ?? (fits(value, example) ? example : undefined);
  return {
    ...value,
    ...(known ? { description: known } : {}),
    ...(shown === undefined ? {} : { example: shown }),
  };
}

/** Whether the example fits the schema: not an object, a list of objects or a value of another type. */
function fits(value: JsonObject, example: Json | undefined): boolean {
  if (example === undefined) return false;
  const schema = isObject(value['schema']) ? value['schema'] : value;
  if ('enum' in schema) return (schema['enum'] as Json[]).includes(example);
  const type = typeOf(schema);
  if (Array.isArray(example)) return type === 'array' && isObject(schema['items']) && !('$ref' in schema['items']);
  return typeof example === (type === 'integer' ? 'number' : type) && !isObject(example);
}

const typeOf = (schema: JsonObject): Json | undefined =>
  Array.isArray(schema['type']) ? schema['type'].find((one) => one !== 'null') : schema['type'];

function kindOf(schema: JsonObject): string {
  if (schema['format'] === 'uuid') return 'uuid';
  const type = typeOf(schema);
  const isReference = '$ref' in schema || 'allOf' in schema;
  return typeof type === 'string' && !isReference ? type : 'object';
}

/** Replaces named enums by references. An enum is recognized by its values and their order. */
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
    'x-enum-descriptions': Object.values(values),
    ...namesOf(Object.keys(values)),
    examples: examplesOf(named),
  };
}

const MARKS: Readonly<Record<string, string>> = { '/': '_slash_', '.': '_dot_', '-': '_dash_' };

/** Names for generators that would map two values to the same name: `dd/mm/yyyy` becomes `dd_slash_mm_slash_yyyy`. */
function namesOf(values: readonly string[]): JsonObject {
  if (new Set(values.map((value) => componentName(value).toLowerCase())).size === values.length) return {};
  return { 'x-enum-varnames': values.map((value) => value.replace(/\W/g, (mark) => MARKS[mark] ?? '_')) };
}

const examplesOf = ({ values }: NamedEnum): string[] => Object.keys(values).slice(0, 1);

/** Replaces the values by a reference; null remains permitted. */
function replaced(schema: JsonObject, named: NamedEnum): JsonObject {
  const { type, enum: _values, ...rest } = schema;
  const $ref = `${SCHEMA_REF}${named.name}`;
  if (Array.isArray(type)) return { ...rest, oneOf: [{ $ref }, { type: 'null' }] };
  const { examples, ...others } = rest;
  const isRepeated = JSON.stringify(examples) === JSON.stringify(examplesOf(named));
  return referring($ref, isRepeated ? others : rest);
}
