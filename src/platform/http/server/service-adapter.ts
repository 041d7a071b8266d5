import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Express } from 'express';
import { createServer, type Server, type ServerOptions } from 'node:http';
import type { Environment } from '../../config';
import { expressPrototypes } from './express/prototypes';
import { OpenConnections, type RequestTimeouts } from './open-connections';
import { measureRequests } from './request-metrics';

type Handler = Parameters<ExpressAdapter['get']>[1];

/** How often the server looks for requests that take too long, in milliseconds. */
const LOOK_AT_CONNECTIONS_EVERY = 1_000;

/** Express over `node:http`, whose requests and responses it may make with Express' prototypes ({@link expressPrototypes}). */
export class ServiceAdapter extends ExpressAdapter {
  /** The routes that Nest has mounted. */
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

  /** A plain HTTP server: TLS ends before the service, in the proxy that `TRUSTED_PROXY_HOPS` counts. */
  override initHttpServer(): void {
    const app = this.getInstance<Express>();
    const options: ServerOptions = {
      // A request without a Host is refused by the service itself, in the shape of its form.
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

  /**
   * Takes no further connections.
   * @returns when every request that has arrived whole is answered and every connection closed
   */
  override async close(): Promise<void> {
    await this.connections?.closePort(() => super.close());
  }
}

/**
 * Express that matches paths letter for letter and without a slash at the end: `/METRICS` or `/metrics/` must not pass a
 * proxy that blocks `/metrics`. Set before Nest mounts anything: Express reads both settings once, for its router.
 */
function strictExpress(): Express {
  const app = express();
  app.enable('case sensitive routing');
  app.enable('strict routing');
  return app;
}

const PARAMETER = /^:\w+$/;

/** The methods and paths that Nest has mounted, so that a 405 can name the methods of its path. */
export class RouteTable {
  private readonly routes: { readonly method: string; readonly segments: readonly string[] }[] = [];

  /** As controllers write them. */
  get paths(): ReadonlySet<string> {
    return new Set(this.routes.map(({ segments }) => segments.join('/')));
  }

  /** @param path as controllers write it: `/v1/vendors/:id` */
  add(method: string, path: string): void {
    this.routes.push({ method, segments: path.split('/') });
  }

  /** The methods that a path answers, sorted; HEAD wherever there is GET. None for a path that nothing answers. */
  methodsOf(path: string): string[] {
    const given = path.split('/');
    const methods = new Set(this.routes.filter(({ segments }) => fits(given, segments)).map(({ method }) => method));
    if (methods.has('GET')) methods.add('HEAD');
    return [...methods].sort();
  }
}

/** Whether a path matches a route: letter for letter, as Express is set to match; a parameter takes any segment but an empty one. */
function fits(given: readonly string[], segments: readonly string[]): boolean {
  return (
    given.length === segments.length &&
    segments.every((segment, at) => (PARAMETER.test(segment) ? given[at] !== '' : given[at] === segment))
  );
}
