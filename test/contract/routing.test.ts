import { PREFIX, type Form } from '../../src/platform/http';
import { Service, startApp, storyClock } from '../support/app';
import type { Loose } from '../support/client';
import { RawAnswer, rawRequest, sendRaw } from '../support/raw-http';

const FORMS = ['a', 'b'] as const;
const LIMITS = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];

describe('paths', () => {
  let service: Service;

  beforeAll(async () => {
    // The clock does not move, so the rate limit window stays the same.
    service = await startApp({ clock: storyClock() });
  });
  afterAll(() => service.stop());

  const ask = async (
    target: string,
    { method = 'GET', token = service.tenant.token.token, host = 'localhost' } = {},
  ): Promise<RawAnswer> => {
    const lines = [`Host: ${host}`, ...(token ? [`Authorization: Bearer ${token}`] : [])];
    const [answer] = await sendRaw(service.address, rawRequest(method, target, lines));
    if (!answer) throw new Error(`${target} was not answered`);
    return answer;
  };
  const json = (answer: RawAnswer): Loose => JSON.parse(answer.text);
  /** Error code of a response, whose body must have the shape of its form. */
  const codeIn = (form: Form, answer: RawAnswer): unknown => {
    const body = json(answer);
    if (form === 'b') expect(body).toMatchObject({ success: false, errors: expect.any(Object) });
    else expect(body.meta.request_id).toBe(answer.headers['x-request-id']);
    return body.error.code;
  };

  describe.each(FORMS)('of Form %s', (form) => {
    const prefix = PREFIX[form];

    it.each([
      ['with a slash at the end', '/vendors/'],
      ['with two slashes at the end', '/vendors//'],
      ['in upper case', '/VENDORS'],
      ['with one upper-case letter', '/vendors/1/Performance'],
      ['with an empty segment', '//vendors'],
      ['with an escaped letter', '/v%65ndors'],
      ['with an escaped slash', '/vendors%2F1'],
      ['with a dot segment', '/./vendors'],
      ['with two dots', '/departments/../vendors'],
      ['of only the prefix, with a slash', '/'],
      ['of only the prefix', ''],
    ])('return 404 %s: %s', async (_how, path) => {
      const answer = await ask(prefix + path);
      expect([answer.status, codeIn(form, answer)]).toEqual([404, 'NOT_FOUND']);
      for (const name of LIMITS) expect(answer.headers[name]).toMatch(/^\d+$/);
      expect((await ask(prefix + path, { token: '' })).status).toBe(401);
    });

    it.each(['%ff', '%c0%af', '%', '%zz', '%e0%a4', '%ff/performance'])(
      'return 400 if they cannot be decoded, and count for the rate limit: /vendors/%s',
      async (segment) => {
        const before = Number((await ask(`${prefix}/me`)).headers['x-ratelimit-remaining']);
        const answer = await ask(`${prefix}/vendors/${segment}`);
        expect([answer.status, codeIn(form, answer)]).toEqual([400, 'BAD_REQUEST']);
        expect(Number(answer.headers['x-ratelimit-remaining'])).toBe(before - 1);
        expect((await ask(`${prefix}/vendors/${segment}`, { token: '' })).status).toBe(401);
      },
    );

    it.each(['/vendors#x', '/vendors\\1', '/vendors?page=1#x'])(
      'return 400 with characters that a URL cannot contain: %s',
      async (path) => {
        const answer = await ask(prefix + path);
        expect([answer.status, codeIn(form, answer)]).toEqual([400, 'BAD_REQUEST']);
        expect(answer.headers['x-ratelimit-remaining']).toMatch(/^\d+$/);
      },
    );

    it('may contain a backslash as a search character in the query', async () => {
      const { id } = await service.client().post('/vendors', { name: `Form ${form} R\\D` }, 201);
      const answer = await ask(`${prefix}/vendors?search=Form+${form}+R\\D`);
      expect([answer.status, json(answer).data.map((vendor: Loose) => vendor.id)]).toEqual([200, [id]]);
      expect((await ask(`${prefix}\\vendors?search=R\\D`)).status).toBe(400);
    });

    it('have different messages for an unknown route and an unknown record', async () => {
      const message = async (path: string): Promise<string> => json(await ask(path)).error.message;
      const other = form === 'a' ? '/V1' : '/Api/V1';
      expect(await message(`${prefix}/vendor/7/Performance`)).toBe(
        `The address ${prefix}/vendor/7/Performance does not exist. Did you mean ${prefix}/vendors/{id}/performance?`,
      );
      expect(await message(`${other}/vendors`)).toBe(
        `The address ${other}/vendors does not exist. Did you mean ${prefix}/vendors?`,
      );
      expect(await message(`${prefix}/nothing`)).toContain('/docs lists them.');
      expect(await message(`${prefix}/vendors/999999`)).toBe('The requested record was not found.');
      expect(await message(`${prefix}/<script>alert('1')</script>`)).not.toMatch(/[<>']/);
    });

    it('list the allowed methods in a 405', async () => {
      const answer = await ask(`${prefix}/vendors`, { method: 'DELETE' });
      expect([answer.status, answer.headers['allow']]).toEqual([405, 'GET, HEAD, POST']);
      expect((await ask(`${prefix}/vendors/`, { method: 'DELETE' })).status).toBe(404);
      expect((await ask(`${prefix}/Vendors`, { method: 'DELETE' })).status).toBe(404);
    });

    it('are accepted as an absolute URL', async () => {
      const answer = await ask(`http://localhost${prefix}/me?`);
      expect([answer.status, json(answer).data.tenant_id]).toEqual([200, service.tenant.tenant.id]);
    });
  });

  it.each([
    '/METRICS',
    '/metrics/',
    '//metrics',
    '/%6Detrics',
    '/Health/ready',
    '/health/ready/',
    '/health//ready',
    '/HEALTH/LIVE',
    '/V1/vendors',
    '/v1%2Fvendors',
    '/Api/v1/vendors',
    '/api/V1/vendors',
    '//v1/vendors',
    '/%761/vendors',
    '/./v1/vendors',
    '/v1.',
    '/Docs',
    '/DOCS/swagger-ui.css',
    '/docs/Swagger-ui.css',
    '/openapi/form-a.json/',
    '/OpenAPI/form-a.json',
    '/Invitations',
    '/invitations/',
    '/invitations/page.js/',
  ])('outside both forms match exactly: %s', async (path) => {
    const answer = await ask(path);
    expect([answer.status, json(answer).error.code]).toEqual([404, 'NOT_FOUND']);
    expect(answer.headers['x-ratelimit-limit']).toBeUndefined();
  });

  it.each([
    ['/vendors', 'Did you mean /v1/vendors (Form A) or /api/v1/vendors (Form B)?'],
    ['/v2/vendors?page=2', 'Did you mean /v1/vendors?'],
    ['/api/vendors/7', 'Did you mean /api/v1/vendors/{id}?'],
    ['/api', 'Addresses begin with /v1 (Form A) or /api/v1 (Form B); http://localhost/docs lists them.'],
    ['/METRICS', 'Addresses begin with /v1 (Form A) or /api/v1 (Form B); http://localhost/docs lists them.'],
  ])('outside both forms suggest the right path without a token: %s', async (path, hint) => {
    const answer = await ask(path, { token: '' });
    expect([answer.status, json(answer).error.code]).toEqual([404, 'NOT_FOUND']);
    expect(json(answer).error.message).toContain(hint);
  });

  it('outside both forms list the allowed methods and have Arabic messages', async () => {
    const wrong = await ask('/health/live', { method: 'POST' });
    expect([wrong.status, json(wrong).error.message]).toEqual([
      404,
      'The method POST is not allowed here. Allowed: GET, HEAD.',
    ]);
    const lines = ['Host: localhost', 'Accept-Language: ar'];
    const [arabic] = await sendRaw(service.address, rawRequest('GET', '/v2/vendors', lines));
    const text = Buffer.from(arabic?.text ?? '', 'latin1').toString();
    expect(JSON.parse(text).error.message).toBe('العنوان /v2/vendors غير موجود. هل تقصد /v1/vendors؟');
  });

  it.each(['/health\\live#', '/health/live#x', '/metrics#', '\\metrics', '/docs\\swagger-ui.css#'])(
    'return 400 if a proxy could read them differently: %s',
    async (path) => {
      expect((await ask(path)).status).toBe(400);
    },
  );

  it.each([
    '/health/live',
    '/docs',
    '/docs/',
    '/docs/swagger-ui.css',
    '/docs/swagger-ui-bundle.js',
    '/docs/reference.js',
    '/openapi/form-a.json',
    '/openapi/form-b.json',
    '/invitations',
    '/invitations/page.js',
  ])('return 200 if they are valid: %s', async (path) => {
    expect((await ask(path)).status).toBe(200);
  });

  describe('hosts', () => {
    const malformed = ['[', '[::::]', '[::1', 'a b', 'a/b', 'user@host', 'a..b', 'a:b', '1.2.3.999', ''];

    it.each(malformed)('return 400 in the shape of the form if they are invalid: %j', async (host) => {
      for (const form of FORMS) {
        const answer = await ask(`${PREFIX[form]}/vendors`, { host });
        expect([answer.status, codeIn(form, answer)]).toEqual([400, 'BAD_REQUEST']);
        expect(answer.headers['x-ratelimit-remaining']).toMatch(/^\d+$/);
      }
      expect((await ask('/health/live', { host })).status).toBe(400);
    });

    it.each([
      ['missing', []],
      ['repeated', ['Host: localhost', 'Host: localhost']],
    ])('return 400 if they are %s', async (_what, lines) => {
      const head = [...lines, `Authorization: Bearer ${service.tenant.token.token}`];
      const [answer] = await sendRaw(service.address, rawRequest('GET', '/v1/vendors', head));
      expect([answer?.status, answer && codeIn('a', answer)]).toEqual([400, 'BAD_REQUEST']);
      expect(answer?.headers['x-ratelimit-remaining']).toMatch(/^\d+$/);
    });

    it.each(['localhost', 'LOCALHOST:80', '127.0.0.1:3000', '[::1]:3000', 'a.example.', 'my_host-1.example'])(
      'are accepted in every valid format: %s',
      async (host) => {
        const answer = await ask('/v1/vendors', { host });
        expect(answer.status).toBe(200);
        expect(json(answer).links.first).toContain('/v1/vendors?page=1');
      },
    );
  });
});
