import type { Error as ErrorBody } from './generated/form-a/types.gen.js';

/** Every code that a refusal can carry. `UNKNOWN`: something in front of the service answered, not the service. */
export type ErrorCode = ErrorBody['error']['code'] | 'UNAUTHENTICATED' | 'FORBIDDEN_ABILITY' | 'UNKNOWN';

/** Messages by dotted path (`items.0.quantity`), in the language that was asked for. */
export type FieldMessages = Readonly<Record<string, readonly string[]>>;

interface Refusal {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly fields?: FieldMessages;
  readonly docUrl?: string;
  readonly requestId?: string;
  readonly retryAfter?: number;
}

/** The service answered, and refused. Both forms' bodies become the same object. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
  readonly status: number;
  /** What to branch on: messages are for people and change with the language. */
  readonly code: ErrorCode;
  /** The facts a rule refused on: `{status, allowed_statuses}` of INVALID_STATUS, `{shortfall}` of BUDGET_EXCEEDED. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Empty unless single fields, parameters, the token or an ability are to blame. */
  readonly fields: FieldMessages;
  /** The page that explains the code, where the service names one. */
  readonly docUrl: string | undefined;
  /** What to tell whoever runs the service. */
  readonly requestId: string | undefined;
  /** Seconds to wait, where the answer said so. */
  readonly retryAfter: number | undefined;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.status = refusal.status;
    this.code = refusal.code;
    this.details = refusal.details ?? {};
    this.fields = refusal.fields ?? {};
    this.docUrl = refusal.docUrl;
    this.requestId = refusal.requestId;
    this.retryAfter = refusal.retryAfter;
  }
}

/** 422 VALIDATION_ERROR or 400 BAD_REQUEST: `fields` says what to mend. */
export class ValidationError extends ApiError {
  override readonly name = 'ValidationError';
}

/** 401: no token, or none that is valid any more. */
export class UnauthenticatedError extends ApiError {
  override readonly name = 'UnauthenticatedError';
}

/** 403: the token lacks the ability that `fields.ability` names. */
export class AbilityError extends ApiError {
  override readonly name = 'AbilityError';
}

/** 404: no such record in this tenant. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
}

/** 412: somebody changed the record after you read it. */
export class PreconditionFailedError extends ApiError {
  override readonly name = 'PreconditionFailedError';
}

/** 400 CURSOR_EXPIRED: changes after the cursor are not kept any more. Take everything anew. */
export class CursorExpiredError extends ApiError {
  override readonly name = 'CursorExpiredError';
}

/** 429: still over a limit of the plan after every retry, or the wait is longer than you allow. */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError';
}

/** No answer came that could be read, after every retry. Whether the service did the request is not known. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  /** The code of `cause`, such as `ECONNREFUSED` or `ENOTFOUND`, or else its name, such as `TimeoutError`. */
  readonly code: string | undefined;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    const { code, name } = (isObject(this.cause) ? this.cause : {}) as { code?: unknown; name?: string };
    this.code = typeof code === 'string' ? code : name;
  }
}

/** The error of a request without an answer that could be read. It names the address without credentials and query. */
export function connectionError(error: unknown, request: Request): ConnectionError {
  // `fetch failed` alone says nothing: its cause does.
  const { name, cause: below } = (isObject(error) ? error : {}) as { name?: string; cause?: unknown };
  const cause = name === 'TypeError' && isObject(below) ? below : error;
  const { origin, pathname } = new URL(request.url);
  const failed = new ConnectionError(`${request.method} ${origin}${pathname}: no answer`, { cause });
  const { message } = (isObject(cause) ? cause : {}) as { message?: string };
  failed.message += ` (${message || failed.code || String(cause)})`;
  return failed;
}

const CLASSES: Partial<Record<ErrorCode, typeof ApiError>> = {
  VALIDATION_ERROR: ValidationError,
  BAD_REQUEST: ValidationError,
  UNAUTHENTICATED: UnauthenticatedError,
  FORBIDDEN_ABILITY: AbilityError,
  CURSOR_EXPIRED: CursorExpiredError,
  NOT_FOUND: NotFoundError,
  PRECONDITION_FAILED: PreconditionFailedError,
  RATE_LIMIT_EXCEEDED: RateLimitError,
};

/** Reads the refusal out of either form's error body, or the shape that 401 and 403 have in both. */
export function apiError(body: unknown, response: Response): ApiError {
  const refusal = { ...read(body, response), status: response.status };
  const requestId = response.headers.get('x-request-id');
  const seconds = retryAfter(response.headers);
  return new (CLASSES[refusal.code] ?? ApiError)({
    ...refusal,
    ...(requestId === null ? {} : { requestId }),
    ...(seconds === undefined ? {} : { retryAfter: seconds }),
  });
}

function read(body: unknown, response: Response): Omit<Refusal, 'status'> {
  const docUrl = helpPage(response.headers);
  const { error, errors, message } = (isObject(body) ? body : {}) as {
    error?: ErrorBody['error'];
    errors?: FieldMessages;
    message?: string;
  };
  if (error) {
    const details = error.details ?? {};
    const isField = error.code === 'VALIDATION_ERROR' || error.code === 'BAD_REQUEST';
    return {
      code: error.code,
      message: error.message,
      details,
      fields: isField ? (details as FieldMessages) : {},
      docUrl: error.doc_url,
    };
  }
  if (errors && message !== undefined) {
    const code = 'token' in errors ? 'UNAUTHENTICATED' : 'FORBIDDEN_ABILITY';
    return { code, message, fields: errors, ...docUrl };
  }
  return { code: 'UNKNOWN', message: `HTTP ${response.status} ${response.statusText}`.trim(), ...docUrl };
}

/** The page that explains a refusal whose body has no room for it: `Link: <...>; rel="help"`. */
function helpPage(headers: Headers): { readonly docUrl?: string } {
  const links = (headers.get('link') ?? '').matchAll(/<([^>]*)>([^<]*)/g);
  const help = [...links].find(([, , parameters = '']) => /;\s*rel="?help"?\s*(?:[;,]|$)/i.test(parameters));
  return help?.[1] === undefined ? {} : { docUrl: help[1] };
}

/** Seconds that the answer asks to wait: `Retry-After` as seconds or as a date. */
export function retryAfter(headers: Headers): number | undefined {
  const text = headers.get('retry-after');
  if (text === null) return undefined;
  if (/^\d+$/.test(text.trim())) return Number(text);
  const until = Date.parse(text);
  return Number.isNaN(until) ? undefined : Math.max(0, Math.ceil((until - Date.now()) / 1000));
}

/** @throws TypeError when the caller left the option out */
export function requireOption(caller: string, name: string, value: unknown): void {
  if (value === undefined || value === null) throw new TypeError(`${caller}: ${name} is missing`);
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
