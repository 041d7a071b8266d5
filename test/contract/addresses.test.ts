import { Service, startApp } from '../support/app';
import type { Loose } from '../support/client';
import { rawRequest, sendRaw } from '../support/raw-http';

/** A page of the list: `limited` if the rate limit counted the request. */
interface Seen {
  readonly status: number;
  readonly body: Loose;
  readonly limited: boolean;
}

describe('base URL of the links in a response', () => {
  let service: Service;
  const started = new Map<string, Service>();

  beforeAll(async () => {
    service = await startApp();
  });
  afterAll(async () => {
    for (const one of started.values()) await one.stop();
    await service.stop();
  });

  const configured = async (env: Record<string, string>): Promise<Service> => {
    const key = JSON.stringify(env);
    const one = started.get(key) ?? (await startApp({ beside: service, env }));
    started.set(key, one);
    return one;
  };
  const list = async (
    to: Service,
    lines: readonly string[],
    { target = '/v1/vendors?per_page=5&page=1', token = service.tenant.token.token } = {},
  ): Promise<Seen> => {
    const head = [...lines, `Authorization: Bearer ${token}`];
    const [answer] = await sendRaw(to.address, rawRequest('GET', target, head));
    if (!answer) throw new Error('no answer');
    return {
      status: answer.status,
      body: JSON.parse(answer.text),
      limited: answer.headers['x-ratelimit-remaining'] !== undefined,
    };
  };
  const first = async (...given: Parameters<typeof list>): Promise<string> => {
    const { status, body } = await list(...given);
    expect(status).toBe(200);
    return body.links.first;
  };
  const REST = '/v1/vendors?per_page=5&page=1';

  describe('without configuration', () => {
    it('uses the Host header and ignores X-Forwarded-Host and X-Forwarded-Proto', async () => {
      const forged = ['X-Forwarded-Host: evil.example', 'X-Forwarded-Proto: https', 'Forwarded: host=evil.example'];
      expect(await first(service, ['Host: api.example:8080', ...forged])).toBe(`http://api.example:8080${REST}`);
    });

    it('uses the host of an absolute request target', async () => {
      const target = `http://API.example${REST}`;
      expect(await first(service, ['Host: other.example'], { target })).toBe(`http://api.example${REST}`);
    });

    it('returns 404 for a request target that begins with another host', async () => {
      const { status } = await list(service, ['Host: api.example'], { target: `//evil.example${REST}` });
      expect(status).toBe(404);
    });
  });

  describe('behind a trusted proxy', () => {
    let behind: Service;

    beforeAll(async () => {
      behind = await configured({ TRUSTED_PROXY_HOPS: '1' });
    });

    it('uses X-Forwarded-Host and X-Forwarded-Proto of the proxy', async () => {
      const said = ['Host: 10.0.0.7:3000', 'X-Forwarded-Host: api.example', 'X-Forwarded-Proto: https'];
      expect(await first(behind, said)).toBe(`https://api.example${REST}`);
      expect(await first(behind, ['Host: api.example'])).toBe(`http://api.example${REST}`);
    });

    it.each([
      ['two values', ['X-Forwarded-Host: evil.example, api.example']],
      ['two lines', ['X-Forwarded-Host: evil.example', 'X-Forwarded-Host: api.example']],
      ['an invalid host', ['X-Forwarded-Host: [']],
      ['an empty host', ['X-Forwarded-Host: ']],
      ['a path', ['X-Forwarded-Host: api.example/evil']],
      ['two schemes', ['X-Forwarded-Proto: https, http']],
      ['another scheme', ['X-Forwarded-Proto: javascript']],
    ])('returns 400 if the proxy passes on %s, because it must overwrite the header', async (_what, lines) => {
      const { status, body, limited } = await list(behind, ['Host: api.example', ...lines]);
      expect([status, body.error.code, limited]).toEqual([400, 'BAD_REQUEST', true]);
      expect(body.error.message).toContain(lines[0]?.split(':')[0]);
    });
  });

  describe('with PUBLIC_URL', () => {
    it('uses PUBLIC_URL and ignores the headers, with or without a trusted proxy', async () => {
      for (const hops of ['0', '1']) {
        const fixed = await configured({ PUBLIC_URL: 'https://procure.example/api/', TRUSTED_PROXY_HOPS: hops });
        for (const lines of [
          ['Host: evil.example:99', 'X-Forwarded-Host: evil.example', 'X-Forwarded-Proto: ftp'],
          ['Host: localhost', 'X-Forwarded-Host: a, b'],
        ]) {
          expect(await first(fixed, lines)).toBe(`https://procure.example/api${REST}`);
        }
      }
    });

    it("uses the tenant's host if the token is valid there", async () => {
      const fixed = await configured({
        PUBLIC_URL: 'https://procure.example:8443',
        TENANT_HOST_SUFFIX: 'Procure.example',
        TRUSTED_PROXY_HOPS: '1',
      });
      const { slug } = service.tenant.tenant;
      const own = `${slug}.procure.example`;
      expect(await first(fixed, ['Host: backend', `X-Forwarded-Host: ${own.toUpperCase()}`])).toBe(
        `https://${own}:8443${REST}`,
      );
      expect(await first(fixed, [`Host: ${own}:99`])).toBe(`https://${own}:8443${REST}`);
      expect(await first(fixed, ['Host: elsewhere.example'])).toBe(`https://procure.example:8443${REST}`);
    });
  });

  describe('tenant host', () => {
    const suffix = { TENANT_HOST_SUFFIX: 'procure.example' };

    it.each([
      ['a trailing dot', (host: string) => [`Host: ${host}.`]],
      ['a trailing dot and a port', (host: string) => [`Host: ${host}.:443`]],
      ['capitals', (host: string) => [`Host: ${host.toUpperCase()}`]],
      ['a forged header', (host: string) => [`Host: ${host}`, 'X-Forwarded-Host: elsewhere.example']],
    ])("rejects another tenant's token if the host is written with %s", async (_how, linesOf) => {
      const alone = await configured(suffix);
      const other = await service.newTenant();
      const lines = linesOf(`${other.tenant.slug}.procure.example`);
      expect((await list(alone, lines)).status).toBe(401);
      expect((await list(alone, lines, { token: other.token.token })).status).toBe(200);
    });

    it('is read from an absolute request target', async () => {
      const alone = await configured(suffix);
      const other = await service.newTenant();
      const target = `http://${other.tenant.slug}.procure.example/v1/vendors`;
      expect((await list(alone, ['Host: localhost'], { target })).status).toBe(401);
    });

    it('is read from X-Forwarded-Host behind a trusted proxy, or from Host if that header is missing', async () => {
      const behind = await configured({ ...suffix, TRUSTED_PROXY_HOPS: '1' });
      const other = await service.newTenant();
      const host = `${other.tenant.slug}.procure.example`;
      expect((await list(behind, ['Host: backend', `X-Forwarded-Host: ${host}`])).status).toBe(401);
      expect((await list(behind, [`Host: ${host}`])).status).toBe(401);
      // Two values would let a caller choose the host.
      const two = await list(behind, [`Host: ${host}`, `X-Forwarded-Host: elsewhere.example, ${host}`]);
      expect(two.status).toBe(400);
    });
  });
});
