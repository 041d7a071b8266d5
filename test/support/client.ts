import { PREFIX } from '../../src/platform/http';
import type { Form } from '../../src/platform/http';
import { documentOf } from './documented';
import { exchange } from './exchange';
import { timed } from './times';

/** JSON in tests: a wrong path fails the assertion, not the compiler. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- assertions check the values
export type Loose = any;

export interface Reply<Body = Loose> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
  readonly text: string;
}

type Query = Readonly<Record<string, string | number | boolean>>;

interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Query;
}

/**
 * A REST client over real HTTP. The expected status is an argument, so that every call is checked. Every response,
 * errors included, is validated against the committed OpenAPI document of its form. `reply`, `call` and `raw` return
 * the whole response, the other methods only the envelope's data.
 */
export class Client {
  constructor(
    private readonly address: string,
    readonly form: Form,
    private readonly token: string | undefined,
  ) {}

  as(token: string | undefined): Client {
    return new Client(this.address, this.form, token);
  }

  through(form: Form): Client {
    return new Client(this.address, form, this.token);
  }

  async get<Data = Loose>(path: string, status = 200, query?: Query): Promise<Data> {
    return data(await this.call('GET', path, status, undefined, query ? { query } : {}));
  }

  async post<Data = Loose>(path: string, body: unknown, status: number, options: CallOptions = {}): Promise<Data> {
    return data(await this.call('POST', path, status, body, options));
  }

  async put<Data = Loose>(path: string, body: unknown, status: number, options: CallOptions = {}): Promise<Data> {
    return data(await this.call('PUT', path, status, body, options));
  }

  async delete<Data = Loose>(path: string, status = 204, options: CallOptions = {}): Promise<Data> {
    return data(await this.call('DELETE', path, status, undefined, options));
  }

  /** Returns the whole response after checking its status. */
  async call<Body = Loose>(
    method: string,
    path: string,
    status: number,
    body?: unknown,
    options: CallOptions = {},
  ): Promise<Reply<Body>> {
    const reply = await this.raw<Body>(method, path, body === undefined ? undefined : JSON.stringify(body), options);
    if (reply.status !== status) {
      throw new Error(
        `${method} ${PREFIX[this.form]}${path}: expected ${status}, got ${reply.status} ${reply.text.slice(0, 2000)}`,
      );
    }
    return reply;
  }

  /** Sends these bytes unchanged. Validates the response against the document only, not its status. */
  async raw<Body = Loose>(
    method: string,
    path: string,
    bytes?: string | Uint8Array,
    options: CallOptions = {},
  ): Promise<Reply<Body>> {
    const url = new URL(`${this.address}${PREFIX[this.form]}${path}`);
    for (const [name, value] of Object.entries(options.query ?? {})) url.searchParams.set(name, String(value));
    const sent = {
      accept: 'application/json',
      ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
      ...(bytes === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    };
    const { status, headers, text } = await timed('requests', () => exchange(url, method, sent, bytes));
    const type = headers.get('content-type');
    const body: unknown = type?.includes('json') && method !== 'HEAD' ? JSON.parse(text) : undefined;
    const faults = documentOf(this.form).faults(method, path, status, type, body ?? (text || undefined));
    if (faults.length > 0) {
      const call = `${method} ${PREFIX[this.form]}${path}`;
      throw new Error(
        `${call} answers ${String(status)} against its document:\n${faults.join('\n')}\n${text.slice(0, 2000)}`,
      );
    }
    return { status, headers, text, body: body as Body };
  }
}

/** The envelope's data of a success; the error member (Form A) or the whole body of an error. */
function data(reply: Reply): Loose {
  const body = reply.body as { data?: unknown; error?: unknown } | undefined;
  if (!body) return undefined;
  return 'data' in body ? body.data : body.error && !('success' in body) ? body.error : body;
}
