import type { Client, Reply } from '../support/client';
import { type Service, startApp } from '../support/app';
import { DemoCopies } from '../support/demo-copies';
import { documentOf, type Operation } from '../support/documented';
import { FORMS, runsIn } from '../support/sampled';

/** Operations whose examples cannot be sent, with the reason. */
const CANNOT: Readonly<Record<string, string>> = {
  'POST /invitations/accept': 'its token is in a mail',
  'POST /purchase-orders/{id}/documents': 'it takes a file',
  'POST /invoices/{id}/documents': 'it takes a file',
  'POST /goods-receipts/{id}/documents': 'it takes a file',
  'GET /purchase-orders/{id}/pdf': 'it takes a browser; see the tests of the PDF',
  'GET /exports/{id}/files/{resource}': 'it takes an export that is done',
  'POST /webhooks/{id}/test': 'it takes a receiver',
  'POST /webhooks/{id}/deliveries/{delivery_id}/redeliver': 'it takes a delivery that has ended',
};

/** Operations whose example needs a record first, and the operation whose first example creates it. */
const AFTER: Readonly<Record<string, string>> = {
  'DELETE /tokens/{token_id}': 'POST /tokens',
  'DELETE /users/{id}/delegations/{delegation_id}': 'POST /users/{id}/delegations',
  'POST /users/{id}/activate': 'POST /users',
  'POST /users/{id}/invite': 'POST /users',
  'DELETE /invoices/{id}/documents/{document_id}': 'POST /invoices/{id}/documents/links',
  'DELETE /goods-receipts/{id}/documents/{document_id}': 'POST /goods-receipts/{id}/documents/links',
  '/credit-notes/{id}': 'POST /invoices/{id}/credit-notes',
  'POST /credit-notes/{id}/cancel': 'POST /invoices/{id}/credit-notes',
  '/imports/{id}': 'POST /imports',
  '/imports/{id}/errors': 'POST /imports',
  'POST /purchase-orders/{id}/reopen': 'POST /purchase-orders/{id}/close',
  '/exports/{id}': 'POST /exports',
  '/webhooks/{id}': 'POST /webhooks',
  '/webhooks/{id}/deliveries': 'POST /webhooks',
  '/webhooks/{id}/redeliver': 'POST /webhooks',
  '/webhooks/{id}/rotate-secret': 'POST /webhooks',
};

interface Sending {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  /** Undefined without a body; text if it is not JSON. */
  readonly body: object | string | undefined;
  readonly type?: string;
}

