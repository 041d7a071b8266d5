import { EXAMPLES, type OperationExamples } from '../../../src/platform/http/openapi/examples';
import { type Json, type JsonObject, isObject, mapValues } from './schema';

export const ANSWER = 'x-answer';

export function withExamples(operation: JsonObject): JsonObject {
  const { [EXAMPLES]: examples, ...rest } = operation;
  const { path = {}, bodies, answer } = (examples ?? {}) as unknown as OperationExamples;
  const parameters = Array.isArray(rest['parameters']) ? rest['parameters'] : [];
  const body = rest['requestBody'];
  return {
    ...rest,
    ...(parameters.length > 0 ? { parameters: parameters.map((one) => withId(one, path)) } : {}),
    ...(bodies && isObject(body) ? { requestBody: withBodies(body, bodies) } : {}),
    ...(answer ? { [ANSWER]: answer as JsonObject } : {}),
  };
}

export interface OwnAnswer {
  readonly answer: Json;
  readonly message: string | undefined;
  readonly path: string;
  /** Fields that are empty unless `answer` contains them. */
  readonly rare: ReadonlySet<string>;
}

/** The example of an envelope for this operation, with its state, its message and links to its path. */
export function ownExample(example: Json, { answer, message, path, rare }: OwnAnswer): Json {
  if (!isObject(example)) return example;
  const { message: _any, ...silent } = example;
  return mapValues(message === undefined ? silent : { ...example, message }, (part, name) => {
    if (name === 'data') return ownData(withoutRare(part, rare), answer);
    return name === 'links' && isObject(part) ? mapValues(part, (link) => withPath(link, path)) : part;
  });
}

const ownData = (data: Json, answer: Json): Json =>
  Array.isArray(data) ? data.map((one) => ownData(one, answer)) : isObject(data) ? merged(data, answer) : data;

function withoutRare(example: Json, rare: ReadonlySet<string>): Json {
  if (Array.isArray(example)) return example.map((one) => withoutRare(one, rare));
  if (!isObject(example)) return example;
  const emptied = (value: Json): Json => (Array.isArray(value) ? [] : null);
  return mapValues(example, (value, name) => (rare.has(name) ? emptied(value) : withoutRare(value, rare)));
}

/** A list replaces a list. */
function merged(example: Json, fields: Json): Json {
  if (!isObject(example) || !isObject(fields)) return fields;
  return mapValues(example, (value, name) => (name in fields ? merged(value, fields[name] as Json) : value));
}

export const withIds = (path: string, parameters: readonly JsonObject[]): string =>
  path.replace(/\{(\w+)\}/g, (_, name) => {
    const example = parameters.find((one) => one['name'] === name)?.['example'];
    return typeof example === 'string' ? example : JSON.stringify(example ?? 1);
  });

const withPath = (link: Json, path: string): Json =>
  typeof link === 'string' ? link.replace(/(?<=\/v1)[^?]+/, path) : link;

function withId(parameter: Json, ids: Readonly<Record<string, number | string>>): Json {
  if (!isObject(parameter) || parameter['in'] !== 'path') return parameter;
  return { ...parameter, example: ids[parameter['name'] as string] ?? 1 };
}

function withBodies(body: JsonObject, bodies: Readonly<Record<string, object>>): JsonObject {
  const content = body['content'] as JsonObject;
  const examples = Object.fromEntries(
    Object.entries(bodies).map(([title, value]): [string, Json] => [
      slug(title),
      { summary: title, value: value as Json },
    ]),
  );
  return {
    ...body,
    content: { ...content, 'application/json': { ...(content['application/json'] as JsonObject), examples } },
  };
}

const slug = (title: string): string => title.toLowerCase().replace(/[^a-z0-9]+/g, '-');
