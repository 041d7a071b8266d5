import type { NestExpressApplication } from '@nestjs/platform-express';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { remembered } from '../../common/async/remembered';
import { cacheResponse, type Form, sendCached } from '../../platform/http';
import { answerGet } from './served';

/** The OpenAPI documents that `npm run openapi:generate` wrote, in the checkout and in the image. */
const FOLDER = join(__dirname, '../../../openapi');

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** The Swagger UI link of each operation of Form A, by `GET /vendors`. */
export type OperationPlaces = ReadonlyMap<string, string>;

/**
 * Serves the document of each form at `/openapi/form-a.json` and `/openapi/form-b.json`, read at the first request.
 * @param edited the document of this installation
 * @returns the links into Swagger UI
 */
export function serveOpenApi(app: NestExpressApplication, edited: (document: string) => string): () => OperationPlaces {
  const read = (form: Form): Document =>
    JSON.parse(edited(readFileSync(join(FOLDER, `form-${form}.json`), 'utf8'))) as Document;
  for (const form of ['a', 'b'] as const) {
    const kept = remembered(() => cacheResponse('application/json; charset=utf-8', JSON.stringify(read(form))));
    answerGet(app, `/openapi/form-${form}.json`, async (request, response) =>
      sendCached(request, response, await kept()),
    );
  }
  let places: OperationPlaces | undefined;
  return () => (places ??= placesIn(read('a')));
}

function placesIn({ paths }: Document): OperationPlaces {
  const places = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId, tags }]): [string, string] => [
      `${method.toUpperCase()} ${path}`,
      `#/${encodeURIComponent(tags[0] ?? '')}/${operationId}`,
    ]),
  );
  return new Map(places);
}
