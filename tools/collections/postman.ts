import { bodyOf } from './bodies';
import { type OpenApi, type Operation, type Parameter, operationsOf, textOf } from './document';
import { planOf } from './plan';
import type { Step } from './story';
import { Variables } from './variables';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/**
 * A Postman collection, format 2.1, of every operation of a document: folders, requests, tests and the variables of ids.
 * @throws Error that names the operation which cannot be asked, and why
 */
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

/** The same requests. @throws Error when two of a folder have one name, for Bruno makes a file of each */
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
      name: step.name ?? operation.name,
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

  /** Tests the status, and keeps parts of a good answer for the requests that follow. */
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

/** What is told of a request beside its fields. */
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
