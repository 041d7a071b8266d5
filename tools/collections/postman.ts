import {
  type Body,
  isMaking,
  type Json,
  type OpenApi,
  type Operation,
  operationsOf,
  type Parameter,
  textOf,
} from './document';
import { planOf } from './plan';
import type { Step } from './story';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** Files that requests upload, next to the collections. */
export const FILES: Readonly<Record<string, string>> = {
  'quotation.txt': 'Quotation of Najd Steel Company\n\nReinforcing steel B500B, 16 mm: 2,490.00 SAR a tonne.\n',
};

/** @throws Error for an operation that cannot be requested, with the reason */
export function postmanCollection(document: OpenApi) {
  const operations = operationsOf(document);
  const variables = new Variables(operations);
  const requests = new Requests(document.servers[0]?.url ?? '', operations, variables);
  return {
    info: { name: document.info.title, description: document.info.description ?? '', schema: SCHEMA },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    variable: [
      { key: 'base_url', value: 'http://127.0.0.1:3000' },
      { key: 'token', value: '' },
      { key: 'webhook_url', value: 'https://127.0.0.1:8443/hooks' },
      { key: 'invitation_token', value: 'inv_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' },
      ...[...variables.examples].map(([key, value]) => ({ key, value })),
    ],
    item: planOf(operations).map(({ folder, steps }) => ({
      name: folder,
      description: document.tags.find(({ name }) => name === folder)?.description ?? '',
      item: unlikeNamed(
        folder,
        steps.map((step) => requests.of(step)),
      ),
    })),
  };
}

/** @throws Error for two requests of a folder with the same name, because Bruno uses names as file names */
function unlikeNamed<Request extends { readonly name: string }>(folder: string, requests: readonly Request[]) {
  const names = requests.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice === undefined) return requests;
  throw new Error(`Two requests of ${folder} are called ${twice}: give one another name in the story`);
}

class Requests {
  private readonly byKey: ReadonlyMap<string, Operation>;

  constructor(
    private readonly prefix: string,
    operations: readonly Operation[],
    private readonly variables: Variables,
  ) {
    this.byKey = new Map(operations.map((one) => [one.key, one]));
  }

  of(step: Step) {
    const operation = this.byKey.get(step.of);
    if (!operation) throw new Error(`The story asks ${step.of}, which the document does not have`);
    const path = `${this.prefix}${operation.path}`.replace(/\{(\w+)\}/g, ':$1');
    const query = operation.inQuery.map((one) => inQuery(operation, one, step));
    const sent = query.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${value}`);
    const { body } = operation;
    return {
      name: step.name ?? operation.summary.replace(/\.$/, ''),
      event: [{ listen: 'test', script: { type: 'text/javascript', exec: this.script(operation, step) } }],
      request: {
        method: operation.method,
        ...(operation.isPublic ? { auth: { type: 'noauth' } } : {}),
        header: [
          { key: 'Accept', value: 'application/json' },
          ...(body && !/json|form/.test(body.type) ? [{ key: 'Content-Type', value: body.type }] : []),
          ...operation.inHeaders.map(header),
        ],
        url: {
          raw: `{{base_url}}${path}${sent.length > 0 ? `?${sent.join('&')}` : ''}`,
          host: ['{{base_url}}'],
          path: path.slice(1).split('/'),
          query,
          variable: operation.inPath.map((one) => this.inPath(operation, one, step)),
        },
        body: bodyOf(operation, step),
        description: about(operation),
      },
    };
  }

  private inPath({ key, path }: Operation, parameter: Parameter, step: Step) {
    const { name, example, description } = parameter;
    const variable = step.ids?.[name] ?? this.variables.of(path, parameter);
    if (variable !== undefined && step.ofDemo !== true) return { key: name, value: `{{${variable}}}`, description };
    if (example === undefined) throw new Error(`${key} has no example of {${name}}`);
    return { key: name, value: textOf(example), description };
  }

  /** Tests the status, and saves parts of a successful response for later requests. */
  private script(operation: Operation, step: Step): string[] {
    const expects = step.expects ?? operation.succeeds;
    const saves = Object.entries(step.saves ?? {});
    const usual = this.variables.savedBy(operation);
    if (usual !== undefined && !saves.some(([, path]) => path === 'id'))
      saves.push([usual, operation.method === 'GET' ? '0.id' : 'id']);
    const lines = saves.flatMap(([variable, path]) => {
      const parts = path.split('.').map((part) => (/^\d+$/.test(part) ? `?.[${part}]` : `?.${part}`));
      return [
        `  const ${variable} = pm.response.json().data${parts.join('')};`,
        `  if (${variable} !== undefined) pm.collectionVariables.set("${variable}", ${variable});`,
      ];
    });
    return [
      `pm.test("is answered ${expects.join(' or ')}", () => pm.expect(pm.response.code).to.be.oneOf([${expects.join(', ')}]));`,
      ...(lines.length > 0 ? ['if (pm.response.code < 300) {', ...lines, '}'] : []),
    ];
  }
}

function inQuery({ key }: Operation, { name, example, isRequired, description }: Parameter, step: Step) {
  const own = step.query?.[name];
  if (isRequired && own === undefined && example === undefined)
    throw new Error(`${key} has no example of the parameter ${name}, which it requires`);
  return { key: name, value: own ?? textOf(example), description, disabled: own === undefined && !isRequired };
}

const header = ({ name, example, description }: Parameter) => ({
  key: name,
  value: name === 'Idempotency-Key' ? '{{$guid}}' : textOf(example),
  description,
  disabled: true,
});

/** Documentation of a request. */
function about({ key, description, needs, permission, inQuery: parameters }: Operation): string {
  const asks = [
    needs && `the ability \`${needs}\``,
    permission && permission !== 'none' && `the permission \`${permission}\``,
  ].filter(Boolean);
  const list = parameters.filter((one) => one.description !== '').map((one) => `- \`${one.name}\`: ${one.description}`);
  return [`\`${key}\``, description, asks.length > 0 && `It asks for ${asks.join(' and ')}.`, list.join('\n')]
    .filter(Boolean)
    .join('\n\n');
}

