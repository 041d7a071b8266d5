import { Inject, Injectable, Logger, OnApplicationShutdown } from '@nestjs/common';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ENVIRONMENT, type Environment, serviceVersion } from '../config';
import { exposition } from '../metrics';
import { Health } from './health.service';

interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

const json = (status: number, body: object): Answer => ({
  status,
  contentType: 'application/json; charset=utf-8',
  text: JSON.stringify(body),
});

/**
 * Serves health and metrics on a separate port (ADMIN_HOST, ADMIN_PORT), so that no path of the API reaches the
 * metrics. Only this listener, not the public one, shows the version. It opens last and closes last, so readiness stays
 * correct during a stop.
 */
@Injectable()
export class AdminListener implements OnApplicationShutdown {
  private readonly log = new Logger(AdminListener.name);
  private server: Server | undefined;

  private readonly paths: Readonly<Record<string, () => Promise<Answer>>> = {
    '/health/live': () => Promise.resolve(json(200, { ...this.health.live(), version: serviceVersion() })),
    '/health/ready': async () => {
      const { isReady, body } = await this.health.ready();
      return json(isReady ? 200 : 503, { ...body, version: serviceVersion() });
    },
    '/metrics': async () => ({ status: 200, ...(await exposition()) }),
  };

  constructor(
    private readonly health: Health,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'ADMIN_HOST' | 'ADMIN_PORT'>,
  ) {}

  /** @returns the port; with ADMIN_PORT=0 the system chooses it @throws Error such as EADDRINUSE */
  async listen(): Promise<number> {
    const server = createServer((request, response) => {
      this.answer(request, response).catch((error: unknown) => {
        this.log.error({ err: error }, 'A request for health or metrics was not answered');
        response.destroy();
      });
    });
    server.listen(this.environment.ADMIN_PORT, this.environment.ADMIN_HOST);
    await once(server, 'listening');
    this.server = server;
    return (server.address() as AddressInfo).port;
  }

  /** Nest calls this hook last. */
  onApplicationShutdown(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, contentType, text } = await this.answerTo(request).catch(() =>
      json(503, { status: 'unavailable' }),
    );
    response.writeHead(status, {
      'Content-Type': contentType,
      'Content-Length': Buffer.byteLength(text),
      'Cache-Control': 'no-store',
    });
    response.end(request.method === 'HEAD' ? undefined : text);
  }

  private async answerTo({ method, url = '' }: IncomingMessage): Promise<Answer> {
    const [path = ''] = url.split('?', 1);
    const answer = Object.hasOwn(this.paths, path) ? this.paths[path] : undefined;
    if (!answer) return Promise.resolve(json(404, { status: 'not found', paths: Object.keys(this.paths) }));
    if (method !== 'GET' && method !== 'HEAD') return Promise.resolve(json(405, { status: 'method not allowed' }));
    return answer();
  }
}
