import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Loose } from './client';

/** An answer as it came. */
export interface Answer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  /** Parsed where it is JSON, else its text. */
  readonly body: Loose;
}

interface Asked {
  readonly token?: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** Which of this machine's addresses it comes from. */
  readonly from?: string;
  /** Ends the wait for the answer; after two minutes when left out. */
  readonly signal?: AbortSignal;
}

const PATIENCE_MILLISECONDS = 120_000;

/** Over a connection of its own each time, so that whoever shares a port out takes turns. Rejects where none came. */
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
 * The answers of a count that began and ended in one minute, the window of a rate limit. A machine may be slow: where the
 * minute turned meanwhile, the count is made anew.
 * @param count makes what it counts of its own: what was counted in the minute before is not to be seen again
 */
export async function withinAMinute<T>(count: () => Promise<T>): Promise<T> {
  for (;;) {
    const before = minute();
    const counted = await count();
    if (minute() === before) return counted;
  }
}

const minute = (): number => Math.floor(Date.now() / 60_000);
