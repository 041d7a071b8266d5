import { ApiExtension } from '@nestjs/swagger';
import { Json, JsonObject, isObject } from './schema';

const EXAMPLES = 'x-examples';

/**
 * Examples of an operation: whole requests that succeed in the demo tenant as they are, with ids that exist there. A test
 * sends every one of them.
 */
export interface OperationExamples {
  /** Ids and names in the path, by parameter; 1 where none is named. */
  readonly path?: Readonly<Record<string, number | string>>;
  /** Whole bodies by their titles, the likeliest first. */
  readonly bodies?: Readonly<Record<string, object>>;
}

/** Shows these in the documents; Swagger UI fills its form with the first. */
export const Examples = (examples: OperationExamples): MethodDecorator =>
  ApiExtension(EXAMPLES, examples) as MethodDecorator;

/** The operation with its ids in the path and its bodies; every id of a path has an example. */
export function withExamples(operation: JsonObject): JsonObject {
  const { [EXAMPLES]: told, ...rest } = operation;
  const { path = {}, bodies } = (told ?? {}) as unknown as OperationExamples;
  const parameters = Array.isArray(rest['parameters']) ? rest['parameters'] : [];
  const body = rest['requestBody'];
  return {
    ...rest,
    ...(parameters.length > 0 ? { parameters: parameters.map((one) => withId(one, path)) } : {}),
    ...(bodies && isObject(body) ? { requestBody: withBodies(body, bodies) } : {}),
  };
}

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
