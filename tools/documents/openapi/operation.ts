import type { ErrorCode } from '../../../src/common/errors';
import { type MessageKey, translate } from '../../../src/messages';
import { STATUS } from '../../../src/platform/http/errors/status';
import { exampleBody } from '../../../src/platform/http/errors/examples';
import type { Form } from '../../../src/platform/http/request/form';
import { MESSAGES, RULE_CODES, WRAPPING, Wrapping } from '../../../src/platform/http/openapi/answers';
import { envelopeSchema } from './answer-schemas';
import { ANSWER, type OwnAnswer, ownExample, withExamples, withIds } from './examples';
import {
  IF_MATCH,
  UNCOUNTED,
  errorHeaders,
  parameter,
  parametersOf,
  successHeaders,
  takesIdempotencyKey,
  withIdempotencyKey,
} from './headers';
import { type Json, type JsonObject, exampleOf, isObject, mapValues } from './schema';

interface Place {
  readonly method: string;
  readonly path: string;
  readonly isVersioned: boolean;
  readonly schemas: JsonObject;
  /** Fields that example responses leave empty; see `Reference`. */
  readonly rare: ReadonlySet<string>;
}

export function completeOperation(form: Form, bare: JsonObject, place: Place): JsonObject {
  const { method, schemas } = place;
  const operation = withIdempotencyKey(method, withExamples(bare));
  const codes = (operation[RULE_CODES] as ErrorCode[] | undefined) ?? [];
  // The document requires a token by default; an operation without a token overrides that.
  const {
    [WRAPPING]: wrapping,
    [RULE_CODES]: _codes,
    [MESSAGES]: _messages,
    [ANSWER]: _answer,
    security,
    ...rest
  } = operation;
  const headers = successHeaders(place, operation);
  const responses = mapValues(operation['responses'] as Record<string, JsonObject>, (response, status) => {
    const own = ownAnswer(form, operation, status, place);
    return success(form, (wrapping as Wrapping | undefined) ?? 'single', { ...response, headers }, { schemas, own });
  });
  return {
    ...rest,
    ...(operation['parameters'] ? { parameters: parametersOf(operation).map(withAlias) } : {}),
    ...(isObject(operation['requestBody'])
      ? { requestBody: requestBody(method, operation['requestBody'], schemas) }
      : {}),
    ...(security ? {} : { security: [] }),
    responses: { ...responses, ...errorResponses(form, errorCodes(method, operation, codes)) },
  };
}

function ownAnswer(form: Form, operation: JsonObject, status: string, { path, rare }: Place): OwnAnswer {
  const messages = (operation[MESSAGES] ?? {}) as Readonly<Record<string, MessageKey>>;
  const key = form === 'b' ? messages[status] : undefined;
  return {
    answer: operation[ANSWER] ?? {},
    message: key && translate('en', key),
    path: withIds(path, parametersOf(operation)),
    rare,
  };
}

/** Older names of parameters. Readers see only the newer name; generated clients know both. */
const ALIASES: Readonly<Record<string, string>> = { sort_by: 'sort', sort_order: 'order' };

function withAlias(one: JsonObject): JsonObject {
  const other = ALIASES[one['name'] as string];
  return other === undefined ? one : { ...one, 'x-alias-of': other };
}

function success(
  form: Form,
  wrapping: Wrapping,
  response: JsonObject,
  { schemas, own }: { readonly schemas: JsonObject; readonly own: OwnAnswer },
): JsonObject {
  const content = response['content'];
  const json = isObject(content) ? content['application/json'] : undefined;
  if (!isObject(json) || wrapping === 'none' || !isObject(content)) return response;
  const schema = envelopeSchema(form, wrapping, json['schema'] as JsonObject);
  return {
    ...response,
    content: { ...content, 'application/json': { schema, example: ownExample(exampleOf(schema, schemas), own) } },
  };
}

/** Adds an example if there is none. A POST body without required fields is optional. */
function requestBody(method: string, body: JsonObject, schemas: JsonObject): JsonObject {
  const content = body['content'];
  if (!isObject(content)) return body;
  const json = content['application/json'];
  if (!isObject(json)) return { ...body, content: mapValues(content as Record<string, JsonObject>, ownExamples) };
  const schema = json['schema'];
  return {
    ...body,
    required: method !== 'post' || requiresAnything(schema, schemas),
    content: {
      ...content,
      'application/json': json['examples'] ? json : { ...json, example: exampleOf(schema, schemas) },
    },
  };
}

function ownExamples(media: JsonObject, type: string): JsonObject {
  const examples = media['examples'];
  return isObject(examples) && type in examples ? { ...media, examples: { [type]: examples[type] as Json } } : media;
}

function requiresAnything(schema: Json | undefined, schemas: JsonObject): boolean {
  if (!isObject(schema)) return true;
  const reference = schema['$ref'];
  const target = typeof reference === 'string' ? schemas[reference.split('/').at(-1) ?? ''] : schema;
  return !isObject(target) || (Array.isArray(target['required']) && target['required'].length > 0);
}

function errorCodes(method: string, operation: JsonObject, rules: readonly ErrorCode[]): Set<ErrorCode> {
  const codes = new Set<ErrorCode>([
    // Every operation rejects unknown parameters.
    'BAD_REQUEST',
    'RATE_LIMIT_EXCEEDED',
    'INTERNAL_ERROR',
    'SERVICE_UNAVAILABLE',
    'NOT_ACCEPTABLE',
    ...UNCOUNTED,
  ]);
  if (operation['security']) codes.add('UNAUTHENTICATED');
  if (operation['x-required-ability']) codes.add('FORBIDDEN_ABILITY');
  if ((operation['x-required-permission'] ?? 'none') !== 'none') codes.add('ROLE_NOT_PERMITTED');
  if (parametersOf(operation).some((one) => one['in'] === 'path')) codes.add('NOT_FOUND');
  // A body is read even if the operation has none, and its fields are rejected by name.
  if (method === 'post' || method === 'put') {
    for (const code of ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'VALIDATION_ERROR'] as const) codes.add(code);
  }
  return new Set([...codes, ...retryCodes(method, operation), ...rules]);
}

const retryCodes = (method: string, operation: JsonObject): ErrorCode[] => [
  ...(parameter(operation, IF_MATCH) ? (['PRECONDITION_FAILED'] as const) : []),
  ...(takesIdempotencyKey(method, operation) ? (['IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED'] as const) : []),
];

function errorResponses(form: Form, codes: Set<ErrorCode>): JsonObject {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) byStatus.set(STATUS[code], [...(byStatus.get(STATUS[code]) ?? []), code]);
  return Object.fromEntries(
    [...byStatus].sort(([a], [b]) => a - b).map(([status, sharing]) => [String(status), errorResponse(form, sharing)]),
  );
}

function errorResponse(form: Form, codes: readonly ErrorCode[]): JsonObject {
  const schemas = [...new Set(codes.map((code) => SCHEMA_OF[code] ?? 'Error'))].map((name) => ({
    $ref: `#/components/schemas/${name}`,
  }));
  return {
    description: codes.join(', '),
    headers: errorHeaders(codes),
    content: {
      'application/json': {
        schema: schemas.length === 1 ? (schemas[0] as Json) : { anyOf: schemas },
        examples: Object.fromEntries(codes.map((code) => [code, { value: exampleBody(form, code) as Json }])),
      },
    },
  };
}

const SCHEMA_OF: Partial<Record<ErrorCode, string>> = {
  UNAUTHENTICATED: 'UnauthenticatedError',
  FORBIDDEN_ABILITY: 'AbilityError',
};
