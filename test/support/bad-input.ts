import { DAY_PATTERN } from '../../src/platform/validation/rules/rules';
import { exampleOf as sampleOf, isObject, type JsonObject, type Json } from '../../tools/documents/openapi/schema';
import type { Documented, Media, Operation } from './documented';

export interface Mistake {
  /** The fault, for the name of a failed case. */
  readonly what: string;
  /** Dotted path of the field, as errors report it. */
  readonly field: string;
  /** The bytes to send: JSON, or almost JSON. */
  readonly bytes: string;
}

/** Marks a number that JSON.stringify would not write. `bytesOf` removes the mark. */
const RAW = '"\u0001raw:';

function withField(body: Json, path: readonly (string | number)[], value: Json): Json {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  if (Array.isArray(body)) return body.map((entry, index) => (index === first ? withField(entry, rest, value) : entry));
  const from = isObject(body) ? body : {};
  return { ...from, [first]: withField(from[first] ?? {}, rest, value) };
}

/** The JSON with marked numbers unquoted. */
const bytesOf = (body: Json): string => JSON.stringify(body).replace(/"\\u0001raw:([^"]+)"/g, '$1');

/** Every fault that the schema allows in one field of this operation's body. */
export function mistakesIn(document: Documented, operation: Operation): readonly Mistake[] {
  const media = operation.requestBody?.content['application/json'];
  if (!media) return [];
  // A body with every field. No single example in the document has them all.
  const schemas = document.openapi.components.schemas as JsonObject;
  const example = sampleOf(media.schema as JsonObject, schemas);
  const made: Mistake[] = [];
  const walk = (schema: JsonObject, path: readonly (string | number)[]): void => {
    const properties = schema['properties'];
    if (!isObject(properties)) return;
    for (const [name, property] of Object.entries(properties)) {
      const at = [...path, name];
      const field = schemaOf(document, property);
      for (const [what, value] of wrongValues(name, field)) {
        made.push({ what, field: at.join('.'), bytes: bytesOf(withField(example, at, value)) });
      }
      if (at.length > 3) continue;
      const items = isObject(field['items']) ? schemaOf(document, field['items']) : undefined;
      if (items?.['properties'] && hasEntry(example, at)) walk(items, [...at, 0]);
      else if (field['properties']) walk(field, at);
    }
    const unknown = [...path, 'no_such_field'];
    made.push({ what: 'an unknown field', field: unknown.join('.'), bytes: bytesOf(withField(example, unknown, 1)) });
  };
  walk(schemaOf(document, media.schema as JsonObject), []);
  return made;
}

/** The body of the document's example as bytes; undefined if the operation has no body. */
export function exampleOf(operation: Operation): string | undefined {
  const media = operation.requestBody?.content['application/json'];
  return media && JSON.stringify(exampleIn(media));
}

/** The body of the document's example with each text replaced by this one; undefined if the operation has no body. */
export function exampleWith(operation: Operation, text: string): string | undefined {
  const media = operation.requestBody?.content['application/json'];
  if (!media) return undefined;
  const replaced = (value: Json): Json => {
    if (typeof value === 'string') return text;
    if (Array.isArray(value)) return value.map(replaced);
    return isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replaced(inner)]))
      : value;
  };
  return JSON.stringify(replaced(exampleIn(media)));
}

function exampleIn(media: Media): Json {
  const [first] = Object.values(media.examples ?? {});
  return (first?.value ?? media.example ?? {}) as Json;
}

function hasEntry(body: Json, path: readonly (string | number)[]): boolean {
  const found = path.reduce<Json | undefined>(
    (value, step) => (isObject(value) ? value[step] : Array.isArray(value) ? value[step as number] : undefined),
    body,
  );
  return Array.isArray(found) && found.length > 0;
}

/** Resolves a reference, a schema with extra keywords, or a nullable schema to the schema itself. */
export function schemaOf(document: Documented, schema: Json): JsonObject {
  if (!isObject(schema)) return {};
  const [one] = [schema['allOf'], schema['oneOf']].flatMap((parts) => (Array.isArray(parts) ? parts : []));
  if (one !== undefined) return schemaOf(document, one);
  const name = typeof schema['$ref'] === 'string' ? schema['$ref'].split('/').at(-1) : undefined;
  return name === undefined ? schema : schemaOf(document, document.openapi.components.schemas[name] as Json);
}