/** The request body for Postman; undefined without one. @throws Error if the document has no example */
function bodyOf({ key, body }: Operation, step: Step): object | undefined {
  if (body === undefined) return undefined;
  if (body.type === 'multipart/form-data') return { mode: 'formdata', formdata: body.fields.map(field) };
  const example = exampleOf(key, body, step.example);
  if (example === undefined) return undefined;
  if (body.type !== 'application/json') return { mode: 'raw', raw: textOf(example) };
  return { mode: 'raw', raw: jsonOf(key, example, step.set ?? {}), options: { raw: { language: 'json' } } };
}

/** The example with this name, or the first one; undefined for an optional body without example. */
function exampleOf(key: string, { examples, isRequired }: Body, name?: string): Json | undefined {
  const [first = ''] = examples.keys();
  const example = examples.get(name ?? first);
  if (example !== undefined || (name === undefined && !isRequired)) return example;
  throw new Error(`${key} has no example of its body${name === undefined ? '' : ` called ${name}`}`);
}

const field = ({ name, isFile, value }: Body['fields'][number]): object =>
  isFile ? { key: name, type: 'file', src: Object.keys(FILES)[0] } : { key: name, type: 'text', value };

function jsonOf(key: string, example: Json, set: NonNullable<Step['set']>): string {
  const unknown = Object.keys(set).filter((name) => !JSON.stringify(example).includes(`"${name}":`));
  if (unknown.length > 0) throw new Error(`The example of ${key} has no field ${unknown.join(', ')}`);
  // An id that is a whole value becomes a number.
  return JSON.stringify(withValues(example, set), undefined, 2).replace(/"(\{\{\w+_id\}\})"/g, '$1');
}

/** Replaces the values of these fields at any depth. */
function withValues(value: Json, set: Readonly<Record<string, Json>>): Json {
  if (Array.isArray(value)) return value.map((one: Json) => withValues(one, set));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value as { readonly [name: string]: Json });
  return Object.fromEntries(fields.map(([name, one]) => [name, set[name] ?? withValues(one, set)]));
}

/** Collection variables for record ids. */
class Variables {
  /** Initial values: ids of the demo tenant in the document's examples. */
  readonly examples = new Map<string, string>();
  private readonly lists: ReadonlySet<string>;

  constructor(private readonly operations: readonly Operation[]) {
    this.lists = new Set(operations.map(({ path }) => path).filter((path) => !path.endsWith('}')));
    for (const { path, inPath } of operations) {
      for (const parameter of inPath) {
        const variable = this.of(path, parameter);
        if (variable !== undefined && !this.examples.has(variable))
          this.examples.set(variable, textOf(parameter.example));
      }
    }
  }

  /** Undefined if the parameter is not a record id (`/roles/{slug}`, `/vendors/by-external-id/{id}`). */
  of(path: string, { name, isNumber }: Parameter): string | undefined {
    if (name !== 'id' && !name.endsWith('_id')) return undefined;
    const before = path.slice(0, path.indexOf(`/{${name}}`));
    if (!isNumber && !this.lists.has(before)) return undefined;
    return name === 'id' ? idOf(before) : name;
  }

  /** The variable that saves the created record, or the first record of a list without a create operation. */
  savedBy(operation: Operation): string | undefined {
    const { method, path } = operation;
    const parameter = this.parameterBelow(path);
    const isListedAlone =
      method === 'GET' && parameter?.endsWith('id') && !this.operations.some(({ key }) => key === `POST ${path}`);
    if (!isMaking(operation) && isListedAlone !== true) return undefined;
    const variable = parameter === undefined || parameter === 'id' ? idOf(path) : parameter;
    return this.examples.has(variable) ? variable : undefined;
  }

  /** The parameter of a single record below a list: `account_id` for `/vendors/{id}/bank-accounts`. */
  private parameterBelow(list: string): string | undefined {
    const below = this.operations.find(({ path }) => path.startsWith(`${list}/{`));
    return below && /\{(\w+)\}/.exec(below.path.slice(list.length))?.[1];
  }
}

/** `/purchase-orders` and `/x/{id}/purchase-orders` → `purchase_order_id`. */
function idOf(path: string): string {
  const last = path.split('/').at(-1) ?? '';
  const singular = last.replace(/ies$/, 'y').replace(/s$/, '');
  return `${singular.replace(/-/g, '_')}_id`;
}
