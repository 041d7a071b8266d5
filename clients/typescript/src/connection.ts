import { apiError, connectionError } from './errors.js';
import { isJsonAnswer, withRetries, type RetryOptions } from './retry.js';

export interface ConnectionOptions {
  /** Address of the service: `https://procurement.example`. May include a path, the form's prefix, a trailing slash. */
  readonly baseUrl: string;
  /** `pst_...`, or a function that returns it for each request. Without it only public operations succeed. */
  readonly token?: string | (() => string | Promise<string>) | undefined;
  /** Language of messages. Codes and field names do not depend on it. Default `en`. */
  readonly language?: 'en' | 'ar';
  readonly retry?: RetryOptions;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
}

/** The parts of the generated clients that are configured here. */
interface Configurable {
  readonly interceptors: {
    readonly request: { use(check: (request: Request, options: Asked) => Request): unknown };
    readonly response: { use(change: (response: Response, request: Request) => Response): unknown };
    readonly error: {
      use(listen: (error: unknown, response: Response | undefined, request: Request) => unknown): unknown;
    };
  };
}

/** An operation with its path parameters: `/vendors/{id}` and `{ id: 7 }`. */
interface Asked {
  readonly url: string;
  readonly path?: Readonly<Record<string, unknown>>;
}

/** @param caller the called function, for messages. @throws TypeError with the missing or invalid option */
export function configuration(caller: string, prefix: string, options: ConnectionOptions) {
  const given = (options as Partial<ConnectionOptions> | null | undefined) ?? {};
  return {
    baseUrl: addressOf(caller, prefix, given.baseUrl),
    fetch: withRetries(given.fetch ?? globalThis.fetch, given.retry ?? {}) as typeof fetch,
    headers: { 'Accept-Language': given.language ?? 'en' },
    throwOnError: true as const,
    ...authOf(caller, given.token),
  };
}

/** Adds the prefix of the form, unless the address contains it. */
function addressOf(caller: string, prefix: string, baseUrl: unknown): string {
  const wrong = (why: string): TypeError => new TypeError(`${caller}: ${why}, such as https://procurement.example`);
  if (typeof baseUrl !== 'string' || baseUrl.trim() === '')
    throw wrong('baseUrl is missing: the address of the service');
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) throw wrong('baseUrl must be an http or https address');
  if ([url.username, url.password, url.search, url.hash].some((part) => part !== ''))
    throw wrong('baseUrl must be an address without credentials, query and fragment');
  const path = url.pathname.replace(/\/+$/, '');
  return `${url.origin}${path.endsWith(prefix) ? path.slice(0, -prefix.length) : path}${prefix}`;
}

function authOf(caller: string, token: ConnectionOptions['token'] | null) {
  if (token === undefined || token === null) return {};
  const checked = (one: unknown): string => {
    if (typeof one !== 'string' || one.trim() === '') throw new TypeError(`${caller}: token is empty or no text`);
    return one.trim();
  };
  return { auth: typeof token === 'function' ? async () => checked(await token()) : checked(token) };
}

/**
 * Checks the path of each request, and converts errors to the classes in `errors`, except those of an aborted signal.
 */
export function throwTyped<Client extends Configurable>(client: Client): Client {
  const { interceptors } = client;
  const failed = (error: unknown, request: Request): unknown =>
    request.signal.aborted ? error : connectionError(error, request);
  interceptors.request.use(requirePath);
  interceptors.response.use((response, request) => typedReads(response, (error) => failed(error, request)));
  interceptors.error.use((error, response, request) =>
    response === undefined ? failed(error, request) : apiError(error, response),
  );
  return client;
}

/** @throws TypeError if the path lacks an id, because the request would reach another operation */
function requirePath(request: Request, { url, path }: Asked): Request {
  for (const [, name = ''] of url.matchAll(/\{(\w+)\}/g)) {
    const value = path?.[name];
    // URLs drop segments of dots, even if escaped.
    const isText = typeof value === 'string' && !['', '.', '..'].includes(value);
    if (!isText && typeof value !== 'number')
      throw new TypeError(`${request.method} ${url}: path.${name} is missing, or no text that a path can carry`);
  }
  return request;
}

const READS = ['text', 'blob', 'arrayBuffer', 'formData'] as const;

/** Converts errors while reading the body: an incomplete body, or invalid JSON. */
function typedReads(response: Response, failed: (error: unknown) => unknown): Response {
  const isJson = response.ok && isJsonAnswer(response);
  for (const name of READS) {
    const read = response[name].bind(response) as () => Promise<unknown>;
    const typed = async (): Promise<unknown> => {
      try {
        const content = await read();
        if (isJson && typeof content === 'string' && content !== '') JSON.parse(content);
        return content;
      } catch (error) {
        throw failed(error);
      }
    };
    Object.defineProperty(response, name, { value: typed });
  }
  return response;
}
