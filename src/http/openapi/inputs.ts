import { Json, JsonObject, isObject, reachableSchemas } from './schema';

/** Adds `additionalProperties: false` to every schema that a request body is made of: unknown fields are refused. */
export function closeInputs(document: JsonObject): JsonObject {
  const components = document['components'] as JsonObject;
  const schemas = components['schemas'] as JsonObject;
  const bodies = Object.values(document['paths'] as JsonObject).flatMap((item) =>
    isObject(item)
      ? Object.values(item).flatMap((operation) => (isObject(operation) ? [operation['requestBody'] ?? {}] : []))
      : [],
  );
  const inputs = reachableSchemas(schemas, bodies);
  const closed = Object.entries(schemas).map(([name, schema]): [string, Json] => [
    name,
    inputs.has(name) && isObject(schema) && !('additionalProperties' in schema)
      ? { ...schema, additionalProperties: false }
      : schema,
  ]);
  return { ...document, components: { ...components, schemas: Object.fromEntries(closed) } };
}
