import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import supertest from 'supertest';

export interface Exchange {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete' | 'head' | 'options';

/** Reused connections of one test file: opening one costs more than most requests. */
const agent = new Agent({ keepAlive: true });

/** Sends one request through supertest. Does not follow redirects; accepts every status. */
export async function exchange(
  url: URL,
  method: string,
  headers: Readonly<Record<string, string>>,
  bytes?: string | Uint8Array,
): Promise<Exchange> {
  // For a request with `Expect: 100-continue`, supertest sets headers after it has sent them.
  if ('expect' in headers) return sentByNode(url, method, headers, bytes);
  const asked = supertest(url.origin)
    [method.toLowerCase() as Method](`${url.pathname}${url.search}`)
    .agent(agent)
    .redirects(0)
    .ok(() => true)
    .buffer(true)
    .parse(asText)
    .set({ 'accept-encoding': 'identity', ...headers });
  // Sends the bytes unchanged: superagent would serialize them for a JSON content type.
  if (bytes !== undefined) void asked.serialize((data: string) => data).send(sent(bytes));
  const { status, headers: answered, body } = await asked;
  return { status, headers: new Headers(answered), text: typeof body === 'string' ? body : '' };
}

async function sentByNode(
  url: URL,
  method: string,
  headers: Readonly<Record<string, string>>,
  bytes?: string | Uint8Array,
): Promise<Exchange> {
  const length = bytes === undefined ? {} : { 'content-length': Buffer.byteLength(bytes) };
  const asked = request(url, { agent, method, headers: { ...length, ...headers } });
  // After the response has begun, a broken connection fails its reading instead.
  asked.on('error', () => undefined);
  asked.end(bytes);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const answered = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
  return { status: answer.statusCode ?? 0, headers: new Headers(answered), text: await text(answer) };
}

function sent(bytes: string | Uint8Array): string | Buffer {
  return typeof bytes === 'string' || Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes);
}

type Parsed = (error: Error | null, body: string) => void;

/** The bytes as text, regardless of their type. The test parses them. */
function asText(response: unknown, done: Parsed): void {
  const chunks: Buffer[] = [];
  const message = response as IncomingMessage;
  message.on('data', (chunk: Buffer) => chunks.push(chunk));
  message.on('end', () => done(null, Buffer.concat(chunks).toString('utf8')));
  message.on('error', (error) => done(error, ''));
}
