import { about } from './about';
import { FILES, type Plan, type PlannedBody, type PlannedParameter, type PlannedRequest } from './plan';

/** The files of a Bruno collection, by their path in its folder. @throws Error when two requests would be one file */
export function brunoFiles(plan: Plan): Map<string, string> {
  const files = new Map<string, string>();
  const add = (path: string, content: string): void => {
    if (files.has(path)) throw new Error(`Two requests are called ${path}: give one another name in the story`);
    files.set(path, content);
  };
  add(
    'bruno.json',
    `${JSON.stringify({ version: '1', name: plan.title, type: 'collection', ignore: [] }, undefined, 2)}\n`,
  );
  add('collection.bru', collection(plan));
  add('environments/local.bru', ENVIRONMENT);
  for (const [name, content] of Object.entries(FILES)) add(name, content);
  plan.folders.forEach((folder, index) => {
    const inFolder = fileName(folder.name);
    add(
      `${inFolder}/folder.bru`,
      block('meta', [`name: ${folder.name}`, `seq: ${index + 1}`]) + docs(folder.description),
    );
    folder.requests.forEach((request, at) =>
      add(`${inFolder}/${fileName(request.name)}.bru`, requestFile(plan, request, at + 1)),
    );
  });
  return files;
}

/** `npm start` prints the demo tenant's token. The secret is kept by Bruno, never in a file. */
const ENVIRONMENT =
  block('vars', [
    'base_url: http://127.0.0.1:3000',
    'webhook_url: https://127.0.0.1:8443/hooks',
    'invitation_token: inv_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  ]) + '\nvars:secret [\n  token\n]\n';

function collection({ ids, description }: Plan): string {
  return [
    block('headers', ['Accept: application/json', 'Accept-Language: en']),
    block('auth', ['mode: bearer']),
    block('auth:bearer', ['token: {{token}}']),
    block(
      'vars:pre-request',
      [...ids].map(([name, value]) => `${name}: ${value}`),
    ),
    docs(description).trimStart(),
  ].join('\n');
}

function requestFile(plan: Plan, request: PlannedRequest, seq: number): string {
  const { operation, body, inQuery, inPath } = request;
  const path = operation.path.replace(/\{(\w+)\}/g, ':$1');
  const sent = inQuery.filter(({ isSent }) => isSent);
  const query = sent.map(({ name, value }) => `${name}=${value}`).join('&');
  const url = `{{base_url}}${plan.prefix}${path}${query && `?${query}`}`;
  const bodyKind = body ? { json: 'json', raw: 'text', form: 'multipartForm' }[body.kind] : 'none';
  const auth = operation.isPublic ? 'none' : 'inherit';
  const headers = [...(body?.kind === 'raw' ? [`Content-Type: ${body.type}`] : []), ...request.inHeaders.map(named)];
  const parts = [
    block('meta', [`name: ${request.name}`, 'type: http', `seq: ${seq}`]),
    block(operation.method.toLowerCase(), [`url: ${url}`, `body: ${bodyKind}`, `auth: ${auth}`]),
    optional('params:query', inQuery.map(named)),
    optional(
      'params:path',
      inPath.map(({ name, value }) => `${name}: ${value}`),
    ),
    optional('headers', headers),
    bodyBlock(body),
    // An `assert` of the first request may run before Bruno's sandbox has been loaded; a test waits for it.
    block('tests', test(request.expects)),
    optional('script:post-response', script(request)),
  ];
  return parts.filter((part) => part !== '').join('\n') + docs(about(request));
}

const named = ({ name, value, isSent }: PlannedParameter): string => `${isSent ? '' : '~'}${name}: ${value}`;

function bodyBlock(body: PlannedBody | undefined): string {
  if (body === undefined) return '';
  if (body.kind === 'json') return block('body:json', body.text.split('\n'));
  if (body.kind === 'raw') return block('body:text', body.text.split('\n'));
  const fields = body.fields.map(([name, value]) => `${name}: ${value}`);
  return block('body:multipart-form', [...fields, `${body.file}: @file(${Object.keys(FILES)[0] ?? ''})`]);
}

function test(expects: readonly number[]): string[] {
  const statuses = expects.join(', ');
  return [
    `test("is answered ${expects.join(' or ')}", function () {`,
    `  expect([${statuses}]).to.include(res.getStatus());`,
    '});',
  ];
}

/** Keeps parts of a good answer for the requests that follow. */
function script({ saves }: PlannedRequest): string[] {
  if (saves.size === 0) return [];
  const lines = [...saves].map(([variable, path]) => {
    const part = path.map((step) => (/^\d+$/.test(step) ? `?.[${step}]` : `?.${step}`)).join('');
    return [
      `  const ${variable} = res.getBody().data${part};`,
      `  if (${variable} !== undefined) bru.setVar("${variable}", ${variable});`,
    ];
  });
  return ['if (res.getStatus() < 300) {', ...lines.flat(), '}'];
}

function block(name: string, lines: readonly string[]): string {
  return `${name} {\n${lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')}\n}\n`;
}

const optional = (name: string, lines: readonly string[]): string => (lines.length === 0 ? '' : block(name, lines));

const docs = (text: string): string => (text === '' ? '' : `\n${block('docs', text.split('\n'))}`);

/** As Bruno names the files of a folder: what a file system minds becomes a hyphen. */
const fileName = (name: string): string => name.replace(/[<>:"/\\|?*]/g, '-');
