import Ajv2020, { type Options, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Form } from '../../src/platform/http';

export interface Media {
  readonly schema?: object;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly summary?: string; readonly value: object | string }>>;
}
interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: { readonly examples?: readonly unknown[] };
  readonly example?: unknown;
}
interface Answer {
  readonly content?: Readonly<Record<string, Media>>;
  readonly headers?: Readonly<Record<string, unknown>>;
}
/** The parts of an OpenAPI operation that the tests read. */
export interface Operation {
  readonly operationId: string;
  readonly 'x-required-ability'?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, Answer | { readonly $ref: string }>>;
}
/** The parts of a committed OpenAPI document that the tests read. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly responses: Readonly<Record<string, Answer>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}

/** The document with parameter references resolved. */
function withParameters(document: OpenApi): OpenApi {
  const inPlace = (parameter: Parameter | { readonly $ref: string }): Parameter =>
    '$ref' in parameter
      ? (document.components.parameters[parameter.$ref.split('/').at(-1) ?? ''] as Parameter)
      : parameter;
  const operation = (one: Operation): Operation => ({ ...one, parameters: (one.parameters ?? []).map(inPlace) });
  const paths = Object.entries(document.paths).map(([path, item]) => [
    path,
    Object.fromEntries(Object.entries(item).map(([method, one]) => [method, operation(one)])),
  ]);
  return { ...document, paths: Object.fromEntries(paths) as OpenApi['paths'] };
}

/** Prefix of schema references when read from outside the document. */
const DOCUMENT = 'document';

/** Committed documents whose schemas reject undocumented fields. */
const documents = new Map<Form, Documented>();

export function documentOf(form: Form): Documented {
  const known = documents.get(form) ?? new Documented(form);
  documents.set(form, known);
  return known;
}

/**
 * Most test files check few responses, and each file compiles its schemas again. Without inlining, a shared schema is
 * compiled once. Only forms.test.ts checks that the schemas are valid JSON Schema.
 */
const CHECKING: Options = { strict: false, allErrors: true, inlineRefs: false, validateSchema: false };

export class Documented {
  readonly openapi: OpenApi;
  private readonly ajv = addFormats(new Ajv2020(CHECKING));
  /** Keyed by schema: an error response has one schema for all operations. */
  private readonly compiled = new Map<object, ValidateFunction>();
  private readonly routes: readonly { readonly pattern: RegExp; readonly path: string }[];

  constructor(form: Form) {
    const file = join(__dirname, '..', '..', 'openapi', `form-${form}.json`);
    this.openapi = withParameters(JSON.parse(readFileSync(file, 'utf8'), describedInFull) as OpenApi);
    this.ajv.addSchema({ $id: DOCUMENT, components: this.openapi.components });
    // A literal segment takes precedence over a parameter: `/users/me` is not a user's id.
    this.routes = Object.keys(this.openapi.paths)
      .sort((one, other) => one.split('{').length - other.split('{').length)
      .map((path) => ({ path, pattern: new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`) }));
  }

  /** The operation that this call reaches, or undefined if no route is documented. */
  operation(method: string, path: string): { readonly path: string; readonly operation: Operation } | undefined {
    const bare = path.split('?')[0] ?? path;
    const route = this.routes.find(({ pattern }) => pattern.test(bare));
    const operation = route && this.openapi.paths[route.path]?.[method.toLowerCase()];
    return operation && { path: route.path, operation };
  }

  /** The differences between this response and the document. Calls without a documented route (404, 405) have none. */
  faults(method: string, path: string, status: number, type: string | null, body: unknown): readonly string[] {
    const found = this.operation(method, path);
    if (!found) return [];
    const answer = this.answer(found.operation, status);
    if (!answer) return [`${String(status)} is not documented`];
    const media = (type ?? '').split(';')[0] ?? '';
    if (!answer.content) return body === undefined ? [] : ['a body is not documented'];
    const content = answer.content[media];
    if (!content) return [`${media || 'no content type'} is not documented`];
    if (media !== 'application/json' || !content.schema) return [];
    const validate = this.validator(content.schema);
    if (validate(body)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath || '/'} ${message ?? ''} ${JSON.stringify(params)}`,
    );
  }

  private answer(operation: Operation, status: number): Answer | undefined {
    const answer = operation.responses[status];
    if (!answer || !('$ref' in answer)) return answer;
    return this.openapi.components.responses[answer.$ref.split('/').at(-1) ?? ''];
  }

  private validator(schema: object): ValidateFunction {
    const known = this.compiled.get(schema) ?? this.ajv.compile(schema);
    this.compiled.set(schema, known);
    return known;
  }
}

/** Reviver for JSON.parse: closes schemas to undocumented fields, and makes references resolvable from outside. */
function describedInFull(name: string, value: unknown): unknown {
  if (name === '$ref' && typeof value === 'string') return value.replace(/^#/, `${DOCUMENT}#`);
  const isOpen =
    isSchema(value) &&
    value['type'] === 'object' &&
    isSchema(value['properties']) &&
    !('additionalProperties' in value);
  return isOpen ? { ...value, additionalProperties: false } : value;
}

const isSchema = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
