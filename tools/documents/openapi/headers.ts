import type { ErrorCode } from '../../../src/common/errors';
import { DEPRECATED_FIELD } from '../../../src/platform/http/routing/deprecates';
import { type Json, type JsonObject, componentName } from './schema';

const DESCRIBED: JsonObject = {
  'X-Request-Id': {
    description: 'The id of the request: yours if you sent one.',
    schema: { type: 'string', example: '0b9c7a1e-5d3f-4a51-8d0c-7f8a5a3c9e21' },
  },
  'X-RateLimit-Limit': {
    description: 'Requests per minute that the plan of the tenant permits.',
    schema: { type: 'integer', example: 300 },
  },
  'X-RateLimit-Remaining': {
    description: 'Remaining requests in this minute.',
    schema: { type: 'integer', example: 299 },
  },
  'X-RateLimit-Reset': {
    description: 'The end of the minute in Unix seconds.',
    schema: { type: 'integer', example: 1795253460 },
  },
  'Retry-After': { description: 'Seconds to wait before a retry.', schema: { type: 'integer', example: 17 } },
  ETag: {
    description: 'The version of the returned record, for `If-Match`.',
    schema: { type: 'string', example: '"3"' },
  },
  'Idempotency-Replayed': {
    description: '`true` if this is the stored response of an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'], example: 'true' },
  },
  Deprecation: {
    description:
      'Sent if a deprecated field was read or written: `@` and the start of the deprecation in Unix seconds (RFC 9745).',
    schema: { type: 'string', example: '@1795305600' },
  },
  Sunset: {
    description: 'Sent with `Deprecation`: the earliest removal of the field (RFC 8594).',
    schema: { type: 'string', example: 'Fri, 31 Dec 2027 23:59:59 GMT' },
  },
  Link: {
    description: 'The page about this error: `<https://.../docs/errors/UNAUTHENTICATED>; rel="help"`.',
    schema: { type: 'string', example: '<https://api.example/docs/errors/UNAUTHENTICATED>; rel="help"' },
  },
};

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
    'Makes retries safe: for 24 hours a request with the same key and token gets the first response again. Use a new key, such as a UUID, for each new action.',
  // In the schema, because Swagger UI sends a parameter's own example with every request.
  schema: {
    type: 'string',
    minLength: 1,
    maxLength: 255,
    pattern: '^[\\x21-\\x7e]+$',
    examples: ['order-2026-0117'],
  },
};

export const IF_MATCH = 'If-Match';

/** A key belongs to a token, so operations without a token do not accept one. */
export const takesIdempotencyKey = (method: string, operation: JsonObject): boolean =>
  (method === 'post' || method === 'put') && Array.isArray(operation['security']) && operation['security'].length > 0;

export const parametersOf = (operation: JsonObject): JsonObject[] => (operation['parameters'] ?? []) as JsonObject[];

export const parameter = (operation: JsonObject, name: string): JsonObject | undefined =>
  parametersOf(operation).find((one) => one['name'] === name);

export function withIdempotencyKey(method: string, operation: JsonObject): JsonObject {
  if (!takesIdempotencyKey(method, operation)) return operation;
  return { ...operation, parameters: [...parametersOf(operation), IDEMPOTENCY_KEY] };
}

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

export function errorHeaders(codes: readonly ErrorCode[]): JsonObject {
  if (codes.every((code) => UNCOUNTED.has(code))) return { 'X-Request-Id': HEADERS['X-Request-Id'] as Json };
  return {
    ...HEADERS,
    ...(codes.some((code) => WAITS.has(code)) ? headers('Retry-After') : {}),
    ...(codes.some((code) => IN_AUTH_SHAPE.has(code)) ? headers('Link') : {}),
  };
}

/** Codes of requests that Node rejects before routing. They count against no rate limit. */
export const UNCOUNTED: ReadonlySet<ErrorCode> = new Set(['REQUEST_TIMEOUT', 'HEADERS_TOO_LARGE']);

/** Codes whose body has no field for the URL of their page. */
const IN_AUTH_SHAPE: ReadonlySet<ErrorCode> = new Set(['UNAUTHENTICATED', 'FORBIDDEN_ABILITY']);

const WAITS = new Set<ErrorCode>(['RATE_LIMIT_EXCEEDED', 'SERVICE_UNAVAILABLE', 'IDEMPOTENCY_IN_PROGRESS']);
