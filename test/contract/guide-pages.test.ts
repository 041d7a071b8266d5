import type { Browser } from 'puppeteer';
import { ERROR_CODES } from '../../src/common/errors';
import { type Service, startApp } from '../support/app';
import { newPage, openBrowser } from '../support/browser';
import { guidePages } from '../support/guide/samples';
import { visit } from '../support/page-figures';

/** The folder for screenshots. Without it the test saves none. */
const PICTURES = process.env['PICTURES'];

/** No inline script or style, and no other host. */
const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const PAGES = guidePages();
const ADDRESSES = PAGES.map(({ name }) =>
  name === 'README.md' ? '/docs/guide' : `/docs/guide/${name.replace('.md', '')}`,
);

/** In the browser: elements that scroll sideways and that a keyboard cannot reach. */
const SCROLLING_WITHOUT_FOCUS = `[...document.querySelectorAll('main *, nav')]
  .filter((one) => one.scrollWidth > one.clientWidth && /auto|scroll/.test(getComputedStyle(one).overflowX))
  .filter((one) => one.tabIndex < 0 && !one.querySelector('a, [tabindex]'))
  .map((one) => one.outerHTML.slice(0, 100))`;

/** In the browser: the languages of the open panels of the first tabs. */
const OPEN_PANELS = `[...document.querySelectorAll('.tabs .panel')]
  .filter((panel) => panel.closest('.tabs') === document.querySelector('.tabs'))
  .filter((panel) => getComputedStyle(panel).display !== 'none')
  .map((panel) => panel.querySelector('figcaption').textContent)`;

/** In the browser: a clipboard, because a headless browser may have none. */
const CLIPBOARD = `Object.defineProperty(navigator, 'clipboard', {
  value: { writeText: async (text) => void (globalThis.copied = text) },
});`;

