import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Loose } from './client';

export interface Answer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  /** Parsed if it is JSON, else the text. */
  readonly body: Loose;
}

interface Asked {
  readonly token?: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** The local address to connect from. */
  readonly from?: string;
  /** Aborts the wait for the response. Two minutes by default. */
  readonly signal?: AbortSignal;
}

const PATIENCE_MILLISECONDS = 120_000;

/**
 * Sends a request over a new connection, so that the system distributes requests among the listeners of a shared port.
 * Rejects if no response arrives.
 */
export async function ask(address: string, method: string, path: string, asked: Asked = {}): Promise<Answer> {
  const { token, body, headers, from, signal = AbortSignal.timeout(PATIENCE_MILLISECONDS) } = asked;
  const sent = request(address + path, {
    agent: new Agent({ keepAlive: false }),
    method,
    signal,
    ...(from === undefined ? {} : { localAddress: from }),
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
  });
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const content = await text(answer);
  const isJson = answer.headers['content-type']?.includes('json') === true;
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: isJson ? JSON.parse(content) : content };
}

/**
 * Returns the results of a count that began and ended in the same minute, the window of a rate limit. If the minute
 * changed during the count, repeats it.
 * @param count must use a fresh subject each time, so that a repeated count does not include the previous one
 */
export async function withinAMinute<T>(count: () => Promise<T>): Promise<T> {
  for (;;) {
    const before = minute();
    const counted = await count();
    if (minute() === before) return counted;
  }
}

const minute = (): number => Math.floor(Date.now() / 60_000);
