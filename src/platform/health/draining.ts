import { Injectable, OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { AbstractHttpAdapter, HttpAdapterHost } from '@nestjs/core';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { ReadinessChecks } from './health.service';

/**
 * Idle time before a connection is closed, in milliseconds. It must exceed that of a load balancer (nginx and AWS ALB:
 * 60 s): if the server closed first, a request could arrive on a connection that has just been closed.
 */
const KEEP_ALIVE_MILLISECONDS = 75_000;

/**
 * Makes a stop quick without lost requests. From the stop signal on, the process is not ready and every response
 * requests that its connection be closed. No idle connection then delays the end.
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

  /** Aborts when the stop begins, so that long waits can end. */
  get begun(): AbortSignal {
    return this.beginning.signal;
  }

  onApplicationBootstrap(): void {
    this.readiness.register('process', () => (this.begun.aborted ? 'draining' : 'ok'));
    // A worker and an operator command have no HTTP server.
    const adapter = this.host.httpAdapter as AbstractHttpAdapter<Server> | undefined;
    this.server = adapter?.getHttpServer();
    if (!this.server) return;
    this.server.keepAliveTimeout = KEEP_ALIVE_MILLISECONDS;
    this.server.prependListener('request', this.follow);
  }

  /** Nest's first shutdown hook. */
  onModuleDestroy(): void {
    this.begin();
  }

  /**
   * Marks the process as not ready. It still accepts requests, also on new connections, until load balancers have
   * noticed (SHUTDOWN_DELAY_MS) and all other waits have ended.
   */
  begin(): void {
    this.beginning.abort();
    for (const response of this.open) requestClose(response);
    // For responses whose head has already been sent.
    if (this.server) this.server.keepAliveTimeout = 1;
  }

  private readonly follow = (_request: IncomingMessage, response: ServerResponse): void => {
    this.open.add(response);
    response.once('close', () => this.open.delete(response));
    if (this.begun.aborted) requestClose(response);
  };
}

function requestClose(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}
