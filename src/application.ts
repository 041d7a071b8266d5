import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import { AppModule } from './app.module';
import { Clock } from './common/clock';
import type { Environment } from './platform/config';
import { servePages } from './integration/documentation';
import { PublicAddress, pathIn } from './platform/http/request/address';
import { formOf } from './platform/http/request/form';
import { ServiceAdapter } from './platform/http/server/service-adapter';
import { answerUnparsed } from './platform/http/errors/unparsed';
import { requestContext } from './platform/http/request/request-context.middleware';
import { useServiceLog } from './platform/logging';
import { withRetries } from './integration/webhooks';

/** @param holdsLog buffers the log until `app.flushLogs()`, so that a failed start prints only its error */
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
      // A guard reads the body after authentication; see `BodyGuard`.
      bodyParser: false,
    },
  );
  const requestLines = useServiceLog(app, environment);
  answerUnparsed(app.getHttpServer(), app.get(Clock), new PublicAddress(environment));
  app.set('trust proxy', environment.TRUSTED_PROXY_HOPS);
  app.set('etag', false);
  // Never respond 304 to If-None-Match: an ETag here is only for If-Match, as the OpenAPI documents state. Extending
  // `app.request` is documented: https://expressjs.com/en/guide/overriding-express-api.html#properties
  Object.defineProperty(app.getHttpAdapter().getInstance().request, 'fresh', { value: false });
  app.set('query parser', 'simple');
  app.disable('x-powered-by');
  app.use(securityHeaders);
  app.use(requestContext(environment));
  if (environment.CORS_ORIGINS.length > 0) app.enableCors(cors(environment.CORS_ORIGINS));
  servePages(app, (document) => withRetries(document, environment));
  app.use(requestLines);
  return app;
}

/** For workers and operator commands. Buffers the log until `flushLogs()`, like {@link createApplication}. */
export async function createWithoutApi(environment: Environment): Promise<INestApplicationContext> {
  const app = await NestFactory.createApplicationContext(AppModule.with(environment), {
    bufferLogs: true,
    autoFlushLogs: false,
    abortOnError: false,
  });
  useServiceLog(app, environment);
  return app;
}

/** The documentation pages load scripts and styles from the same origin. */
const ofPages = helmet({
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
});

/** JSON and files need none of the headers that affect only pages. */
const ofAnswers = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
  },
  crossOriginResourcePolicy: { policy: 'same-site' },
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xPoweredBy: false,
  xXssProtection: false,
});

function securityHeaders(request: Request, response: Response, next: NextFunction): void {
  (formOf(pathIn(request.url)) ? ofAnswers : ofPages)(request, response, next);
}

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
