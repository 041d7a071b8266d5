/** The parts of an OpenAPI document that the collections use. */
export interface OpenApi {
  readonly info: { readonly title: string; readonly description?: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>>;
}

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly default?: Json;
  readonly example?: Json;
  readonly examples?: readonly Json[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Media {
  readonly schema?: Schema;
  readonly example?: Json;
  readonly examples?: Readonly<Record<string, { readonly value: Json }>>;
}

interface RawParameter extends Media {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
}

interface RawOperation {
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly object[];
  readonly parameters?: readonly RawParameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, unknown>>;
  readonly 'x-required-ability'?: string;
  readonly 'x-required-permission'?: string;
}

export interface Parameter {
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
  readonly isNumber: boolean;
  /** Undefined if the document has none. */
  readonly example: Json | undefined;
}

/** The request body in its first media type. */
export interface Body {
  readonly type: string;
  readonly isRequired: boolean;
  readonly examples: ReadonlyMap<string, Json>;
  /** Form fields. */
  readonly fields: readonly { readonly name: string; readonly isFile: boolean; readonly value: string }[];
}

/** An operation with resolved references. */
export interface Operation {
  /** `POST /vendors/{id}/block`, as used in the story. */
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly isPublic: boolean;
  readonly needs: string | undefined;
  readonly permission: string | undefined;
  readonly inPath: readonly Parameter[];
  readonly inQuery: readonly Parameter[];
  readonly inHeaders: readonly Parameter[];
  readonly body: Body | undefined;
  /** Status codes of success, lowest first. */
  readonly succeeds: readonly number[];
}

/** All operations in document order. @throws Error for one without tag or summary */
export function operationsOf(document: OpenApi): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, raw]) => operation(document, method.toUpperCase(), path, raw)),
  );
}

function operation(document: OpenApi, method: string, path: string, raw: RawOperation): Operation {
  const key = `${method} ${path}`;
  const [tag] = raw.tags ?? [];
  if (tag === undefined || raw.summary === undefined) throw new Error(`${key} has no tag or no summary`);
  const parameters = resolved(document, raw.parameters ?? []);
  const of = (place: RawParameter['in']): Parameter[] => parameters.filter((one) => one.in === place).map(parameter);
  return {
    key,
    method,
    path,
    tag,
    summary: raw.summary,
    description: raw.description ?? '',
    isPublic: raw.security?.length === 0,
    needs: raw['x-required-ability'],
    permission: raw['x-required-permission'],
    inPath: of('path'),
    inQuery: of('query'),
    inHeaders: of('header'),
    body: raw.requestBody && body(key, resolved(document, raw.requestBody)),
    succeeds: Object.keys(raw.responses)
      .map(Number)
      .filter((status) => status < 300),
  };
}

/** Whether the operation creates a record. */
export const isMaking = ({ method, succeeds }: Operation): boolean =>
  method === 'POST' && succeeds.some((status) => status === 201 || status === 202);

function parameter(raw: RawParameter): Parameter {
  const [[, named] = []] = examplesOf(raw);
  return {
    name: raw.name,
    description: raw.description ?? '',
    isRequired: raw.required === true,
    isNumber: ['integer', 'number'].includes(raw.schema?.type ?? ''),
    example: named ?? exampleOf(raw.schema),
  };
}

function body(key: string, { required, content }: NonNullable<RawOperation['requestBody']>): Body {
  const [[type, media] = []] = Object.entries(content);
  if (type === undefined || media === undefined) throw new Error(`${key} takes a body of no type`);
  const fields = Object.entries(media.schema?.properties ?? {}).map(([name, schema]) => ({
    name,
    isFile: schema.format === 'binary',
    value: textOf(exampleOf(schema)),
  }));
  return { type, isRequired: required === true, examples: new Map(examplesOf(media)), fields };
}

/** The text of a value in a path, query or form. */
export const textOf = (value: Json | undefined): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);

const exampleOf = (schema: Schema | undefined): Json | undefined =>
  schema?.example ?? schema?.examples?.[0] ?? schema?.default;

/** Examples of a parameter or body, by name. */
function examplesOf({ example, examples = {} }: Media): [string, Json][] {
  if (example !== undefined) return [['example', example]];
  return Object.entries(examples).map(([name, { value }]) => [name, value]);
}

/** Replaces references; keywords next to a reference take precedence. @throws Error for a dangling reference */
function resolved<Value>(document: OpenApi, value: Value): Value {
  if (Array.isArray(value)) return value.map((one: unknown) => resolved(document, one)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, ...own } = value as Readonly<Record<string, unknown>>;
  if (typeof $ref === 'string') return resolved(document, { ...target(document, $ref), ...own } as Value);
  return Object.fromEntries(Object.entries(own).map(([name, one]) => [name, resolved(document, one)])) as Value;
}

function target(document: OpenApi, reference: string): object {
  const [, , kind = '', name = ''] = reference.split('/');
  const found = document.components[kind]?.[name];
  if (found === undefined) throw new Error(`${reference} leads nowhere`);
  return found;
}
