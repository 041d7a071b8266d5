import type { NestExpressApplication } from '@nestjs/platform-express';
import { serveErrorPages } from './errors/errors';
import { errorSections, errorTitles } from './errors/pages';
import { serveGuide } from './guide/guide';
import { serveOpenApi } from './openapi';
import { serveReference } from './reference/reference';
import { serveWelcome } from './welcome';

/**
 * Serves Swagger UI at `/docs`, its documents below `/openapi`, the guide at `/docs/guide`, error codes at
 * `/docs/errors`, and links to them at `/`.
 * @param edited the OpenAPI document of this installation
 */
export function servePages(app: NestExpressApplication, edited: (document: string) => string): void {
  const places = serveOpenApi(app, edited);
  serveReference(app);
  serveGuide(app, places, { sections: errorSections, titles: errorTitles });
  serveErrorPages(app, places);
  serveWelcome(app);
}
