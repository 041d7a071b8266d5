import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import type { PerForm } from '../request/form';
import { type KeptAnswer, sendKept } from '../server/kept-answer';
import { KeptDocuments } from './kept-documents';
import { DocumentExtras, buildDocuments } from './build';

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
