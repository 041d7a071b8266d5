import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import helmet from 'helmet';
import { AppModule } from './app.module';
import { Clock } from './common/clock';
import type { Environment } from './platform/config';
import { servePages } from './integration/documentation';
import { PublicAddress } from './platform/http/request/address';
import { ServiceAdapter } from './platform/http/server/service-adapter';
import { serveDocumentation } from './platform/http/openapi/documentation';
import { answerUnparsed } from './platform/http/errors/unparsed';
import { requestContext } from './platform/http/request/request-context.middleware';
import { useServiceLog } from './platform/logging';
import { REFERENCE } from './integration/reference';
import { webhookDocument } from './integration/webhooks';

/**
 * The HTTP application, ready to listen. Tests and `main.ts` start the same thing.
 * @param holdsLog whether what is logged is held back until `app.flushLogs()`: a start that fails then says one thing
 */
export async function createApplication(
  environment: Environment,
  clock?: Clock,
  holdsLog = false,
): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.with(environment, clock),
    new ServiceAdapter(environment),
    {
      bufferLogs: true,
      autoFlushLogs: !holdsLog,
      abortOnError: false,
      // The body is read by a guard, after authentication; see `BodyGuard`.
      bodyParser: false,
    },
  );
  const requestLines = useServiceLog(app, environment);
  answerUnparsed(app.getHttpServer(), app.get(Clock), new PublicAddress(environment));
  app.set('trust proxy', environment.TRUSTED_PROXY_HOPS);
  app.set('etag', false);
  // Never answer If-None-Match with 304, which no document knows: an ETag here is for If-Match alone. Extending
  // `app.request` is documented: https://expressjs.com/en/guide/overriding-express-api.html#properties
  Object.defineProperty(app.getHttpAdapter().getInstance().request, 'fresh', { value: false });
  app.set('query parser', 'simple');
  app.disable('x-powered-by');
  app.use(helmet(HELMET));
  app.use(requestContext(environment));
  if (environment.CORS_ORIGINS.length > 0) app.enableCors(cors(environment.CORS_ORIGINS));
  const extras = { ...webhookDocument(environment), reference: REFERENCE };
  serveDocumentation(app, extras);
  servePages(app);
  app.use(requestLines);
  return app;
}

/**
 * The service without its API: what a worker is, and what the operator's commands run in. What is logged is held back
 * until `flushLogs()`: a start that fails says one thing.
 */
export async function createWithoutApi(environment: Environment): Promise<INestApplicationContext> {
  const app = await NestFactory.createApplicationContext(AppModule.with(environment), {
    bufferLogs: true,
    autoFlushLogs: false,
    abortOnError: false,
  });
  useServiceLog(app, environment);
  return app;
}

/** Answers are JSON and files; the documentation page brings its own scripts and styles from the same origin. */
const HELMET: Parameters<typeof helmet>[0] = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'style-src': ["'self'", "'unsafe-inline'"],
      'img-src': ["'self'", 'data:'],
      'connect-src': ["'self'"],
      'frame-ancestors': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'none'"],
    },
  },
  crossOriginResourcePolicy: { policy: 'same-site' },
};

function cors(origins: readonly string[]): Parameters<NestExpressApplication['enableCors']>[0] {
  return {
    origin: [...origins],
    exposedHeaders: [
      'X-Request-Id',
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
      'Retry-After',
      'ETag',
      'Location',
      'Content-Disposition',
      'Idempotency-Replayed',
      'Link',
      'Deprecation',
      'Sunset',
    ],
    maxAge: 600,
  };
}
