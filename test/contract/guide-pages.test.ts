import type { Browser } from 'puppeteer';
import { type Service, startApp } from '../support/app';
import { openBrowser } from '../support/browser';
import { guidePages } from '../support/guide/samples';
import { visit } from '../support/page-figures';

/** Folder for screenshots; none if not set. */
const PICTURES = process.env['PICTURES'];

const ADDRESSES = guidePages().map(({ name }) =>
  name === 'README.md' ? '/docs/guide' : `/docs/guide/${name.replace('.md', '')}`,
);

describe('guide pages', () => {
  let service: Service;
  let browser: Browser;
  let close: () => Promise<void>;
  /** URLs that returned 200 before: most pages link to the same ones. */
  const answered = new Set<string>();

  beforeAll(async () => {
    service = await startApp();
    ({ browser, close } = await openBrowser());
  });
  afterAll(async () => {
    await close();
    await service.stop();
  });

  it.each(ADDRESSES)('fit phone and desktop screens without scripts or failed requests: %s', async (address) => {
    for (const width of [390, 1280]) {
      const view = await visit(browser, service.address + address, width, 'main h1', 'load');
      expect(view.faults).toEqual([]);
      expect(await view.width()).toBe(width);
      expect(await view.page.$$eval('script', (all) => all.length)).toBe(0);
      expect(await view.page.$$eval('figure.sample, .picture svg title', (all) => all.length)).toBeGreaterThan(0);
      if (PICTURES)
        await view.page.screenshot({
          path: `${PICTURES}/${address.split('/').at(-1) ?? ''}-${width}.png`,
          fullPage: true,
        });
      await view.close();
    }
  });

  it.each(ADDRESSES)('contain links to all pages and no broken link: %s', async (address) => {
    const html = await (await fetch(service.address + address)).text();
    const links = [...html.matchAll(/<a [^>]*href="([^"]+)"/g)].map(
      ([, href = '']) => new URL(href, service.address + address).href,
    );
    const own = new Set(
      links.filter((link) => link.startsWith(service.address)).map((link) => link.replace(/#.*/, '')),
    );
    for (const link of own) {
      // The pages of error codes are not part of the guide.
      if (link.endsWith('/docs/errors') || answered.has(link)) continue;
      const answer = await fetch(link);
      expect([link, answer.status]).toEqual([link, 200]);
      answered.add(link);
    }
    expect(own.size).toBeGreaterThanOrEqual(ADDRESSES.length);
  });

  it('are compressed, have their own content security policy and return 304 for a known ETag', async () => {
    const first = await fetch(`${service.address}/docs/guide/orders`);
    expect(first.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'self';/);
    expect([first.headers.get('content-encoding'), first.headers.get('cache-control')]).toEqual(['gzip', 'no-cache']);
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect((await fetch(`${service.address}/docs/guide/orders`, { headers })).status).toBe(304);
    expect((await fetch(`${service.address}/docs/guide/nothing`)).status).toBe(404);
  });

  it('show the state diagrams, each with a title and a description', async () => {
    const html = await (await fetch(`${service.address}/docs/guide/orders`)).text();
    expect(html).toContain('The states of a purchase order</title>');
    expect(html).toContain('withdraw: pending_approval to draft');
    expect(html).not.toContain('<style>');
  });

  describe('GET /', () => {
    it('returns the links as JSON for a program', async () => {
      const answer = await fetch(service.address, { headers: { accept: '*/*' } });
      const { links } = (await answer.json()) as { links: Record<string, { address: string }> };
      expect(Object.keys(links)).toEqual(
        expect.arrayContaining(['guide', 'documentation', 'openapi_form_a', 'health']),
      );
      for (const name of ['guide', 'documentation', 'openapi_form_a', 'openapi_form_b', 'health']) {
        expect((await fetch(service.address + (links[name]?.address ?? ''))).status).toBe(200);
      }
    });

    it('returns a small page for a browser', async () => {
      const view = await visit(browser, service.address, 390, 'main h1');
      expect(view.faults).toEqual([]);
      expect(await view.width()).toBe(390);
      expect(await view.page.$$eval('main a', (all) => all.map((one) => one.getAttribute('href')))).toContain(
        'docs/guide',
      );
      await view.close();
    });
  });
});