/** Sends every example of the documents unchanged to the demo tenant as seeded by `npm start`. */
describe.each(FORMS)('The examples of the OpenAPI document of Form %s', (form) => {
  let service: Service;
  let copies: DemoCopies;
  let reader: Client;
  const { paths } = documentOf(form).openapi;

  beforeAll(async () => {
    service = await startApp({ redis: false, books: false });
    copies = await DemoCopies.of(service);
    reader = service.client({ form, token: await copies.make() });
  });
  afterAll(() => service.stop());

  const all = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ of: `${method.toUpperCase()} ${path}`, path, operation })),
  );
  const sendings = (of: string, path: string, operation: Operation): Sending[] => {
    const method = of.split(' ')[0] ?? '';
    const content = operation.requestBody?.content ?? {};
    const bodies = Object.entries(content['application/json']?.examples ?? {});
    const to = { method, path: withIds(path, operation) + requiredQuery(operation) };
    const files = Object.entries(content).filter(([type, { examples }]) => examples && type in examples);
    if (files.length > 0)
      return files.map(([type, { examples }]) => ({
        ...to,
        name: `${of}: ${type}`,
        body: examples?.[type]?.value as string,
        type,
      }));
    if (bodies.length === 0) return [{ ...to, name: of, body: operation.requestBody && {} }];
    return bodies.map(([title, { value }]) => ({ ...to, name: `${of}: ${title}`, body: value }));
  };
  const send = (client: Client, { method, path, body, type }: Sending): Promise<Reply> =>
    typeof body === 'string'
      ? client.raw(method, path, body, { headers: { 'content-type': type ?? '' } })
      : client.raw(method, path, body && JSON.stringify(body));

  const sent = all
    .filter(({ of }) => !(of in CANNOT))
    .flatMap(({ of, path, operation }) => {
      const before = AFTER[of] ?? AFTER[path];
      return sendings(of, path, operation).map((sending, at) => ({
        ...sending,
        before,
        // The example response belongs to the first request.
        answers: at === 0 ? operation.responses : {},
      }));
    });

  it.each(sent.filter(({ name }) => runsIn(form, name)))('$name', async ({ before, answers, ...sending }) => {
    let client = reader;
    if (sending.method !== 'GET' || before) client = service.client({ form, token: await copies.make() });
    if (before) {
      const found = all.find(({ of }) => of === before);
      const [first] = found ? sendings(found.of, found.path, found.operation) : [];
      const made = await send(client, first as Sending);
      if (made.status >= 300) throw new Error(`${before}: ${made.status} ${made.text}`);
    }
    const reply = await send(client, sending);
    if (reply.status >= 400) throw new Error(`${reply.status} ${reply.text}`);
    const shown = exampleOf(answers[reply.status]);
    if (shown === undefined) return;
    expect(linked(shown)).toEqual(linked(reply.body));
    if (sending.method === 'GET') return;
    expect(sentence(shown)).toBe(sentence(reply.body));
    expect(state(shown, reply.body)).toEqual(state(reply.body, shown));
  });

  it('exist for every body and every path parameter', () => {
    const empty = all.filter(({ operation }) => {
      const json = operation.requestBody?.content['application/json'];
      const bodies = Object.values(json?.examples ?? {});
      const isFilled = JSON.stringify(json?.example ?? {}) === '{}';
      const ids = (operation.parameters ?? []).filter((one) => one.in === 'path');
      return (
        (bodies.length === 0 && !isFilled) || ids.some(({ example }) => !['number', 'string'].includes(typeof example))
      );
    });
    expect(empty.map(({ of }) => of)).toEqual([]);
    const known = new Set(all.flatMap(({ of, path }) => [of, path]));
    expect([...Object.keys(CANNOT), ...Object.keys(AFTER)].filter((one) => !known.has(one))).toEqual([]);
  });

  it('contain no Idempotency-Key, because a second request with it would be rejected', () => {
    const keyed = all.flatMap(({ operation }) => (operation.parameters ?? []).filter((one) => one.in === 'header'));
    expect(keyed.length).toBeGreaterThan(0);
    expect(keyed.filter(({ example }) => example !== undefined)).toEqual([]);
  });
});

const exampleOf = (answer: Operation['responses'][string] | undefined): unknown =>
  answer && !('$ref' in answer) ? answer.content?.['application/json']?.example : undefined;

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The path of a response's first link. */
function linked(answer: unknown): string | undefined {
  const links = isFields(answer) && isFields(answer['links']) ? answer['links'] : undefined;
  return links && new URL(String(links['first'])).pathname;
}

const sentence = (answer: unknown): unknown => (isFields(answer) ? answer['message'] : undefined);

/** Fields that describe the state of a record. */
const STANDS = /status$|^is_|^prevent_|^require_|^current_approval_step$/;
/** Fields that are set once something has happened. */
const HAPPENED = /_at$|_by$|reason$|^approvals$|^pending_approvers$|^warnings$/;

/**
 * The state of a response's record: its statuses, and which fields are set. Only fields that the other response has
 * too.
 */
function state(answer: unknown, other: unknown): unknown {
  if (!isFields(answer) || !isFields(other)) return undefined;
  const isFilled = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : value !== null);
  return Object.fromEntries(
    Object.entries(answer)
      .filter(([name]) => name in other)
      .map(([name, value]) => {
        if (STANDS.test(name)) return [name, value];
        return [name, HAPPENED.test(name) ? isFilled(value) : state(value, other[name])];
      }),
  );
}

function withIds(path: string, { parameters = [] }: Operation): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => String(parameters.find((one) => one.name === name)?.example));
}

/** The required query parameters with their documented examples. */
function requiredQuery({ parameters = [] }: Operation): string {
  const required = parameters.filter((one) => one.in === 'query' && one.required);
  const query = new URLSearchParams(
    required.map(({ name, schema }): [string, string] => [name, String(schema.examples?.[0])]),
  );
  return required.length === 0 ? '' : `?${query.toString()}`;
}
