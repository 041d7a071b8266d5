import type { NestExpressApplication } from '@nestjs/platform-express';
import { CachedDocuments } from '../../platform/http';
import { serveErrorPages } from './errors/errors';
import { errorSections, errorTitles } from './errors/pages';
import { serveGuide } from './guide/guide';
import { serveReference } from './reference/reference';
import { serveWelcome } from './welcome';

export { errorCodeEnum } from './errors/pages';

/** Serves Swagger UI at `/docs`, the guide at `/docs/guide`, error codes at `/docs/errors`, and links to them at `/`. */
export function servePages(app: NestExpressApplication): void {
  serveReference(app);
  const documents = app.get(CachedDocuments);
  serveGuide(app, () => documents.places(), { sections: errorSections, titles: errorTitles });
  serveErrorPages(app, () => documents.places());
  serveWelcome(app);
}
