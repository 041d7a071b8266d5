import { request as httpRequest } from 'node:http';
import { Service, startApp } from '../support/app';
import type { Loose } from '../support/client';
import { PREFIX } from '../../src/platform/http';

interface Answer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: Loose;
}

/** Uses node:http, which can send any Host and Origin. */
function ask(service: Service, path: string, headers: Record<string, string>, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(service.address + path, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const body: unknown = text.startsWith('{') ? JSON.parse(text) : text;
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
      });
    });
    request.on('error', reject).end();
  });
}

const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

describe('HTTP edge', () => {
  let service: Service;

  beforeAll(async () => {
    service = await startApp({
      env: { TENANT_HOST_SUFFIX: 'procure.example', CORS_ORIGINS: 'https://app.example, https://erp.example' },
    });
  });
  afterAll(() => service.stop());

  describe.each(['a', 'b'] as const)('tenant hosts, Form %s', (form) => {
    const me = `${PREFIX[form]}/me`;

    it("accept the tenant's token, in upper or lower case and with any port", async () => {
      const { slug } = service.tenant.tenant;
      const token = bearer(service.tenant.token.token);
      for (const host of [`${slug}.procure.example`, `${slug.toUpperCase()}.Procure.Example:8443`]) {
        const answer = await ask(service, me, { ...token, host });
        expect([answer.status, answer.body.data.tenant_id]).toEqual([200, service.tenant.tenant.id]);
      }
    });

    it("reject another tenant's token with the 401 body", async () => {
      const other = await service.newTenant();
      const host = `${other.tenant.slug}.procure.example`;
      const answer = await ask(service, me, { ...bearer(service.tenant.token.token), host });
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual({ message: expect.any(String), errors: { token: [expect.any(String)] } });
      expect((await ask(service, me, { ...bearer(other.token.token), host })).status).toBe(200);
    });

    it('return 404 if no tenant has the slug', async () => {
      const token = bearer(service.tenant.token.token);
      const answer = await ask(service, me, { ...token, host: 'nobody.procure.example' });
      expect([answer.status, answer.body.error.code]).toEqual([404, 'NOT_FOUND']);
    });

    it('include only direct subdomains of the suffix', async () => {
      const token = bearer(service.tenant.token.token);
      for (const host of [
        'procure.example',
        'nobody.elsewhere.example',
        'a.b.procure.example',
        'nobodyprocure.example',
      ]) {
        expect((await ask(service, me, { ...token, host })).status).toBe(200);
      }
    });

    it('ignore X-Forwarded-Host without a trusted proxy', async () => {
      const headers = { ...bearer(service.tenant.token.token), 'x-forwarded-host': 'nobody.procure.example' };
      expect((await ask(service, me, headers)).status).toBe(200);
    });
  });

  describe('Content-Language', () => {
    it.each([
      [undefined, 'en'],
      ['fr', 'en'],
      ['fr-FR, de;q=0.9', 'en'],
      ['*', 'en'],
      ['fr, *;q=0.1', 'en'],
      ['en-GB', 'en'],
      ['ar;q=0', 'en'],
      ['en;q=0.8, ar;q=0.7', 'en'],
      ['', 'en'],
      ['nonsense;;', 'en'],
      ['ar', 'ar'],
      ['ar-SA', 'ar'],
      ['fr, ar;q=0.1', 'ar'],
      ['en;q=0.7, ar;q=0.8', 'ar'],
    ])('is the preferred supported language, else English: %s', async (wanted, language) => {
      const headers = wanted === undefined ? {} : { 'accept-language': wanted };
      for (const form of ['a', 'b'] as const) {
        const answer = await ask(service, `${PREFIX[form]}/vendors/999999`, {
          ...bearer(service.tenant.token.token),
          ...headers,
        });
        expect([answer.status, answer.headers['content-language']]).toEqual([404, language]);
        const isArabic = /[\u0600-\u06ff]/.test(answer.body.error.message);
        expect(isArabic).toBe(language === 'ar');
      }
    });
  });

  describe('CORS', () => {
    const path = '/v1/vendors';
    const preflight = (origin: string): Promise<Answer> =>
      ask(
        service,
        path,
        {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,content-type,idempotency-key',
        },
        'OPTIONS',
      );

    it.each(['https://app.example', 'https://erp.example'])('allows a configured origin: %s', async (origin) => {
      const { status, headers } = await preflight(origin);
      expect(status).toBe(204);
      expect(headers['access-control-allow-origin']).toBe(origin);
      expect(headers['access-control-allow-methods']).toContain('POST');
      expect(headers['access-control-allow-headers']).toContain('idempotency-key');
      expect(headers['access-control-allow-credentials']).toBeUndefined();
      const answer = await ask(service, path, { ...bearer(service.tenant.token.token), origin });
      expect(answer.headers['access-control-allow-origin']).toBe(origin);
      for (const name of ['X-RateLimit-Remaining', 'Retry-After', 'ETag', 'Idempotency-Replayed']) {
        expect(answer.headers['access-control-expose-headers']).toContain(name);
      }
      expect(answer.headers.vary).toContain('Origin');
    });

    it.each(['/', '/openapi/form-a.json', '/docs', '/docs/guide', '/docs/guide/guide.css'])(
      'adds Vary to cacheable responses of %s',
      async (place) => {
        for (const origin of ['https://app.example', 'https://erp.example']) {
          const { headers } = await ask(service, place, { origin });
          expect(headers['access-control-allow-origin']).toBe(origin);
          expect(String(headers.vary).split(/, */)).toEqual(
            expect.arrayContaining(['Origin', place === '/' ? 'Accept' : 'Accept-Encoding']),
          );
        }
      },
    );

    it.each(['https://evil.example', 'https://app.example.evil.example', 'http://app.example', 'null'])(
      'sends no headers for an unconfigured origin: %s',
      async (origin) => {
        expect((await preflight(origin)).headers['access-control-allow-origin']).toBeUndefined();
        const answer = await ask(service, path, { ...bearer(service.tenant.token.token), origin });
        expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      },
    );

    it('allows no origin if none is configured', async () => {
      const closed = await startApp({ beside: service, env: { CORS_ORIGINS: '' } });
      try {
        const { headers } = await ask(closed, path, { origin: 'https://app.example' });
        expect(headers['access-control-allow-origin']).toBeUndefined();
      } finally {
        await closed.stop();
      }
    });
  });

  it.each([
    ['a response', '/v1/me', true],
    ['an error', '/api/v1/me', false],
    ['a path outside both forms', '/nothing', false],
    ['the documentation', '/docs', false],
  ])('sends the security headers with %s', async (_what, path, isCaller) => {
    const { headers } = await ask(service, path, isCaller ? bearer(service.tenant.token.token) : {});
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': expect.stringContaining('max-age='),
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers.server).toBeUndefined();
  });

  it('sends headers that affect only pages with pages, not with data', async () => {
    const own = [
      ...['cross-origin-opener-policy', 'origin-agent-cluster', 'x-dns-prefetch-control', 'x-download-options'],
      ...['x-permitted-cross-domain-policies', 'x-xss-protection'],
    ];
    const page = await ask(service, '/docs', {});
    expect(Object.keys(page.headers)).toEqual(expect.arrayContaining(own));
    const { headers } = await ask(service, '/v1/me', bearer(service.tenant.token.token));
    expect(own.filter((name) => name in headers)).toEqual([]);
    expect(headers['content-security-policy']).toBe("default-src 'none';frame-ancestors 'none'");
  });
});
