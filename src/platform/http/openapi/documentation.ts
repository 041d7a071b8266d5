import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { Injectable } from '@nestjs/common';
import type { PerForm, Form } from '../request/form';
import { type CachedResponse, sendCached, cacheResponse } from '../server/cached-response';
import { DocumentExtras, buildDocuments } from './build';
import { remembered } from '../../../common/async/remembered';
import type { JsonObject, Paths } from './schema';

interface Made {
  readonly bytes: PerForm<CachedResponse>;
  readonly places: ReadonlyMap<string, string>;
}

/** The bytes of both OpenAPI documents, created once per process, and the Swagger UI link of each operation. */
@Injectable()
export class CachedDocuments {
  private build: () => PerForm<JsonObject>;
  private readonly made = remembered(() => this.make());

  are(build: () => PerForm<JsonObject>): void {
    this.build = build;
  }

  /** A serving process requests them once at its start, so that no request waits for them. */
  async bytes(): Promise<PerForm<CachedResponse>> {
    return (await this.made()).bytes;
  }

  /** The Swagger UI link of each operation of Form A, by `GET /vendors`. */
  async places(): Promise<ReadonlyMap<string, string>> {
    return (await this.made()).places;
  }

  private async make(): Promise<Made> {
    const documents = this.build();
    const kept = (form: Form): Promise<CachedResponse> =>
      cacheResponse('application/json; charset=utf-8', JSON.stringify(documents[form]));
    const [a, b] = await Promise.all([kept('a'), kept('b')]);
    return { bytes: { a, b }, places: operationPlaces(documents.a) };
  }
}

function operationPlaces(document: JsonObject): ReadonlyMap<string, string> {
  const places = Object.entries(document['paths'] as Paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId, tags }]): [string, string] => {
      const [tag = ''] = tags as string[];
      return [`${method.toUpperCase()} ${path}`, `#/${encodeURIComponent(tag)}/${operationId as string}`];
    }),
  );
  return new Map(places);
}

const ADDRESSES: PerForm<string> = { a: '/openapi/form-a.json', b: '/openapi/form-b.json' };

export function serveDocumentation(app: NestExpressApplication, extras: DocumentExtras): void {
  const documents = app.get(CachedDocuments);
  documents.are(() => buildDocuments(app, extras));
  const router = app.getHttpAdapter();
  for (const form of ['a', 'b'] as const) {
    router.get(ADDRESSES[form], (request: unknown, response: unknown, next: unknown) => {
      const send = (kept: CachedResponse): void => sendCached(request as Request, response as Response, kept);
      documents
        .bytes()
        .then((kept) => send(kept[form]))
        .catch(next as NextFunction);
    });
  }
}
