import Ajv2020, { type Options, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Form } from '../../src/platform/http';

/** A body of one media type. */
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
/** What the tests read of an operation of an OpenAPI document. */
export interface Operation {
  readonly operationId: string;
  readonly 'x-required-ability'?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, Answer | { readonly $ref: string }>>;
}
/** What the tests read of a committed OpenAPI document. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly responses: Readonly<Record<string, Answer>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}

/** The document with each parameter in the operations that refer to it. */
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

/** What the references of a schema begin with when they are read from outside its document. */
const DOCUMENT = 'document';

/** The committed documents, each answer of which is told to the last field. */
const documents = new Map<Form, Documented>();

/** The committed document of this form. */
export function documentOf(form: Form): Documented {
  const known = documents.get(form) ?? new Documented(form);
  documents.set(form, known);
  return known;
}

/**
 * Most test files check few of the answers, each of them compiles those anew: a schema that many refer to is compiled
 * once, and that all are JSON Schema at all is checked in one place (forms.test.ts).
 */
const CHECKING: Options = { strict: false, allErrors: true, inlineRefs: false, validateSchema: false };

/** An OpenAPI document that answers are held against. */
export class Documented {
  readonly openapi: OpenApi;
  private readonly ajv = addFormats(new Ajv2020(CHECKING));
  /** By the schema itself: a refusal is one schema for all operations that it is of. */
  private readonly compiled = new Map<object, ValidateFunction>();
  private readonly routes: readonly { readonly pattern: RegExp; readonly path: string }[];

  constructor(form: Form) {
    const file = join(__dirname, '..', '..', 'openapi', `form-${form}.json`);
    this.openapi = withParameters(JSON.parse(readFileSync(file, 'utf8'), toldInFull) as OpenApi);
    this.ajv.addSchema({ $id: DOCUMENT, components: this.openapi.components });
    // A literal segment is taken before a parameter: `/users/me` is not a user's id.
    this.routes = Object.keys(this.openapi.paths)
      .sort((one, other) => one.split('{').length - other.split('{').length)
      .map((path) => ({ path, pattern: new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`) }));
  }

  /** The operation that this call reaches, or nothing where no route is documented. */
  operation(method: string, path: string): { readonly path: string; readonly operation: Operation } | undefined {
    const bare = path.split('?')[0] ?? path;
    const route = this.routes.find(({ pattern }) => pattern.test(bare));
    const operation = route && this.openapi.paths[route.path]?.[method.toLowerCase()];
    return operation && { path: route.path, operation };
  }

  /**
   * What the document does not say of this answer; empty when it keeps its word.
   * Calls that no route is documented for (404, 405) are nobody's word and pass.
   */
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

/**
 * For JSON.parse: the same schemas with no room for a field that they do not name, and references that hold from
 * outside the document too.
 */
function toldInFull(name: string, value: unknown): unknown {
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