const NUMBERS: readonly (readonly [string, Json])[] = [
  ['text for a number', 'ten'],
  ['an object for a number', {}],
  ['1e400', `${RAW.slice(1)}1e400`],
];

function wrongValues(name: string, schema: JsonObject): readonly (readonly [string, Json])[] {
  const type = Array.isArray(schema['type']) ? schema['type'][0] : schema['type'];
  switch (type) {
    case 'integer':
      return [...NUMBERS, ['a fraction', 1.5], ['2^63', `${RAW.slice(1)}9223372036854775808`], ...wrongIds(name)];
    case 'number':
      return [...NUMBERS, ['2^63', `${RAW.slice(1)}9223372036854775808`]];
    case 'boolean':
      return [
        ['text for a yes or no', 'yes'],
        ['a number for a yes or no', 1],
      ];
    case 'array':
      return [
        ['text for a list', 'x'],
        ['an object for a list', { a: 1 }],
      ];
    case 'string':
      return wrongTexts(name, schema);
    default:
      return [];
  }
}

const wrongIds = (name: string): readonly (readonly [string, Json])[] =>
  name === 'id' || name.endsWith('_id')
    ? [
        ['0 for an id', 0],
        ['a negative id', -1],
      ]
    : [];

function wrongTexts(name: string, schema: JsonObject): readonly (readonly [string, Json])[] {
  const longest = schema['maxLength'];
  const hasOwnForm = schema['enum'] !== undefined || schema['format'] !== undefined || schema['pattern'] !== undefined;
  return [
    ['an object for a text', {}],
    ['a list for a text', ['x']],
    ['NUL', 'a\u0000b'],
    ['a lone surrogate', 'a\ud800b'],
    ...(typeof longest === 'number' ? [['one character too many', 'x'.repeat(longest + 1)] as const] : []),
    ...(hasOwnForm ? [['no such thing', '2025-02-30; <no such thing>'] as const] : []),
    ...(/^(name|name_ar|name_en|code|unit|category|email|\w+_number)$/.test(name)
      ? ([
          ['two lines', 'a\nb'],
          ['text that is turned around', 'a\u202efdp.exe'],
        ] as const)
      : []),
    ...(schema['format'] === 'uri' ? [['a link with a password', 'https://user:pw@host.example/'] as const] : []),
    ...(isDay(schema)
      ? ([
          ['30 February', '2025-02-30'],
          ['the year 0', '0000-01-01'],
          ['the last century', '1999-12-31'],
          ['the year 3000', '3000-01-01'],
        ] as const)
      : []),
    ...(schema['format'] === 'date-time'
      ? ([
          ['30 February', '2025-02-30T00:00:00Z'],
          ['the last century', '1999-12-31T23:59:59Z'],
        ] as const)
      : []),
  ];
}

const isDay = (schema: JsonObject): boolean => schema['pattern'] === DAY_PATTERN;

/** Every fault of one query parameter of this operation, as `name=value`. */
export function queryMistakes(operation: Operation): readonly { readonly name: string; readonly query: string }[] {
  const made = (operation.parameters ?? [])
    .filter((parameter) => parameter.in === 'query')
    .flatMap(({ name, schema }) =>
      wrongQueryValues(name, schema as JsonObject).map((value) => ({ name, query: `${name}=${value}` })),
    );
  return [...made, { name: 'no_such_parameter', query: 'no_such_parameter=1' }];
}

function wrongQueryValues(name: string, schema: JsonObject): readonly string[] {
  const none = ['%00'];
  if (schema['enum'] !== undefined) return [...none, 'no-such-value'];
  if (name === 'per_page') return [...none, '0', '101', '-1', '1e1', 'ten'];
  if (name === 'page') return [...none, '0', '-1', '1.5', 'ten', '9223372036854775808'];
  switch (schema['type']) {
    case 'integer':
      return [...none, '-1', 'ten', '1.5', '9223372036854775808'];
    case 'number':
      return [...none, 'ten', 'NaN', '1e400'];
    case 'boolean':
      return [...none, 'yes'];
    default:
      return isDay(schema)
        ? [...none, '2025-02-30', 'yesterday', '0000-01-01', '1999-12-31', '3000-01-01', '9999-12-31']
        : [...none, 'a%0Ab'];
  }
}
