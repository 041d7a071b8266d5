/** What of an OpenAPI document the collections are made of. */
export interface OpenApi {
  readonly info: { readonly title: string; readonly description?: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

interface Schema {
  readonly type?: string;
  readonly default?: Json;
  readonly example?: Json;
  readonly examples?: readonly Json[];
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Reference | Schema>>;
}

interface Reference {
  readonly $ref: string;
}

interface RawParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: Json;
  readonly examples?: Readonly<Record<string, Reference | { readonly value: Json }>>;
  readonly schema?: Reference | Schema;
}

interface Media {
  readonly schema?: Reference | Schema;
  readonly example?: Json;
  readonly examples?: Readonly<Record<string, Reference | { readonly value: Json }>>;
}

interface RawOperation {
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly object[];
  readonly parameters?: readonly (Reference | RawParameter)[];
  readonly requestBody?: Reference | { readonly required?: boolean; readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, unknown>>;
  readonly 'x-required-ability'?: string;
  readonly 'x-required-permission'?: string;
}

export interface Parameter {
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
  readonly isNumber: boolean;
  /** Undefined where the document has none. */
  readonly example: Json | undefined;
}

/** A body that an operation takes: JSON with its examples, or a form with files. */
export type Body =
  | { readonly kind: 'json'; readonly isRequired: boolean; readonly examples: ReadonlyMap<string, Json> }
  | {
      readonly kind: 'form';
      readonly file: string;
      readonly fields: readonly (readonly [name: string, value: string])[];
    }
  | { readonly kind: 'raw'; readonly type: string; readonly example: Json | undefined };

/** One operation, with every reference followed. */
export interface Operation {
  /** `POST /vendors/{id}/block`: what the story calls it. */
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  readonly name: string;
  readonly description: string;
  readonly isPublic: boolean;
  readonly needs: string | undefined;
  readonly permission: string | undefined;
  readonly inPath: readonly Parameter[];
  readonly inQuery: readonly Parameter[];
  readonly inHeaders: readonly Parameter[];
  readonly body: Body | undefined;
  /** Statuses of success, lowest first. */
  readonly succeeds: readonly number[];
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** Every operation of a document, in its order. @throws Error when one has no tag or no summary */
export function operationsOf(document: OpenApi): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const raw = item[method];
      return raw === undefined ? [] : [operation(document, method.toUpperCase(), path, raw)];
    }),
  );
}

function operation(document: OpenApi, method: string, path: string, raw: RawOperation): Operation {
  const key = `${method} ${path}`;
  const [tag] = raw.tags ?? [];
  if (tag === undefined || raw.summary === undefined) throw new Error(`${key} has no tag or no summary`);
  const parameters = (raw.parameters ?? []).map((one) => follow<RawParameter>(document, one));
  const of = (place: RawParameter['in']): Parameter[] =>
    parameters.filter((one) => one.in === place).map((one) => parameter(document, one));
  return {
    key,
    method,
    path,
    tag,
    name: raw.summary.replace(/\.$/, ''),
    description: raw.description ?? '',
    isPublic: raw.security?.length === 0,
    needs: raw['x-required-ability'],
    permission: raw['x-required-permission'],
    inPath: of('path'),
    inQuery: of('query'),
    inHeaders: of('header'),
    body: raw.requestBody && body(document, key, follow(document, raw.requestBody)),
    succeeds: Object.keys(raw.responses)
      .map(Number)
      .filter((status) => status < 300),
  };
}

function parameter(document: OpenApi, raw: RawParameter): Parameter {
  const schema = raw.schema && follow<Schema>(document, raw.schema);
  const [[, named] = []] = examplesOf(document, raw);
  return {
    name: raw.name,
    description: raw.description ?? '',
    isRequired: raw.required === true,
    isNumber: ['integer', 'number'].includes(schema?.type ?? ''),
    // What stands beside a reference is nearer than what the named schema shows.
    example: named ?? exampleOf(raw.schema as Schema | undefined) ?? exampleOf(schema),
  };
}

function body(
  document: OpenApi,
  key: string,
  { required, content }: Exclude<RawOperation['requestBody'], Reference | undefined>,
): Body {
  const json = content['application/json'];
  if (json) return { kind: 'json', isRequired: required === true, examples: new Map(examplesOf(document, json)) };
  const form = content['multipart/form-data'];
  if (form) return formBody(document, key, form);
  const [[type, media] = []] = Object.entries(content);
  if (type === undefined || media === undefined) throw new Error(`${key} takes a body of no type`);
  const [[, example] = []] = examplesOf(document, media);
  return { kind: 'raw', type, example };
}

function formBody(document: OpenApi, key: string, form: Media): Body {
  const schema = form.schema && follow<Schema>(document, form.schema);
  const properties = Object.entries(schema?.properties ?? {}).map(
    ([name, one]) => [name, follow<Schema>(document, one)] as const,
  );
  const file = properties.find(([, { format }]) => format === 'binary')?.[0];
  if (file === undefined) throw new Error(`${key} takes a form in which no field is a file`);
  const fields = properties
    .filter(([name]) => name !== file)
    .map(([name, one]) => [name, textOf(exampleOf(one))] as const)
    .filter(([, value]) => value !== '');
  return { kind: 'form', file, fields };
}

/** What is written of a value in a path, a query or a form. */
export const textOf = (value: Json | undefined): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);

const exampleOf = (schema: Schema | undefined): Json | undefined =>
  schema?.example ?? schema?.examples?.[0] ?? schema?.default;

/** The examples of a parameter or a body, by their names. */
function examplesOf(
  document: OpenApi,
  { example, examples = {} }: Pick<Media, 'example' | 'examples'>,
): [string, Json][] {
  if (example !== undefined) return [['example', example]];
  return Object.entries(examples).map(([name, one]) => [name, follow<{ readonly value: Json }>(document, one).value]);
}

/** What is meant, where a reference stands for it. @throws Error when it leads nowhere */
function follow<Meant>(document: OpenApi, value: Reference | Meant): Meant {
  if (typeof value !== 'object' || value === null || !('$ref' in value)) return value;
  const [, , kind = '', name = ''] = value.$ref.split('/');
  const meant = document.components[kind]?.[name];
  if (meant === undefined) throw new Error(`${value.$ref} leads nowhere`);
  return follow(document, meant as Reference | Meant);
}
