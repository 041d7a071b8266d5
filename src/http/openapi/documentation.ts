import { SwaggerModule } from '@nestjs/swagger';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { serveErrorPages } from '../errors/pages/serve';
import type { Form } from '../forms/form';
import { type KeptAnswer, sendKept } from '../server/kept-answer';
import { KeptDocuments } from './kept-documents';
import { DocumentExtras, buildDocuments } from './build';

const ADDRESSES: Readonly<Record<Form, string>> = { a: '/openapi/form-a.json', b: '/openapi/form-b.json' };

/** Serves both documents, Swagger UI over them and the pages about error codes. */
export function serveDocumentation(app: NestExpressApplication, extras: DocumentExtras): void {
  const documents = app.get(KeptDocuments);
  documents.are(() => buildDocuments(app, extras));
  const router = app.getHttpAdapter();
  for (const form of ['a', 'b'] as const) {
    router.get(ADDRESSES[form], (request: unknown, response: unknown, next: unknown) => {
      const send = (kept: KeptAnswer): void => sendKept(request as Request, response as Response, kept);
      documents.bytes().then((kept) => send(kept[form]), next as NextFunction);
    });
  }
  serveErrorPages(app);
  router.get('/docs/', (request: unknown, response: unknown, next: unknown) => {
    withoutSlash(request as Request, response as Response, next as NextFunction);
  });
  // The page fetches the document it shows. One that came with its script would be read before, and for seconds.
  SwaggerModule.setup('docs', app, () => undefined as never, {
    explorer: true,
    raw: false,
    customSiteTitle: 'Procurement Service API',
    swaggerOptions: {
      urls: [
        { url: ADDRESSES.a, name: 'Form A (/v1)' },
        { url: ADDRESSES.b, name: 'Form B (/api/v1)' },
      ],
      persistAuthorization: true,
      displayRequestDuration: true,
      docExpansion: 'none',
      filter: true,
      tryItOutEnabled: true,
    },
  });
}

/** At `/docs/` Swagger UI finds its scripts only where no query follows: with one, the page is at `/docs`. */
function withoutSlash(request: Request, response: Response, next: NextFunction): void {
  const query = request.originalUrl.indexOf('?');
  if (query === -1) next();
  // Relative, for a proxy may have taken away what stands before `/docs`.
  else response.redirect(`../docs${request.originalUrl.slice(query)}`);
}
