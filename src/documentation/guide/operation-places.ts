import type { INestApplication } from '@nestjs/common';
import { buildDocuments, type DocumentExtras, type JsonObject } from '../../http';
import type { OperationPlace } from './markdown';

/** Where each operation stands in Swagger UI, by `GET /vendors`. The document is built when it is first asked. */
export function operationPlaces(app: INestApplication, extras: DocumentExtras): OperationPlace {
  let places: ReadonlyMap<string, string> | undefined;
  return (operation) => {
    if (!/^[A-Z]+ \//.test(operation)) return undefined;
    places ??= placesIn(buildDocuments(app, extras).a);
    return places.get(operation);
  };
}

function placesIn(document: JsonObject): ReadonlyMap<string, string> {
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
