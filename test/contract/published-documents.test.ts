import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { ERROR_CODES } from '../../src/common/errors';
import { STATUS } from '../../src/platform/http/errors/status';
import { Service, startApp } from '../support/app';

const FORMS = ['a', 'b'] as const;
const MOST_BYTES = 100_000;

describe('what the service publishes', () => {
  let service: Service;

  beforeAll(async () => {
    service = await startApp();
  });
  afterAll(() => service.stop());

  /** The answer with its bytes as they came over the wire. */
  const ask = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const asked = request(new URL(service.address + path), { method, headers }).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    const answered = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
    return { status: answer.statusCode, headers: new Headers(answered), bytes: await buffer(answer) };
  };

  describe.each(FORMS)('the OpenAPI document of Form %s', (form) => {
    const path = `/openapi/form-${form}.json`;

    it.each([
      ['br', 'gzip, deflate, br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
    ])('comes compressed with %s in less than 100 KB', async (encoding, accepted, decompress) => {
      const plain = await ask(path, { 'accept-encoding': 'identity' });
      const reply = await ask(path, { 'accept-encoding': accepted });
      expect(reply.headers.get('content-encoding')).toBe(encoding);
      expect(reply.bytes.length).toBeLessThan(MOST_BYTES);
      expect(Number(reply.headers.get('content-length'))).toBe(reply.bytes.length);
      expect(decompress(reply.bytes).equals(plain.bytes)).toBe(true);
      expect(plain.headers.get('content-encoding')).toBeNull();
      expect((JSON.parse(plain.bytes.toString()) as { openapi: string }).openapi).toBe('3.1.0');
    });

    it('answers 304 to a caller that has it, and may be cached for five minutes', async () => {
      const reply = await ask(path, { 'accept-encoding': 'br' });
      const etag = reply.headers.get('etag') ?? '';
      expect(etag).toMatch(/^"[\w-]+-br"$/);
      expect(reply.headers.get('cache-control')).toBe('public, max-age=300');
      expect(reply.headers.get('vary')).toContain('Accept-Encoding');
      for (const known of [etag, `"x", W/${etag}`, '*']) {
        const again = await ask(path, { 'accept-encoding': 'br', 'if-none-match': known });
        expect([again.status, again.bytes.length, again.headers.get('etag')]).toEqual([304, 0, etag]);
      }
      // Other bytes have another tag.
      const zipped = await ask(path, { 'accept-encoding': 'gzip', 'if-none-match': etag });
      expect(zipped.status).toBe(200);
      expect(zipped.headers.get('etag')).not.toBe(etag);
    });

    it('returns the content length for HEAD, without a body', async () => {
      const reply = await ask(path, { 'accept-encoding': 'br' }, 'HEAD');
      expect([reply.status, reply.bytes.length]).toEqual([200, 0]);
      expect(Number(reply.headers.get('content-length'))).toBeGreaterThan(1000);
    });
  });

  describe('the page about an error code', () => {
    it.each(ERROR_CODES)('shows the cause, the solution and both forms in both languages: %s', async (code) => {
      const reply = await ask(`/docs/errors/${code}`);
      const html = reply.bytes.toString();
      expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(html).toContain(`HTTP ${STATUS[code]}`);
      for (const words of ['Cause', 'What to do', 'السبب', 'ما العمل', 'dir="rtl"']) expect(html).toContain(words);
      expect(html.match(/<pre tabindex="0">/g)).toHaveLength(4);
      // Nothing of the catalogue was left unfilled.
      expect(html).not.toMatch(/&quot;message&quot;: &quot;[^&]*\{\w+\}/);
      const links = [...html.matchAll(/ href="(?!data:)([^"]+)"/g)].map(([, href = '']) => href.replace(/#.*/, ''));
      for (const link of new Set(links)) {
        const { pathname } = new URL(link, `${service.address}/docs/errors/${code}`);
        expect([link, (await ask(pathname)).status]).toEqual([link, 200]);
      }
    });

    it('is listed, with every other', async () => {
      const html = (await ask('/docs/errors')).bytes.toString();
      expect(ERROR_CODES.filter((code) => !html.includes(`href="errors/${code}"`))).toEqual([]);
    });

    it('is also served as Markdown', async () => {
      const reply = await ask('/docs/errors/NOT_FOUND.md');
      expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8']);
      expect(reply.bytes.toString()).toMatch(/^# NOT_FOUND\n/);
    });

    it.each(['/docs/errors', '/docs/errors/NOT_FOUND'])(
      'allows the search form and no inline script: %s',
      async (path) => {
        const policy = (await ask(path)).headers.get('content-security-policy');
        expect(policy).toMatch(/^default-src 'none'; style-src 'self'; script-src 'self';.* form-action 'self';/);
      },
    );

    it('is there for codes alone', async () => {
      expect((await ask('/docs/errors/NO_SUCH_CODE')).status).toBe(404);
    });
  });

  describe.each(FORMS)('a refusal in Form %s', (form) => {
    it('has a doc_url to the page about its code, at the address that the client used', async () => {
      const reply = await service.client({ form }).raw('GET', '/vendors/99999999');
      expect(reply.body.error.doc_url).toBe(`${service.address}/docs/errors/NOT_FOUND`);
      expect((await fetch(String(reply.body.error.doc_url))).status).toBe(200);
    });

    it('in the Auth shape has its page in a header, and nothing more in its body', async () => {
      const nobody = await service.client({ form, token: 'pst_nobody' }).raw('GET', '/vendors');
      const token = await service.mint(['read']);
      const reader = await service.client({ form, token }).raw('POST', '/vendors', '{"name":"Najd Steel Company"}');
      for (const [reply, member, code] of [
        [nobody, 'token', 'UNAUTHENTICATED'],
        [reader, 'ability', 'FORBIDDEN_ABILITY'],
      ] as const) {
        expect(reply.body).toEqual({ message: expect.any(String), errors: { [member]: [expect.any(String)] } });
        expect(reply.headers.get('link')).toBe(`<${service.address}/docs/errors/${code}>; rel="help"`);
        expect(reply.headers.get('x-request-id')).toMatch(/./);
      }
    });
  });

  it('are the committed ones', async () => {
    for (const form of FORMS) {
      const { bytes } = await ask(`/openapi/form-${form}.json`);
      const committed = readFileSync(join(__dirname, `../../openapi/form-${form}.json`), 'utf8');
      expect(JSON.parse(bytes.toString())).toEqual(JSON.parse(committed));
    }
  });

  it('have their operations linked in the guide', async () => {
    const page = await (await fetch(`${service.address}/docs/guide/orders`)).text();
    expect(page).toMatch(/href="[^"]*#\/[^"]+"/);
  });
});
