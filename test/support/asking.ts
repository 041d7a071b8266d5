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
}

const PATIENCE_MILLISECONDS = 20_000;

/** Over a connection of its own each time, so that whoever shares a port out takes turns. Rejects where none came. */
export async function ask(address: string, method: string, path: string, asked: Asked = {}): Promise<Answer> {
  const { token, body, headers, from } = asked;
  const sent = request(address + path, {
    agent: new Agent({ keepAlive: false }),
    method,
    signal: AbortSignal.timeout(PATIENCE_MILLISECONDS),
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

/** The window of a rate limit must not end in the middle of a count. */
export async function beginOfAMinute(): Promise<void> {
  const left = 60_000 - (Date.now() % 60_000);
  if (left < 15_000) await new Promise((resolve) => setTimeout(resolve, left));
}
