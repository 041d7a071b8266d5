import { retryAfter } from './errors.js';

/** How a request without a response, or with a temporary error, is retried. */
export interface RetryOptions {
  /** Maximum attempts, including the first. Default 4; 1 disables retries. */
  readonly attempts?: number;
  /** Milliseconds before the second attempt without `Retry-After`; doubled each time. Default 500. */
  readonly firstWait?: number;
  /** Milliseconds: a response that requests a longer wait is returned instead. Default 60,000. */
  readonly longestWait?: number;
  /** Milliseconds after which an attempt without a response is aborted. Default 30,000. */
  readonly timeout?: number;
  /** Waits; for tests. */
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

const KEY = 'Idempotency-Key';
/** Methods that are not idempotent by themselves: a repeated PUT of an order adds its lines without `id` again. */
const KEYED = new Set(['POST', 'PUT']);
/** Temporary errors: a limit (429), an outage (502, 503, 504), or the same request in progress (the only 409). */
const PASSING = new Set([409, 429, 502, 503, 504]);
/** The request was rejected before anything was done. */
const UNTOUCHED = new Set([429]);

/** All attempts of a POST or PUT have the same `Idempotency-Key`, so that the service executes the request once. */
export function withRetries(send: typeof fetch, options: RetryOptions = {}): (request: Request) => Promise<Response> {
  const { attempts = 4, firstWait = 500, longestWait = 60_000, timeout = 30_000, wait = pause } = options;

  const once = async (request: Request): Promise<Response> => {
    const response = await send(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(timeout)]) });
    // Reads the body here, so that a request with an incomplete response is retried.
    if (isJsonAnswer(response)) await response.clone().arrayBuffer();
    return response;
  };

  return async (request) => {
    const isRepeatable = makeRepeatable(request);
    for (let attempt = 1; attempt < attempts; attempt += 1) {
      let pauseFor = Math.min(firstWait * 2 ** (attempt - 1), longestWait) * (0.5 + Math.random() / 2);
      try {
        const response = await once(request.clone());
        const asked = retryAfter(response.headers);
        if (asked !== undefined) pauseFor = asked * 1000;
        if (!passes(response.status, isRepeatable) || pauseFor > longestWait) return response;
        await response.body?.cancel();
      } catch (error) {
        if (!isRepeatable || request.signal.aborted) throw error;
      }
      await wait(pauseFor, request.signal);
    }
    return once(request);
  };
}

export const isJsonAnswer = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('application/json') ?? false;

const passes = (status: number, isRepeatable: boolean): boolean =>
  PASSING.has(status) && (isRepeatable || UNTOUCHED.has(status));

/** Whether the request can be repeated. Adds an idempotency key to POST and PUT requests. */
function makeRepeatable(request: Request): boolean {
  if (!KEYED.has(request.method)) return true;
  // Keys require a token.
  if (!request.headers.has('Authorization')) return false;
  if (!request.headers.has(KEY)) request.headers.set(KEY, crypto.randomUUID());
  return true;
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, milliseconds);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
}
