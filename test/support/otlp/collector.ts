import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { eventually } from '../webhooks/delivering';
import { type ReceivedSpan, spansOfJson, spansOfProtobuf } from './spans';

/** An OpenTelemetry collector on a free local port. It records the spans that it receives in protobuf or JSON. */
export class Collector {
  readonly spans: ReceivedSpan[] = [];
  /** Accepts exports without responding. */
  isSilent = false;
  headers: IncomingHttpHeaders = {};

  private constructor(private readonly server: Server) {}

  static async listen(): Promise<Collector> {
    const server = createServer((request, response) => {
      void buffer(request).then((body) => {
        if (request.url !== '/v1/traces') return response.writeHead(404).end();
        const isJson = request.headers['content-type'] === 'application/json';
        collector.headers = request.headers;
        collector.spans.push(...(isJson ? spansOfJson(body) : spansOfProtobuf(body)));
        if (collector.isSilent) return response;
        return response.writeHead(200, { 'content-type': request.headers['content-type'] }).end(isJson ? '{}' : '');
      });
    });
    const collector = new Collector(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return collector;
  }

  /** The value for OTEL_EXPORTER_OTLP_ENDPOINT. */
  get endpoint(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Waits until the trace contains a span with this name, then returns the spans of the trace. */
  async trace(traceId: string, name: string): Promise<ReceivedSpan[]> {
    const found = (): ReceivedSpan[] => this.spans.filter((span) => span.traceId === traceId);
    await eventually(() => Promise.resolve(found().some((span) => span.name === name)));
    return found();
  }

  async close(): Promise<void> {
    await new Promise((resolve) => {
      this.server.close(resolve);
      this.server.closeAllConnections();
    });
  }
}
