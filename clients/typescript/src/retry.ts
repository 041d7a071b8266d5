import { retryAfter } from './errors.js';

/** How a request that found no answer, or was told to wait, is sent again. */
export interface RetryOptions {
  /** How often a request is sent at most, the first time included. Default 4; 1 never sends again. */
  readonly attempts?: number;
  /** Milliseconds before the second attempt when no `Retry-After` says otherwise; doubled each time. Default 500. */
  readonly firstWait?: number;
  /** Milliseconds: an answer that asks for a longer wait is given back instead. Default 60,000. */
  readonly longestWait?: number;
  /** Milliseconds after which an attempt without an answer is given up. Default 30,000. */
  readonly timeout?: number;
  /** Waits; for tests. */
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

const KEY = 'Idempotency-Key';
/** What may do more when it arrives twice: a PUT of an order adds its lines without `id` each time. */
const KEYED = new Set(['POST', 'PUT']);
/** What passes: a limit (429), an outage (502, 503, 504), or the same request still in flight (409 is nothing else). */
const PASSING = new Set([409, 429, 502, 503, 504]);
/** The refusal came before anything was done. */
const UNTOUCHED = new Set([429]);

/**
 * `fetch` that sends again what may be sent again. A POST or PUT gets an `Idempotency-Key` of its own, unless it has one, and
 * keeps it over its attempts, so that it is carried out once however often it arrives.
 */
export function withRetries(send: typeof fetch, options: RetryOptions = {}): (request: Request) => Promise<Response> {
  const { attempts = 4, firstWait = 500, longestWait = 60_000, timeout = 30_000, wait = pause } = options;

  const once = async (request: Request): Promise<Response> => {
    const response = await send(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(timeout)]) });
    // An answer that breaks off is none: it is read here, where the request can be sent again.
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

/** Whether the body of an answer says that it is JSON. */
export const isJsonAnswer = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('application/json') ?? false;

const passes = (status: number, isRepeatable: boolean): boolean =>
  PASSING.has(status) && (isRepeatable || UNTOUCHED.has(status));

/** Whether the request may arrive twice; gives a POST or PUT the key that makes it so. */
function makeRepeatable(request: Request): boolean {
  if (!KEYED.has(request.method)) return true;
  // Keys belong to a token.
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
