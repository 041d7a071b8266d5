import type { Error as ErrorBody } from './generated/form-a/types.gen.js';

/** All error codes. `UNKNOWN`: the response did not come from the service, for example from a proxy. */
export type ErrorCode = ErrorBody['error']['code'] | 'UNAUTHENTICATED' | 'FORBIDDEN_ABILITY' | 'UNKNOWN';

/** Messages by dotted path (`items.0.quantity`), in the requested language. */
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

/** The service responded with an error. The same class for both forms. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
  readonly status: number;
  /** Use this in conditions: messages are for users and depend on the language. */
  readonly code: ErrorCode;
  /** Facts about the error: `{status, allowed_statuses}` of INVALID_STATUS, `{shortfall}` of BUDGET_EXCEEDED. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Empty unless the error concerns fields, parameters, the token or an ability. */
  readonly fields: FieldMessages;
  /** The page that explains the code, if the service provides one. */
  readonly docUrl: string | undefined;
  /** Report this id to the operator of the service. */
  readonly requestId: string | undefined;
  /** Seconds to wait, if the response contains them. */
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

/** 422 VALIDATION_ERROR or 400 BAD_REQUEST: `fields` lists what to correct. */
export class ValidationError extends ApiError {
  override readonly name = 'ValidationError';
}

/** 401: no token, or an invalid one. */
export class UnauthenticatedError extends ApiError {
  override readonly name = 'UnauthenticatedError';
}

/** 403: the token lacks the ability in `fields.ability`. */
export class AbilityError extends ApiError {
  override readonly name = 'AbilityError';
}

/** 404: no such record in this tenant. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
}

/** 412: another client changed the record after you read it. */
export class PreconditionFailedError extends ApiError {
  override readonly name = 'PreconditionFailedError';
}

/** 400 CURSOR_EXPIRED: changes after the cursor were deleted. Read everything again. */
export class CursorExpiredError extends ApiError {
  override readonly name = 'CursorExpiredError';
}

/** 429: over a limit after all retries, or the requested wait is longer than you allow. */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError';
}

/** No readable response after all retries. It is unknown whether the service executed the request. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  /** The code of `cause`, such as `ECONNREFUSED` or `ENOTFOUND`, otherwise its name, such as `TimeoutError`. */
  readonly code: string | undefined;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    const { code, name } = (isObject(this.cause) ? this.cause : {}) as { code?: unknown; name?: string };
    this.code = typeof code === 'string' ? code : name;
  }
}

/** The address in the message contains neither credentials nor query. */
export function connectionError(error: unknown, request: Request): ConnectionError {
  // `fetch failed` is not informative: use its cause.
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

/** Reads the error body of either form, or the common one of 401 and 403. */
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

/** The page that explains an error whose body cannot contain it: `Link: <...>; rel="help"`. */
function helpPage(headers: Headers): { readonly docUrl?: string } {
  const links = (headers.get('link') ?? '').matchAll(/<([^>]*)>([^<]*)/g);
  const help = [...links].find(([, , parameters = '']) => /;\s*rel="?help"?\s*(?:[;,]|$)/i.test(parameters));
  return help?.[1] === undefined ? {} : { docUrl: help[1] };
}

/** Seconds of `Retry-After`, given as seconds or as a date. */
export function retryAfter(headers: Headers): number | undefined {
  const text = headers.get('retry-after');
  if (text === null) return undefined;
  if (/^\d+$/.test(text.trim())) return Number(text);
  const until = Date.parse(text);
  return Number.isNaN(until) ? undefined : Math.max(0, Math.ceil((until - Date.now()) / 1000));
}

/** @throws TypeError if the option is missing */
export function requireOption(caller: string, name: string, value: unknown): void {
  if (value === undefined || value === null) throw new TypeError(`${caller}: ${name} is missing`);
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
