import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Express } from 'express';
import { createServer, type Server, type ServerOptions } from 'node:http';
import type { Environment } from '../../config';
import { expressPrototypes } from './express/prototypes';
import { OpenConnections, type RequestTimeouts } from './open-connections';
import { measureRequests } from './request-metrics';

type Handler = Parameters<ExpressAdapter['get']>[1];

/** Milliseconds. */
const LOOK_AT_CONNECTIONS_EVERY = 1_000;

export class ServiceAdapter extends ExpressAdapter {
  readonly routes = new RouteTable();
  private connections: OpenConnections | undefined;

  constructor(private readonly settings: RequestTimeouts & Pick<Environment, 'HTTP_EXPRESS_PROTOTYPES'>) {
    super(strictExpress());
  }

  override get(path: string | Handler, handler?: Handler): unknown {
    return super.get(this.noted('GET', path), handler as Handler);
  }

  override post(path: string | Handler, handler?: Handler): unknown {
    return super.post(this.noted('POST', path), handler as Handler);
  }

  override put(path: string | Handler, handler?: Handler): unknown {
    return super.put(this.noted('PUT', path), handler as Handler);
  }

  override patch(path: string | Handler, handler?: Handler): unknown {
    return super.patch(this.noted('PATCH', path), handler as Handler);
  }

  override delete(path: string | Handler, handler?: Handler): unknown {
    return super.delete(this.noted('DELETE', path), handler as Handler);
  }

  private noted<T>(method: string, path: T): T {
    if (typeof path === 'string') this.routes.add(method, path);
    return path;
  }

  /** A plain HTTP server: a proxy before the service, counted in `TRUSTED_PROXY_HOPS`, terminates TLS. */
  override initHttpServer(): void {
    const app = this.getInstance<Express>();
    const options: ServerOptions = {
      // The service rejects a request without Host in the form's error shape.
      requireHostHeader: false,
      headersTimeout: this.settings.HTTP_HEADERS_TIMEOUT_MS,
      requestTimeout: this.settings.HTTP_REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: LOOK_AT_CONNECTIONS_EVERY,
    };
    const classes = this.settings.HTTP_EXPRESS_PROTOTYPES ? expressPrototypes(app) : {};
    const server: Server = createServer({ ...options, ...classes }, (request, response) => {
      connections.admit(() => void app(request, response));
    });
    const connections = (this.connections = new OpenConnections(server, this.settings));
    measureRequests(server);
    this.httpServer = server;
  }

  /** Stops accepting connections. @returns when every complete request is answered and every connection closed */
  override async close(): Promise<void> {
    await this.connections?.closePort(() => super.close());
  }
}

/**
 * Express that matches paths case-sensitively and without a trailing slash: `/METRICS` or `/metrics/` must not pass a
 * proxy that blocks `/metrics`. Set before Nest registers routes, because Express reads both settings once.
 */
function strictExpress(): Express {
  const app = express();
  app.enable('case sensitive routing');
  app.enable('strict routing');
  return app;
}

const PARAMETER = /^:\w+$/;

/** The registered methods and paths, so that a 405 response can list the methods of its path. */
export class RouteTable {
  private readonly routes: { readonly method: string; readonly segments: readonly string[] }[] = [];

  get paths(): ReadonlySet<string> {
    return new Set(this.routes.map(({ segments }) => segments.join('/')));
  }

  /** @param path in the notation of controllers: `/v1/vendors/:id` */
  add(method: string, path: string): void {
    this.routes.push({ method, segments: path.split('/') });
  }

  /** Sorted; HEAD if there is GET. */
  methodsOf(path: string): string[] {
    const given = path.split('/');
    const methods = new Set(this.routes.filter(({ segments }) => fits(given, segments)).map(({ method }) => method));
    if (methods.has('GET')) methods.add('HEAD');
    return [...methods].sort();
  }
}

/** Case-sensitive; a parameter matches any segment except an empty one. */
function fits(given: readonly string[], segments: readonly string[]): boolean {
  return (
    given.length === segments.length &&
    segments.every((segment, at) => (PARAMETER.test(segment) ? given[at] !== '' : given[at] === segment))
  );
}
