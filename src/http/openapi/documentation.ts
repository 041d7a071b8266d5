import { SwaggerModule } from '@nestjs/swagger';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import type { Form } from '../forms/form';
import { DocumentExtras, buildDocuments } from './build';
import type { JsonObject } from './schema';

const ADDRESSES: Readonly<Record<Form, string>> = { a: '/openapi/form-a.json', b: '/openapi/form-b.json' };

/** Serves both documents and Swagger UI over them. They are built when first asked for, not at start. */
export function serveDocumentation(app: NestExpressApplication, extras: DocumentExtras): void {
  let built: Record<Form, JsonObject> | undefined;
  const router = app.getHttpAdapter();
  for (const form of ['a', 'b'] as const) {
    router.get(ADDRESSES[form], (_request: unknown, response: unknown) => {
      built ??= buildDocuments(app, extras);
      (response as Response).json(built[form]);
    });
  }
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
