import Ajv2020 from 'ajv/dist/2020';
import { Service, startApp, storyClock } from '../support/app';
import type { Client, Loose } from '../support/client';

describe('rules of every endpoint', () => {
  const clock = storyClock();
  let service: Service;

  beforeAll(async () => {
    service = await startApp({ clock });
  });
  afterAll(() => service.stop());
  // Each test starts a new rate limit window.
  beforeEach(() => clock.advance(60_000));

  /** Expects the headers of every response, for the first request in its rate limit window. */
  const expectFirstOf = (limit: number, headers: Headers): void => {
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(headers.get('x-ratelimit-limit')).toBe(String(limit));
    expect(headers.get('x-ratelimit-remaining')).toBe(String(limit - 1));
    const minute = Math.floor(clock.now().getTime() / 60_000);
    expect(headers.get('x-ratelimit-reset')).toBe(String((minute + 1) * 60));
  };

  describe.each(['a', 'b'] as const)('Form %s', (form) => {
    let admin: Client;
    beforeAll(() => {
      admin = service.client({ form });
    });

    it('wraps one record in its envelope', async () => {
      const { body, headers } = await admin.call('GET', '/me', 200);
      expect(body.data.tenant_id).toBe(service.tenant.tenant.id);
      if (form === 'a') expect(Object.keys(body)).toEqual(['data', 'meta']);
      else expect(body).toEqual({ success: true, data: body.data });
      expectFirstOf(1000, headers);
      expect(headers.get('content-language')).toBe('en');
    });

    it('wraps a page of a list in its envelope, with links in Form A', async () => {
      for (const name of ['one', 'two', 'three']) await admin.post('/tokens', { name, abilities: ['read'] }, 201);
      const { body } = await admin.call('GET', '/tokens', 200, undefined, {
        query: { per_page: 2, sort: 'name', order: 'asc' },
      });
      expect(body.meta).toMatchObject({ current_page: 1, per_page: 2 });
      expect(body.data).toHaveLength(2);
      if (form === 'a') {
        expect(body.links.prev).toBeNull();
        const next = new URL(body.links.next);
        expect(Object.fromEntries(next.searchParams)).toEqual({ per_page: '2', sort: 'name', order: 'asc', page: '2' });
      } else expect(body.success).toBe(true);
    });

    it('returns an empty page past the end with the correct total', async () => {
      const { body } = await admin.call('GET', '/tokens', 200, undefined, { query: { page: 1_000_000_000 } });
      expect(body.data).toEqual([]);
      expect(body.meta.total).toBeGreaterThan(0);
      expect(body.meta.current_page).toBe(1_000_000_000);
    });

    it.each<[string | undefined, string]>([
      [undefined, 'none'],
      ['pst_short', 'malformed'],
      ['pst_' + 'A'.repeat(43), 'unknown'],
    ])('returns the exact 401 body for token %s (%s)', async (token) => {
      const reply = await admin.as(token).raw('GET', '/me');
      expect(reply.status).toBe(401);
      expect(reply.body).toEqual({
        message: 'Unauthenticated.',
        errors: { token: ['The bearer token is missing or invalid.'] },
      });
      expect(reply.headers.get('www-authenticate')).toBe('Bearer');
      expectFirstOf(60, reply.headers);
    });

    it('returns 403 with the missing ability before it reads the body', async () => {
      const reader = admin.as(await service.mint(['read']));
      const reply = await reader.raw('POST', '/tokens', '{not json');
      expect(reply.status).toBe(403);
      expect(reply.body).toEqual({
        message: 'This token lacks the ability: write.',
        errors: { ability: ['The ability write is required.'] },
      });
    });

    const code = (body: Loose): string => body.error.code;

    it.each([
      ['malformed JSON', '{"name":', {}, 400, 'BAD_REQUEST'],
      ['NaN', '{"name": NaN}', {}, 400, 'BAD_REQUEST'],
      ['an array', '[]', {}, 400, 'BAD_REQUEST'],
      ['a string', '"x"', {}, 400, 'BAD_REQUEST'],
      [
        'the type of a web form',
        'name=x',
        { 'content-type': 'application/x-www-form-urlencoded' },
        415,
        'UNSUPPORTED_MEDIA_TYPE',
      ],
      ['plain text', 'x', { 'content-type': 'text/plain' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
      [
        'an unknown charset',
        '{}',
        { 'content-type': 'application/json; charset=x-nothing' },
        415,
        'UNSUPPORTED_MEDIA_TYPE',
      ],
      ['invalid gzip data', 'x', { 'content-encoding': 'gzip' }, 400, 'BAD_REQUEST'],
      ['3 MiB', JSON.stringify({ name: 'x'.repeat(3 * 1024 * 1024) }), {}, 413, 'PAYLOAD_TOO_LARGE'],
      ['an unsupported Accept header', '{}', { accept: 'image/png' }, 406, 'NOT_ACCEPTABLE'],
    ])('rejects a body with %s', async (_what, bytes, headers, status, expected) => {
      const reply = await admin.raw('POST', '/tokens', bytes, { headers });
      expect([reply.status, code(reply.body)]).toEqual([status, expected]);
      if (form === 'b') expect(reply.body).toMatchObject({ success: false, errors: {} });
      else expect(reply.body.meta.request_id).toBe(reply.headers.get('x-request-id'));
    });

    it.each([
      ['an unknown field', { name: 'x', abilities: ['read'], abilites: [] }, 'abilites', 'Unknown field.'],
      ['__proto__', {}, '__proto__', 'Unknown field.'],
      ['constructor', { name: 'x', abilities: ['read'], constructor: {} }, 'constructor', 'Unknown field.'],
      ['a missing field', { abilities: ['read'] }, 'name', 'This field is required.'],
      ['a blank text', { name: ' \t ', abilities: ['read'] }, 'name', 'This field is required.'],
      ['a number instead of text', { name: 7, abilities: ['read'] }, 'name', 'Must be a string.'],
      [
        'NUL',
        { name: 'a\u0000b', abilities: ['read'] },
        'name',
        'Must not contain control characters or broken Unicode.',
      ],
      [
        'a lone surrogate',
        { name: 'a\ud800b', abilities: ['read'] },
        'name',
        'Must not contain control characters or broken Unicode.',
      ],
      ['256 characters', { name: 'x'.repeat(256), abilities: ['read'] }, 'name', 'Must be at most 255 characters.'],
      [
        '2^63',
        { name: 'x', abilities: ['read'], user_id: 9223372036854775808 },
        'user_id',
        'Must be a positive integer.',
      ],
      ['0 instead of an id', { name: 'x', abilities: ['read'], user_id: 0 }, 'user_id', 'Must be a positive integer.'],
      [
        'text instead of an id',
        { name: 'x', abilities: ['read'], user_id: '1' },
        'user_id',
        'Must be a positive integer.',
      ],
      ['an unknown record', { name: 'x', abilities: ['read'], user_id: 999999 }, 'user_id', 'No such record.'],
      [
        'an invalid date',
        { name: 'x', abilities: ['read'], expires_at: '2025-02-30T00:00:00Z' },
        'expires_at',
        'Must be an ISO 8601 timestamp.',
      ],
      [
        'a past time',
        { name: 'x', abilities: ['read'], expires_at: '2020-01-01T00:00:00Z' },
        'expires_at',
        'Must be in the future.',
      ],
      ['an empty list', { name: 'x', abilities: [] }, 'abilities', 'Must have at least 1 entries.'],
      ['a repeated entry', { name: 'x', abilities: ['read', 'read'] }, 'abilities', 'Must not repeat an entry.'],
      ['an object instead of a list', { name: 'x', abilities: { a: 1 } }, 'abilities', 'Must be an array.'],
    ])('names the field of %s, in both languages', async (_what, input, field, message) => {
      const bytes =
        field === '__proto__' ? '{"name":"x","abilities":["read"],"__proto__":{"a":1}}' : JSON.stringify(input);
      const reply = await admin.raw('POST', '/tokens', bytes);
      expect([reply.status, code(reply.body)]).toEqual([422, 'VALIDATION_ERROR']);
      const fields = form === 'a' ? reply.body.error.details : reply.body.errors;
      expect(fields).toEqual({ [field]: [message] });
      const arabic = await admin.raw('POST', '/tokens', bytes, {
        headers: { 'accept-language': 'fr;q=0.9, ar-SA;q=0.8' },
      });
      expect(arabic.headers.get('content-language')).toBe('ar');
      expect(JSON.stringify(arabic.body)).toMatch(/[\u0600-\u06FF]/);
    });

    it.each([
      ['per_page=0', 'per_page'],
      ['per_page=101', 'per_page'],
      ['per_page=1e1', 'per_page'],
      ['page=0', 'page'],
      ['page=-1', 'page'],
      ['sort=token_hash', 'sort'],
      ['order=up', 'order'],
      ['nothing=1', 'nothing'],
      ['search=x', 'search'],
      ['page=1&page=2', 'page'],
    ])('names the parameter of the query %s', async (query, parameter) => {
      const reply = await admin.raw('GET', `/tokens?${query}`);
      expect([reply.status, code(reply.body)]).toEqual([400, 'BAD_REQUEST']);
      expect(Object.keys(form === 'a' ? reply.body.error.details : reply.body.errors)).toEqual([parameter]);
    });

    it.each(['0', '-1', 'abc', '1.5', '9223372036854775808', '%00', '1%27--'])(
      'returns 400 for the path id %s',
      async (id) => {
        const reply = await admin.raw('DELETE', `/tokens/${id}`);
        expect([reply.status, code(reply.body)]).toEqual([400, 'BAD_REQUEST']);
      },
    );

    it('returns 404 for an unknown route, and 405 with Allow for a wrong method', async () => {
      const unknown = await admin.raw('GET', '/nothing/here');
      expect([unknown.status, code(unknown.body)]).toEqual([404, 'NOT_FOUND']);
      expectFirstOf(1000, unknown.headers);
      const wrong = await admin.raw('PATCH', '/tokens');
      expect([wrong.status, code(wrong.body), wrong.headers.get('allow')]).toEqual([
        405,
        'METHOD_NOT_ALLOWED',
        'GET, HEAD, POST',
      ]);
      expect((await admin.as(undefined).raw('GET', '/nothing/here')).status).toBe(401);
    });

    it('returns a valid request id and replaces an invalid one', async () => {
      const kept = await admin.raw('GET', '/me', undefined, { headers: { 'x-request-id': 'erp-42.A_b' } });
      expect(kept.headers.get('x-request-id')).toBe('erp-42.A_b');
      const replaced = await admin.raw('GET', '/me', undefined, { headers: { 'x-request-id': 'a b' } });
      expect(replaced.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    });

    it("returns the same 404 for another tenant's record and an unknown one", async () => {
      const other = await service.newTenant();
      const reply = await admin.raw('DELETE', `/tokens/${other.token.id}`);
      const nobody = await admin.raw('DELETE', '/tokens/99999999');
      expect(reply.status).toBe(404);
      expect({ ...reply.body, meta: null }).toEqual({ ...nobody.body, meta: null });
      expect((await admin.as(other.token.token).raw('GET', '/me')).status).toBe(200);
    });
  });

  it('serves both OpenAPI documents without a token', async () => {
    for (const form of ['a', 'b']) {
      const document = (await (await fetch(`${service.address}/openapi/form-${form}.json`)).json()) as Loose;
      expect(document.openapi).toBe('3.1.0');
      expect(document.paths['/tokens'].post.responses['422']).toEqual({
        $ref: '#/components/responses/Error422ValidationErrorIdempotencyKeyReused',
      });
      expect(wrongSchemas(document)).toEqual([]);
    }
    expect((await fetch(`${service.address}/docs`)).status).toBe(200);
  });

  it('reports ready on /health/ready', async () => {
    const ready = await fetch(`${service.address}/health/ready`);
    expect(await ready.json()).toMatchObject({
      status: 'ok',
      checks: { database: 'ok', redis: 'ok', migrations: 'ok' },
    });
    expect(await (await fetch(`${service.admin}/metrics`)).text()).toContain('process_');
  });
});

/** Schemas of the document that are not valid JSON Schema. */
function wrongSchemas(document: Loose): string[] {
  const ajv = new Ajv2020({ strict: false });
  const schemas: object[] = Object.values(document.components.schemas);
  JSON.stringify(document.paths, (name, value: object) => {
    if (name === 'schema') schemas.push(value);
    return value;
  });
  expect(schemas.length).toBeGreaterThan(100);
  return schemas.filter((schema) => ajv.validateSchema(schema) !== true).map((schema) => JSON.stringify(schema));
}