describe('the pages of the guide', () => {
  let service: Service;
  let browser: Browser;
  let close: () => Promise<void>;
  /** Addresses that returned 200. Most pages have the same links. */
  const answered = new Set<string>();

  beforeAll(async () => {
    service = await startApp();
    ({ browser, close } = await openBrowser());
  });
  afterAll(async () => {
    await close();
    await service.stop();
  });

  it.each(ADDRESSES)('fit a phone and a desktop, and load only files of the service: %s', async (address) => {
    for (const width of [390, 1280]) {
      const view = await visit(browser, service.address + address, width, 'main h1', 'load');
      expect(view.faults).toEqual([]);
      expect(await view.width()).toBe(width);
      const scripts = await view.page.$$eval('script', (all) =>
        all.map(({ src, text }) => [src.replace(/\?.*/, ''), text]),
      );
      expect(scripts).toEqual([[`${service.address}/docs/guide/guide.js`, '']]);
      expect(await view.page.$$eval('figure.sample, .picture svg title', (all) => all.length)).toBeGreaterThan(0);
      expect(await view.page.evaluate(SCROLLING_WITHOUT_FOCUS)).toEqual([]);
      if (PICTURES)
        await view.page.screenshot({
          path: `${PICTURES}/${address.split('/').at(-1) ?? ''}-${width}.png`,
          fullPage: true,
        });
      await view.close();
    }
  });

  it.each(ADDRESSES)('have only links that work: %s', async (address) => {
    const html = await (await fetch(service.address + address)).text();
    const links = [...html.matchAll(/<a [^>]*href="([^"]+)"/g)].map(
      ([, href = '']) => new URL(href, service.address + address).href,
    );
    const own = new Set(
      links.filter((link) => link.startsWith(service.address)).map((link) => link.replace(/#.*/, '')),
    );
    for (const link of own) {
      if (answered.has(link)) continue;
      const answer = await fetch(link);
      expect([link, answer.status]).toEqual([link, 200]);
      answered.add(link);
    }
    expect(own.size).toBeGreaterThanOrEqual(ADDRESSES.length);
  });

  it('have links to the previous and the next page', async () => {
    const links = async (address: string) => {
      const html = await (await fetch(service.address + address)).text();
      return [...html.matchAll(/<a rel="(prev|next)" href="([^"]+)"/g)].map(([, rel, href = '']) => [
        rel,
        new URL(href, service.address + address).pathname,
      ]);
    };
    expect(await links('/docs/guide')).toEqual([['next', '/docs/guide/start']]);
    expect(await links('/docs/guide/start')).toEqual([
      ['prev', '/docs/guide'],
      ['next', '/docs/guide/purchase'],
    ]);
    expect(await links('/docs/guide/going-live')).toEqual([['prev', '/docs/guide/limits']]);
  });

  it('show one language of a sample at a time, without JavaScript', async () => {
    const page = await newPage(browser);
    await page.setJavaScriptEnabled(false);
    await page.goto(`${service.address}/docs/guide/start`);
    expect(await page.evaluate(OPEN_PANELS)).toEqual(['curl']);
    await page.click('.tabs label:nth-of-type(3)');
    expect(await page.evaluate(OPEN_PANELS)).toEqual(['Python']);
    expect(await page.$$eval('figure button', (all) => all.length)).toBe(0);
    await page.close();
  });

  it('copy a sample, and use the chosen language for all samples and pages', async () => {
    const context = await browser.createBrowserContext();
    const page = await newPage(context);
    await page.evaluateOnNewDocument(CLIPBOARD);
    await page.goto(`${service.address}/docs/guide/purchase`);
    const checked = () => page.$$eval('.tabs input:checked', (all) => [...new Set(all.map(({ value }) => value))]);
    await page.click('.tabs label:nth-of-type(2)');
    expect(await checked()).toEqual(['ts']);
    await page.goto(`${service.address}/docs/guide/start`);
    expect(await checked()).toEqual(['ts']);
    const label = await page.$eval('.tabs .panel:nth-of-type(2) button', async (button) => {
      button.click();
      await new Promise((resolve) => setTimeout(resolve));
      return button.textContent;
    });
    const start = PAGES.find(({ name }) => name === 'start.md')?.samples ?? [];
    const code = start.find(({ language }) => language === 'ts')?.code;
    expect([label, await page.evaluate('copied')]).toEqual(['Copied', code]);
    expect(await page.$$eval('figure.answer button', (all) => all.length)).toBe(0);
    await context.close();
  });

  it('are found by a search, which needs no JavaScript', async () => {
    const page = await newPage(browser);
    await page.setJavaScriptEnabled(false);
    await page.goto(`${service.address}/docs/guide/orders`);
    await page.type('input[type=search]', 'rotate secret');
    await Promise.all([page.waitForNavigation(), page.click('[role=search] button')]);
    const found = await page.$$eval('.results a', (all) => all.map(({ href }) => href));
    expect(found[0]).toBe(`${service.address}/docs/guide/webhooks#4-test-and-repair`);
    await page.close();
  });

  it.each([
    ['no query', '', 0],
    ['a query that is no text', '?q[a]=1&q[b]=2', 0],
    ['an error code', '?q=budget_exceeded', 1],
    ['an Arabic word of an error page', `?q=${encodeURIComponent('الميزانية')}`, 1],
  ])('answer a search whose input is %s', async (_, query, least) => {
    const answer = await fetch(`${service.address}/docs/guide/search${query}`);
    expect([answer.status, answer.headers.get('content-security-policy')]).toEqual([200, POLICY]);
    const hits = [...(await answer.text()).matchAll(/<li><a href="([^"]+)">[^<]*<\/a> <small>/g)];
    expect(hits.length).toBeGreaterThanOrEqual(least);
    for (const [, href = ''] of hits) expect((await fetch(new URL(href, answer.url))).status).toBe(200);
  });

  it('escape the query of a search', async () => {
    const query = '"><script>alert(1)</script>';
    const html = await (await fetch(`${service.address}/docs/guide/search?q=${encodeURIComponent(query)}`)).text();
    expect(html).not.toContain('<script>');
    expect(html).toContain('value="&quot;&gt;&lt;script&gt;');
  });

  it.each(PAGES)('are also served as Markdown: $name', async ({ name }) => {
    const address = `${service.address}/docs/guide/${name}`;
    const answer = await fetch(address);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8']);
    const text = await answer.text();
    expect(text).toMatch(/^# /);
    for (const [, href = ''] of text.matchAll(/\]\(([^)]+)\)/g)) {
      const link = new URL(href, address).href.replace(/#.*/, '');
      if (!link.startsWith(service.address) || answered.has(link)) continue;
      expect([href.startsWith('/'), link, (await fetch(link)).status]).toEqual([false, link, 200]);
      answered.add(link);
    }
  });

  it.each(['/llms.txt', '/docs/guide/llms.txt'])('are listed in %s', async (path) => {
    const answer = await fetch(service.address + path);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const text = await answer.text();
    expect(text).toMatch(/^# Procurement Service\n\n> .+\n\n## Guide\n\n- \[/);
    const links = [...text.matchAll(/^- \[[^\]]+\]\(([^)]+)\): \S/gm)].map(
      ([, href = '']) => new URL(href, answer.url).href,
    );
    const others = PAGES.filter(({ name }) => name !== 'README.md');
    expect(links).toEqual(expect.arrayContaining(others.map(({ name }) => `${service.address}/docs/guide/${name}`)));
    expect(links).toHaveLength(others.length + 2 + ERROR_CODES.length);
    for (const link of links) expect([link, (await fetch(link)).status]).toEqual([link, 200]);
  });

  it('are compressed, have a content security policy, and return 304 for a known ETag', async () => {
    const first = await fetch(`${service.address}/docs/guide/orders`);
    expect(first.headers.get('content-security-policy')).toBe(POLICY);
    expect([first.headers.get('content-encoding'), first.headers.get('cache-control')]).toEqual(['gzip', 'no-cache']);
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect((await fetch(`${service.address}/docs/guide/orders`, { headers })).status).toBe(304);
    expect((await fetch(`${service.address}/docs/guide/nothing`)).status).toBe(404);
  });

  it('contain the generated pictures with a title and a description', async () => {
    const html = await (await fetch(`${service.address}/docs/guide/orders`)).text();
    expect(html).toContain('The states of a purchase order</title>');
    expect(html).toContain('withdraw: pending_approval to draft');
    expect(html).not.toContain('<style>');
  });

  describe('the address /', () => {
    it('returns links as JSON', async () => {
      const answer = await fetch(service.address, { headers: { accept: '*/*' } });
      const { links } = (await answer.json()) as { links: Record<string, { address: string }> };
      expect(Object.keys(links)).toEqual(
        expect.arrayContaining(['guide', 'documentation', 'openapi_form_a', 'health']),
      );
      for (const name of ['guide', 'documentation', 'openapi_form_a', 'openapi_form_b', 'health']) {
        expect((await fetch(service.address + (links[name]?.address ?? ''))).status).toBe(200);
      }
    });

    it('returns a page to a browser', async () => {
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
