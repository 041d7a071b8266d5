import type { NestExpressApplication } from '@nestjs/platform-express';
import type { DocumentExtras } from '../http';
import { serveGuide } from './guide/guide';
import { operationPlaces } from './guide/operation-places';
import { serveReference } from './reference/reference';
import { serveWelcome } from './welcome';

/** Serves the pages for people: Swagger UI at `/docs`, the guide at `/docs/guide`, and at `/` where to find both. */
export function servePages(app: NestExpressApplication, extras: DocumentExtras): void {
  serveReference(app);
  serveGuide(app, operationPlaces(app, extras));
  serveWelcome(app);
}
