import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { Injectable } from '@nestjs/common';
import type { PerForm, Form } from '../request/form';
import { type KeptAnswer, sendKept, keptAnswer } from '../server/kept-answer';
import { DocumentExtras, buildDocuments } from './build';
import { remembered } from '../../../common/async/remembered';
import type { JsonObject, Paths } from './schema';

interface Made {
  readonly bytes: PerForm<KeptAnswer>;
  readonly places: ReadonlyMap<string, string>;
}

/** The bytes of both OpenAPI documents, made once for a process, and where each operation stands in them. */
@Injectable()
export class KeptDocuments {
  private build: () => PerForm<JsonObject>;
  private readonly made = remembered(() => this.make());

  /** Says what they are made of. */
  are(build: () => PerForm<JsonObject>): void {
    this.build = build;
  }

  /** The bytes; a process that serves asks once when it starts, so that nobody else waits for them. */
  async bytes(): Promise<PerForm<KeptAnswer>> {
    return (await this.made()).bytes;
  }

  /** Where each operation of Form A stands in Swagger UI, by `GET /vendors`. */
  async places(): Promise<ReadonlyMap<string, string>> {
    return (await this.made()).places;
  }

  private async make(): Promise<Made> {
    const documents = this.build();
    const kept = (form: Form): Promise<KeptAnswer> =>
      keptAnswer('application/json; charset=utf-8', JSON.stringify(documents[form]));
    const [a, b] = await Promise.all([kept('a'), kept('b')]);
    return { bytes: { a, b }, places: operationPlaces(documents.a) };
  }
}

/** Where each operation of a document stands in Swagger UI, by `GET /vendors`. */
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
  const documents = app.get(KeptDocuments);
  documents.are(() => buildDocuments(app, extras));
  const router = app.getHttpAdapter();
  for (const form of ['a', 'b'] as const) {
    router.get(ADDRESSES[form], (request: unknown, response: unknown, next: unknown) => {
      const send = (kept: KeptAnswer): void => sendKept(request as Request, response as Response, kept);
      documents
        .bytes()
        .then((kept) => send(kept[form]))
        .catch(next as NextFunction);
    });
  }
}
