import type { ErrorCode } from '../../../common/errors';
import { DEPRECATED_FIELD } from '../routing/deprecates';
import { type Json, type JsonObject, componentName } from './schema';

/** What an answer may carry. */
const DESCRIBED: JsonObject = {
  'X-Request-Id': {
    description: "The request's id, yours if you sent one.",
    schema: { type: 'string', example: '0b9c7a1e-5d3f-4a51-8d0c-7f8a5a3c9e21' },
  },
  'X-RateLimit-Limit': {
    description: 'Requests a minute that the plan allows the token.',
    schema: { type: 'integer', example: 300 },
  },
  'X-RateLimit-Remaining': {
    description: 'Requests left in this minute.',
    schema: { type: 'integer', example: 299 },
  },
  'X-RateLimit-Reset': {
    description: 'Unix seconds at which the minute ends.',
    schema: { type: 'integer', example: 1795253460 },
  },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', example: 17 } },
  ETag: { description: 'The version shown, for `If-Match`.', schema: { type: 'string', example: '"3"' } },
  'Idempotency-Replayed': {
    description: '`true` on the answer of an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'], example: 'true' },
  },
  Deprecation: {
    description:
      'Where a deprecated field was read or written: since when it is deprecated, `@` and Unix seconds (RFC 9745).',
    schema: { type: 'string', example: '@1795305600' },
  },
  Sunset: {
    description: 'Beside `Deprecation`: from when on the field may be gone (RFC 8594).',
    schema: { type: 'string', example: 'Fri, 31 Dec 2027 23:59:59 GMT' },
  },
  Link: {
    description: 'The page about this refusal: `<https://.../docs/errors/UNAUTHENTICATED>; rel="help"`.',
    schema: { type: 'string', example: '<https://api.example/docs/errors/UNAUTHENTICATED>; rel="help"' },
  },
};

/** The headers of all answers as components, once for the whole document. */
export const SHARED_HEADERS: JsonObject = Object.fromEntries(
  Object.entries(DESCRIBED).map(([name, header]) => [componentName(name), header]),
);

const headers = (...names: readonly string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${componentName(name)}` }]));

const HEADERS = headers('X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset');

const IDEMPOTENCY_KEY: JsonObject = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes the request safe to send again: for 24 hours the same key of the same token is answered with the first answer. Use a new one, such as a UUID, for each thing you mean to do.',
  // The example stands in the schema: Swagger UI would send the parameter's own with every request, and the second be refused.
  schema: {
    type: 'string',
    minLength: 1,
    maxLength: 255,
    pattern: '^[\\x21-\\x7e]+$',
    examples: ['order-2026-0117'],
  },
};

export const IF_MATCH = 'If-Match';

/** Keys belong to a token, so an operation that needs none takes none. */
export const takesIdempotencyKey = (method: string, operation: JsonObject): boolean =>
  (method === 'post' || method === 'put') && Array.isArray(operation['security']) && operation['security'].length > 0;

/** The parameters of an operation, perhaps none. */
export const parametersOf = (operation: JsonObject): JsonObject[] => (operation['parameters'] ?? []) as JsonObject[];

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
    ...(isVersioned && (method === 'get' || method === 'put') ? headers('ETag') : {}),
    ...(takesIdempotencyKey(method, operation) ? headers('Idempotency-Replayed') : {}),
    ...(DEPRECATED_FIELD in operation ? headers('Deprecation', 'Sunset') : {}),
  };
}

/** Headers of an answer that shows one of these codes. */
export function errorHeaders(codes: readonly ErrorCode[]): JsonObject {
  if (codes.every((code) => UNCOUNTED.has(code))) return { 'X-Request-Id': HEADERS['X-Request-Id'] as Json };
  return {
    ...HEADERS,
    ...(codes.some((code) => WAITS.has(code)) ? headers('Retry-After') : {}),
    ...(codes.some((code) => IN_AUTH_SHAPE.has(code)) ? headers('Link') : {}),
  };
}

/** Codes of requests that Node refuses before they are routed. They count against no rate limit. */
export const UNCOUNTED: ReadonlySet<ErrorCode> = new Set(['REQUEST_TIMEOUT', 'HEADERS_TOO_LARGE']);

/** Codes whose body has no room for the address of a page about them. */
const IN_AUTH_SHAPE: ReadonlySet<ErrorCode> = new Set(['UNAUTHENTICATED', 'FORBIDDEN_ABILITY']);

/** Codes whose answer says how long to wait. */
const WAITS: ReadonlySet<ErrorCode> = new Set([
  'RATE_LIMIT_EXCEEDED',
  'SERVICE_UNAVAILABLE',
  'IDEMPOTENCY_IN_PROGRESS',
]);
