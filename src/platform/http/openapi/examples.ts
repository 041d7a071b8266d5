import { ApiExtension } from '@nestjs/swagger';
import { type PerForm, perForm } from '../request/form';
import { Json, JsonObject, isObject, mapValues } from './schema';

const EXAMPLES = 'x-examples';

/**
 * Examples of an operation: whole requests that succeed in the demo tenant as they are, with ids that exist there. A test
 * sends every one of them and compares the states that the answers show.
 */
export interface OperationExamples {
  /** Ids and names in the path, by parameter; 1 where none is named. */
  readonly path?: Readonly<Record<string, number | string>>;
  /** Whole bodies by their titles, the likeliest first. */
  readonly bodies?: Readonly<Record<string, object>>;
  /** Fields of the answer that differ from the examples of its schema: the state that the operation leaves. */
  readonly answer?: object;
}

/** The fields of the answer that the operation's examples name. */
export const ANSWER = 'x-answer';

/** Shows these in the documents, or to each form its own; Swagger UI fills its form with the first. */
export const Examples = (examples: OperationExamples | PerForm<OperationExamples>): MethodDecorator =>
  ApiExtension(EXAMPLES, 'a' in examples ? perForm(examples) : examples) as MethodDecorator;

/** The operation with its ids in the path and its bodies; every id of a path has an example. */
export function withExamples(operation: JsonObject): JsonObject {
  const { [EXAMPLES]: told, ...rest } = operation;
  const { path = {}, bodies, answer } = (told ?? {}) as unknown as OperationExamples;
  const parameters = Array.isArray(rest['parameters']) ? rest['parameters'] : [];
  const body = rest['requestBody'];
  return {
    ...rest,
    ...(parameters.length > 0 ? { parameters: parameters.map((one) => withId(one, path)) } : {}),
    ...(bodies && isObject(body) ? { requestBody: withBodies(body, bodies) } : {}),
    ...(answer ? { [ANSWER]: answer as JsonObject } : {}),
  };
}

/** What is true of an answer of this operation and cannot be read from its schema. */
export interface OwnAnswer {
  /** The state that the operation leaves. */
  readonly answer: Json;
  /** What Form B says was done. */
  readonly message: string | undefined;
  /** The path with the ids of its examples. */
  readonly path: string;
  /** Fields that are empty where `answer` does not name them. */
  readonly rare: ReadonlySet<string>;
}

/** The example of an envelope as this operation answers it: its state, its sentence, and links to its own address. */
export function ownExample(example: Json, { answer, message, path, rare }: OwnAnswer): Json {
  if (!isObject(example)) return example;
  const { message: _any, ...silent } = example;
  return mapValues(message === undefined ? silent : { ...example, message }, (part, name) => {
    if (name === 'data') return ownData(withoutRare(part, rare), answer);
    return name === 'links' && isObject(part) ? mapValues(part, (link) => withPath(link, path)) : part;
  });
}

/** The record, or each record of a list, in the state that the operation leaves. */
const ownData = (data: Json, answer: Json): Json =>
  Array.isArray(data) ? data.map((one) => ownData(one, answer)) : isObject(data) ? merged(data, answer) : data;

/** The example with nothing in these fields, however deep they stand. */
function withoutRare(example: Json, rare: ReadonlySet<string>): Json {
  if (Array.isArray(example)) return example.map((one) => withoutRare(one, rare));
  if (!isObject(example)) return example;
  const emptied = (value: Json): Json => (Array.isArray(value) ? [] : null);
  return mapValues(example, (value, name) => (rare.has(name) ? emptied(value) : withoutRare(value, rare)));
}

/** The example with these in place of the fields that it has; a list replaces a list. */
function merged(example: Json, fields: Json): Json {
  if (!isObject(example) || !isObject(fields)) return fields;
  return mapValues(example, (value, name) => (name in fields ? merged(value, fields[name] as Json) : value));
}

/** The path with the ids that its parameters show. */
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
