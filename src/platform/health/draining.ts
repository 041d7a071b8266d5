import { Injectable, OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { AbstractHttpAdapter, HttpAdapterHost } from '@nestjs/core';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { ReadinessChecks } from './health.service';

/**
 * How long an idle connection is kept, in milliseconds: longer than a load balancer in front keeps its end (nginx and AWS' ALB:
 * 60 s). The side that sends requests must close first, or a request meets a connection that was closed a moment ago.
 */
const KEEP_ALIVE_MILLISECONDS = 75_000;

/**
 * A stop that is quick and loses nothing: from its first moment on the process is not ready, and every answer asks its
 * connection to be closed, so that none has to be waited for when all requests are answered.
 */
@Injectable()
export class Draining implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly open = new Set<ServerResponse>();
  private server: Server | undefined;
  private readonly beginning = new AbortController();

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly readiness: ReadinessChecks,
  ) {}

  /** Aborts when the stop begins: who waits for something that may take long, waits no longer. */
  get begun(): AbortSignal {
    return this.beginning.signal;
  }

  onApplicationBootstrap(): void {
    this.readiness.register('process', () => (this.begun.aborted ? 'draining' : 'ok'));
    // A worker and a command of the operator's have no server.
    const adapter = this.host.httpAdapter as AbstractHttpAdapter<Server> | undefined;
    this.server = adapter?.getHttpServer();
    if (!this.server) return;
    this.server.keepAliveTimeout = KEEP_ALIVE_MILLISECONDS;
    this.server.prependListener('request', this.follow);
  }

  /** The first that a stop does, where nobody has done it before. */
  onModuleDestroy(): void {
    this.begin();
  }

  /**
   * From here on the process is not ready. It still takes requests, on new connections too, for as long as load
   * balancers need to learn of it (SHUTDOWN_DELAY_MS), and until all else that waits for something is done.
   */
  begin(): void {
    this.beginning.abort();
    for (const response of this.open) askToClose(response);
    // For those whose head is out already.
    if (this.server) this.server.keepAliveTimeout = 1;
  }

  private readonly follow = (_request: IncomingMessage, response: ServerResponse): void => {
    this.open.add(response);
    response.once('close', () => this.open.delete(response));
    if (this.begun.aborted) askToClose(response);
  };
}

function askToClose(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}
