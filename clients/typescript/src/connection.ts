import { apiError, ConnectionError } from './errors.js';
import { withRetries, type RetryOptions } from './retry.js';

/** Where the service is, and who calls. */
export interface ConnectionOptions {
  /** Origin of the service, without a form's prefix: `https://procurement.example`. */
  readonly baseUrl: string;
  /** `pst_...`, or what gives it for each request. */
  readonly token?: string | (() => string | Promise<string>);
  /** Language of messages. Codes and field names are the same in both. Default `en`. */
  readonly language?: 'en' | 'ar';
  readonly retry?: RetryOptions;
  /** Stands in for the global `fetch`. */
  readonly fetch?: typeof fetch;
}

/** The generated clients of both forms, as far as they are configured here. */
interface Configurable {
  readonly interceptors: {
    readonly error: {
      use(listen: (error: unknown, response: Response | undefined, request: Request) => unknown): unknown;
    };
  };
}

/** What the generated client of a form is created with. */
export function configuration(prefix: string, options: ConnectionOptions) {
  const { token } = options;
  return {
    baseUrl: `${options.baseUrl.replace(/\/+$/, '')}${prefix}`,
    fetch: withRetries(options.fetch ?? globalThis.fetch, options.retry) as typeof fetch,
    headers: { 'Accept-Language': options.language ?? 'en' },
    throwOnError: true as const,
    ...(token === undefined ? {} : { auth: typeof token === 'string' ? token : () => token() }),
  };
}

/** Makes whatever goes wrong one of the classes in `errors`. A request that its caller gave up throws what the caller said. */
export function throwTyped<Client extends Configurable>(client: Client): Client {
  client.interceptors.error.use((error, response, request) => {
    if (response !== undefined) return apiError(error, response);
    if (request.signal.aborted) return error;
    return new ConnectionError(`${request.method} ${request.url}: no answer`, { cause: error });
  });
  return client;
}
