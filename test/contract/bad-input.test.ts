import { type Service, startApp, storyClock } from '../support/app';
import { exampleOf, exampleWith, mistakesIn, queryMistakes } from '../support/bad-input';
import type { Client, Reply } from '../support/client';
import { documentOf } from '../support/documented';
import { runsIn, sampled } from '../support/sampled';
import { idsFor, fingerprint, oneOfEach, type Ids } from '../support/whole-tenant';

/** Sends every kind of invalid input to every operation of both documents. */
describe.each(['a', 'b'] as const)('invalid input, Form %s', (form) => {
  let service: Service;
  let ids: Ids;
  const clock = storyClock();
  const document = documentOf(form);
  const operations = Object.entries(document.openapi.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

  // Other tests cover uploads, roles (every tenant has the same slugs) and external ids (any text is valid).
  const ofRecords = operations.filter(
    ({ path, operation }) =>
      path.includes('{') &&
      !/\{(slug|external_id)\}/.test(path) &&
      !operation.requestBody?.content['multipart/form-data'],
  );

  /** Half of the operations in each form: their answers depend on code that both forms share. */
  const inThisForm = <T extends { method: string; path: string }>(some: readonly T[]): readonly T[] =>
    some.filter(({ method, path }) => runsIn(form, `${method} ${path}`));

  beforeAll(async () => {
    service = await startApp({ clock, env: { PROCESS_ROLE: 'api' } });
    ids = await oneOfEach(service.client());
  });
  afterAll(async () => service.stop());

  let sent = 0;
  /** Advances the clock so that the rate limit is not reached. */
  async function send(client: Client, method: string, path: string, ...rest: [string?, object?]): Promise<Reply> {
    sent += 1;
    if (sent % 250 === 0) clock.advance(60_000);
    return client.raw(method, path, ...rest);
  }
  const admin = () => service.client({ form });
  const fieldsOf = ({ body }: Reply): string[] => Object.keys(form === 'a' ? (body.error.details ?? {}) : body.errors);
  const ours = (path: string): string => fill(path, ids);

  it.each(operations.filter(({ operation }) => operation.requestBody?.content['application/json']))(
    '$method $path returns 422 with the name of the wrong field',
    async ({ method, path, operation }) => {
      const before = await fingerprint(service);
      const mistakes = sampled(mistakesIn(document, operation), 6, `${form} ${method} ${path}`);
      const wrong: string[] = [];
      for (const { what, field, bytes } of mistakes) {
        const reply = await send(admin(), method, ours(path), bytes);
        const named = reply.status === 422 && fieldsOf(reply).some((name) => sameField(name, field));
        if (!named) wrong.push(`${field}: ${what}: ${String(reply.status)} ${reply.text.slice(0, 300)}`);
      }
      expect(wrong).toEqual([]);
      expect(mistakes.length).toBeGreaterThan(0);
      expect(await fingerprint(service)).toEqual(before);
    },
  );

  it('every operation rejects a body that is not JSON', async () => {
    const before = await fingerprint(service);
    for (const { method, path, operation } of inThisForm(operations)) {
      if (!operation.requestBody?.content['application/json']) continue;
      const bodies: [string, object, number][] = [
        ['{"a":', {}, 400],
        ['{"a": NaN}', {}, 400],
        ['[]', {}, 400],
        ['a=1', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
        [JSON.stringify({ a: 'x'.repeat(3 * 1024 * 1024) }), {}, 413],
      ];
      for (const [bytes, headers, status] of sampled(bodies, 3, `${form} ${method} ${path}`)) {
        const reply = await send(admin(), method, ours(path), bytes, { headers });
        expect([method, path, bytes.slice(0, 20), reply.status]).toEqual([method, path, bytes.slice(0, 20), status]);
      }
    }
    expect(await fingerprint(service)).toEqual(before);
  });

  it('GET operations name an invalid query parameter', async () => {
    const wrong: string[] = [];
    for (const { method, path, operation } of operations.filter((one) => one.method === 'GET')) {
      for (const { name, query } of sampled(queryMistakes(operation), 3, `${form} ${path}`)) {
        const reply = await send(admin(), method, `${ours(path)}?${query}`);
        if (reply.status === 400 && fieldsOf(reply).includes(name)) continue;
        wrong.push(`${path}?${query}: ${String(reply.status)} ${reply.text.slice(0, 200)}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('lists return an empty page 1,000,000,000', async () => {
    for (const { path, operation } of inThisForm(operations.filter((one) => one.method === 'GET'))) {
      if (!operation.parameters?.some(({ name }) => name === 'page')) continue;
      const reply = await send(admin(), 'GET', `${ours(path)}?page=1000000000&per_page=100`);
      expect([path, reply.status]).toEqual([path, 200]);
      if (Array.isArray(reply.body.data)) expect(reply.body.data).toEqual([]);
    }
  });

  it('operations reject a path id that is not a positive integer', async () => {
    for (const { method, path, operation } of inThisForm(ofRecords)) {
      for (const id of sampled(NO_IDS, 3, `${form} ${method} ${path}`)) {
        const reply = await send(
          admin(),
          method,
          path.replace('{resource}', 'roles').replace(/\{\w+\}/g, id),
          exampleOf(operation),
        );
        expect([method, path, id, reply.status]).toEqual([method, path, id, 400]);
      }
    }
  });

  it('operations return 404 for records of another tenant', async () => {
    const other = await service.newTenant();
    const theirs = await oneOfEach(service.client({ token: other.token.token }));
    const before = await fingerprint(service);
    for (const { method, path, operation } of inThisForm(ofRecords)) {
      const reply = await send(admin(), method, fill(path, theirs), exampleOf(operation));
      // An invalid body gets 422 before the record is read, so the response reveals nothing about the record.
      const expected = reply.status === 422 ? 'VALIDATION_ERROR' : 'NOT_FOUND';
      expect([method, path, reply.body?.error?.code]).toEqual([method, path, expected]);
      if (reply.status === 422) continue;
      const nobody = await send(admin(), method, path.replace(/\{\w+\}/g, '99999999'), exampleOf(operation));
      expect({ ...reply.body, meta: null }).toEqual({ ...nobody.body, meta: null });
    }
    expect(await fingerprint(service)).toEqual(before);
  });

  it.each([
    ['SQL', "'; DROP TABLE vendors; --"],
    ['HTML', '<img src=x onerror=alert(1)><script>alert(2)</script>'],
    ['a template', '{{7*7}}${7*7}<%= 7*7 %>'],
  ])('text fields store and return %s as plain text', async (_what, text) => {
    for (const { method, path, operation } of inThisForm(operations)) {
      const body = exampleWith(operation, text);
      if (body === undefined || method === 'DELETE') continue;
      const reply = await send(admin(), method, path.replace(/\{\w+\}/g, '99999999'), body);
      expect([method, path, reply.status >= 500]).toEqual([method, path, false]);
      expect(reply.headers.get('content-type')).toMatch(/json/);
    }
    for (const { path, operation } of inThisForm(operations.filter((one) => one.method === 'GET'))) {
      if (!operation.parameters?.some(({ name }) => name === 'search')) continue;
      const reply = await send(admin(), 'GET', `${ours(path)}?search=${encodeURIComponent(text)}`);
      expect([path, reply.status]).toEqual([path, 200]);
    }
    expect((await admin().raw('GET', '/vendors')).status).toBe(200);
  });
});

const NO_IDS = ['0', '-1', 'abc', '1.5', '9223372036854775808', '%00', '1%27--'];

/** A response names the field, a child of it or the whole list. */
const sameField = (named: string, field: string): boolean => named === field || named.startsWith(`${field}.`);

/** Fills the path with ids of existing records, or with an unknown id. */
function fill(path: string, ids: Ids): string {
  const found: Readonly<Record<string, number | string>> = idsFor(ids, path);
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) => String(found[name] ?? 99999999));
}
