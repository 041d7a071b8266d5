import type { JsonObject } from './schema';

/** Where each operation of a document stands in Swagger UI, by `GET /vendors`. */
export function operationPlaces(document: JsonObject): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  for (const [path, item] of Object.entries(
    document['paths'] as Readonly<Record<string, Readonly<Record<string, JsonObject>>>>,
  )) {
    for (const [method, operation] of Object.entries(item)) {
      const [tag = ''] = operation['tags'] as string[];
      places.set(
        `${method.toUpperCase()} ${path}`,
        `#/${encodeURIComponent(tag)}/${operation['operationId'] as string}`,
      );
    }
  }
  return places;
}
