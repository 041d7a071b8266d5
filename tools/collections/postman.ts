import { about } from './about';
import { FILES, type Plan, type PlannedParameter, type PlannedRequest } from './plan';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** The same as a Postman collection, format 2.1: folders, requests, tests and the variables of ids. */
export function postmanCollection(plan: Plan): object {
  return {
    info: { name: plan.title, description: plan.description, schema: SCHEMA },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    variable: [
      { key: 'base_url', value: 'http://127.0.0.1:3000' },
      { key: 'token', value: '' },
      { key: 'webhook_url', value: 'https://127.0.0.1:8443/hooks' },
      { key: 'invitation_token', value: 'inv_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' },
      ...[...plan.ids].map(([key, value]) => ({ key, value })),
    ],
    item: plan.folders.map(({ name, description, requests }) => ({
      name,
      description,
      item: requests.map((request) => item(plan, request)),
    })),
  };
}

function item(plan: Plan, request: PlannedRequest): object {
  const { operation } = request;
  const path = `${plan.prefix}${operation.path}`.replace(/\{(\w+)\}/g, ':$1');
  const sent = request.inQuery.filter(({ isSent }) => isSent).map(({ name, value }) => `${name}=${value}`);
  const accept = { key: 'Accept', value: 'application/json' };
  return {
    name: request.name,
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: script(request) } }],
    request: {
      method: operation.method,
      ...(operation.isPublic ? { auth: { type: 'noauth' } } : {}),
      header: [accept, ...typeOf(request.body), ...request.inHeaders.map(parameter)],
      url: {
        raw: `{{base_url}}${path}${sent.length > 0 ? `?${sent.join('&')}` : ''}`,
        host: ['{{base_url}}'],
        path: path.slice(1).split('/'),
        query: request.inQuery.map(parameter),
        variable: request.inPath.map(({ name, value, description }) => ({ key: name, value, description })),
      },
      ...(request.body ? { body: body(request.body) } : {}),
      description: about(request),
    },
  };
}

const typeOf = (body: PlannedRequest['body']) =>
  body?.kind === 'raw' ? [{ key: 'Content-Type', value: body.type }] : [];

const parameter = ({ name, value, description, isSent }: PlannedParameter) => ({
  key: name,
  value,
  description,
  ...(isSent ? {} : { disabled: true }),
});

function body(body: NonNullable<PlannedRequest['body']>): object {
  if (body.kind === 'json') return { mode: 'raw', raw: body.text, options: { raw: { language: 'json' } } };
  if (body.kind === 'raw') return { mode: 'raw', raw: body.text };
  const fields = body.fields.map(([key, value]) => ({ key, value, type: 'text' }));
  return { mode: 'formdata', formdata: [...fields, { key: body.file, type: 'file', src: Object.keys(FILES)[0] }] };
}

function script({ expects, saves }: PlannedRequest): string[] {
  const lines = [...saves].map(([variable, path]) => {
    const part = path.map((step) => (/^\d+$/.test(step) ? `?.[${step}]` : `?.${step}`)).join('');
    return [
      `  const ${variable} = pm.response.json().data${part};`,
      `  if (${variable} !== undefined) pm.collectionVariables.set("${variable}", ${variable});`,
    ];
  });
  return [
    `pm.test("is answered ${expects.join(' or ')}", () => pm.expect(pm.response.code).to.be.oneOf([${expects.join(', ')}]));`,
    ...(lines.length > 0 ? ['if (pm.response.code < 300) {', ...lines.flat(), '}'] : []),
  ];
}
