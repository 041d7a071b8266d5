import { Json, JsonObject, isObject } from './schema';

/**
 * Moves each error response to `components/responses`, once for all operations that can answer it: half of the document
 * would be repetitions otherwise. A response is named after the codes that its description lists.
 */
export function shareErrorResponses(document: JsonObject): JsonObject {
  const responses: JsonObject = {};
  const paths = mapOperations(document['paths'] as JsonObject, (operation) => ({
    ...operation,
    responses: Object.fromEntries(
      Object.entries(operation['responses'] as JsonObject).map(([status, response]): [string, Json] => {
        if (Number(status) < 400 || !isObject(response)) return [status, response];
        const name = nameOf(status, response['description'] as string);
        responses[name] = response;
        return [status, { $ref: `#/components/responses/${name}` }];
      }),
    ),
  }));
  const sorted = Object.fromEntries(Object.entries(responses).sort(([one], [other]) => (one < other ? -1 : 1)));
  return { ...document, paths, components: { ...(document['components'] as JsonObject), responses: sorted } };
}

/** `422, VALIDATION_ERROR, INVALID_STATUS` is `422ValidationErrorInvalidStatus`. */
function nameOf(status: string, codes: string): string {
  const words = codes.toLowerCase().split(/[^a-z]+/);
  return status + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

function mapOperations(paths: JsonObject, change: (operation: JsonObject) => JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(paths).map(([path, item]): [string, Json] => [
      path,
      isObject(item)
        ? Object.fromEntries(
            Object.entries(item).map(([method, operation]): [string, Json] => [
              method,
              isObject(operation) && isObject(operation['responses']) ? change(operation) : operation,
            ]),
          )
        : item,
    ]),
  );
}
