import type { ErrorCode } from '../../common/errors';
import type { Json, JsonObject } from './schema';

/** Headers of every answer. */
const HEADERS: JsonObject = {
  'X-Request-Id': { description: "The request's id, yours if you sent one.", schema: { type: 'string' } },
  'X-RateLimit-Limit': {
    description: 'Requests a minute that the plan allows the token.',
    schema: { type: 'integer' },
  },
  'X-RateLimit-Remaining': { description: 'Requests left in this minute.', schema: { type: 'integer' } },
  'X-RateLimit-Reset': { description: 'Unix seconds at which the minute ends.', schema: { type: 'integer' } },
};

const RETRY_AFTER: JsonObject = {
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
};

const ETAG: JsonObject = {
  ETag: { description: 'The version shown, for `If-Match`.', schema: { type: 'string', example: '"3"' } },
};

const REPLAYED: JsonObject = {
  'Idempotency-Replayed': {
    description: '`true` on the answer of an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
  },
};

const IDEMPOTENCY_KEY: JsonObject = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes the request safe to send again: for 24 hours the same key of the same token is answered with the first answer. Use a new one, such as a UUID, for each thing you mean to do.',
  // No example: Swagger UI would send it with every request, and the second of them would be refused.
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
};

export const IF_MATCH = 'If-Match';

/** Keys belong to a token, so a POST that needs none takes none. */
export const takesIdempotencyKey = (method: string, operation: JsonObject): boolean =>
  method === 'post' && Array.isArray(operation['security']) && operation['security'].length > 0;

/** The parameters of an operation, perhaps none. */
export const parametersOf = (operation: JsonObject): JsonObject[] => (operation['parameters'] ?? []) as JsonObject[];

/** The parameter `name` of an operation. */
export const parameter = (operation: JsonObject, name: string): JsonObject | undefined =>
  parametersOf(operation).find((one) => one['name'] === name);

/** The operation with the header `Idempotency-Key`, where it honours one. */
export function withIdempotencyKey(method: string, operation: JsonObject): JsonObject {
  if (!takesIdempotencyKey(method, operation)) return operation;
  return { ...operation, parameters: [...parametersOf(operation), IDEMPOTENCY_KEY] };
}

/** Headers of an operation's success. */
export function successHeaders(
  { method, isVersioned }: { readonly method: string; readonly isVersioned: boolean },
  operation: JsonObject,
): JsonObject {
  return {
    ...HEADERS,
    ...(isVersioned && (method === 'get' || method === 'put') ? ETAG : {}),
    ...(takesIdempotencyKey(method, operation) ? REPLAYED : {}),
  };
}

/** Headers of an answer that shows one of these codes. */
export function errorHeaders(codes: readonly ErrorCode[]): JsonObject {
  if (codes.every((code) => UNCOUNTED.has(code))) return { 'X-Request-Id': HEADERS['X-Request-Id'] as Json };
  return codes.some((code) => WAITS.has(code)) ? { ...HEADERS, ...RETRY_AFTER } : HEADERS;
}

/** Codes of requests that Node refuses before they are routed. They count against no rate limit. */
export const UNCOUNTED: ReadonlySet<ErrorCode> = new Set(['REQUEST_TIMEOUT', 'HEADERS_TOO_LARGE']);

/** Codes whose answer says how long to wait. */
const WAITS: ReadonlySet<ErrorCode> = new Set([
  'RATE_LIMIT_EXCEEDED',
  'SERVICE_UNAVAILABLE',
  'IDEMPOTENCY_IN_PROGRESS',
]);
