import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Service } from './app';
import type { Loose } from './client';
import { until } from './until';

/** An admitted request: its headers and first bytes have arrived, and the service waits for the rest of the body. */
export interface HalfSent {
  finish(): Promise<{ readonly status: number; readonly headers: IncomingMessage['headers']; readonly body: Loose }>;
}

const FIRST_BYTES = 5;
let requests = 0;

/**
 * Sends the headers and the first five bytes of a request with a body. Then waits until the service reads the body: by
 * then the request is authenticated and admitted.
 * @param path with its prefix: `/v1/tokens`
 */
export async function halfSent(service: Service, path: string, token: string, content: object): Promise<HalfSent> {
  requests += 1;
  const id = `half-sent-${requests}`;
  const server = service.app.getHttpServer();
  let received: IncomingMessage | undefined;
  const watch = (message: IncomingMessage): void => {
    if (message.headers['x-request-id'] === id) received = message;
  };
  server.on('request', watch);
  const body = Buffer.from(JSON.stringify(content));
  const sent = request(`${service.address}${path}`, {
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': body.length,
      'x-request-id': id,
    },
  });
  const answer = answerOf(sent);
  answer.catch(() => undefined);
  sent.write(body.subarray(0, FIRST_BYTES));
  await until(() => (received?.listenerCount('data') ?? 0) > 0);
  server.off('request', watch);
  return {
    finish: () => {
      sent.end(body.subarray(FIRST_BYTES));
      return answer;
    },
  };
}

async function answerOf(sent: ClientRequest): ReturnType<HalfSent['finish']> {
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: JSON.parse(await text(answer)) };
}
