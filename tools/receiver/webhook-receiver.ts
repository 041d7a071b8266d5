import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { issueCertificate, type ReceiverCertificate } from './certificate';

export interface ReceivedCall {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The raw bytes of the body, which the signature covers. */
  readonly body: Buffer;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Default: status 200. */
export type Responder = (call: ReceivedCall, response: ServerResponse) => void;

/** A TLS server that records calls with their raw bytes. For the tour, for local subscriptions, and for tests. */
export class WebhookReceiver {
  readonly calls: ReceivedCall[] = [];
  respond: Responder = (_call, response) => response.end('ok');
  private readonly server: Server;

  private constructor(readonly certificate: ReceiverCertificate) {
    this.server = createServer({ cert: certificate.cert, key: certificate.key }, (request, response) => {
      void this.record(request, response);
    });
  }

  /** @param certificate default: a new one; `port` 0 selects a free port */
  static async listen(certificate?: ReceiverCertificate, port = 0, host = '127.0.0.1'): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver(certificate ?? (await issueCertificate()));
    await new Promise<void>((resolve, reject) => {
      receiver.server.once('error', reject);
      receiver.server.listen(port, host, resolve);
    });
    return receiver;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** URL for a subscription. */
  url(path = '/hooks'): string {
    return `https://127.0.0.1:${this.port}${path}`;
  }

  /** Waits until `count` calls match. @throws Error after this time */
  async waitFor(fits: (call: ReceivedCall) => boolean, count = 1, milliseconds = 120_000): Promise<ReceivedCall[]> {
    const until = Date.now() + milliseconds;
    for (;;) {
      const found = this.calls.filter(fits);
      if (found.length >= count) return found;
      if (Date.now() > until) throw new Error(`received ${found.length} of ${count} expected calls`);
      await sleep(20);
    }
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async record(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    } catch {
      return; // the sender disconnected during the request
    }
    const call = { path: request.url ?? '/', headers: request.headers, body: Buffer.concat(chunks), at: Date.now() };
    this.calls.push(call);
    this.respond(call, response);
  }
}

/** Compares `X-Service-Signature` with the raw body in constant time. */
export function isSignedBy(call: ReceivedCall, secret: string): boolean {
  const expected = Buffer.from(createHmac('sha256', secret).update(call.body).digest('hex'));
  const given = Buffer.from(String(call.headers['x-service-signature'] ?? ''));
  return expected.length === given.length && timingSafeEqual(expected, given);
}
