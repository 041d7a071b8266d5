import type { Browser, Page } from 'puppeteer';
import { Service, startApp } from '../support/app';
import { awaitedLater } from '../support/awaited-later';
import { newPage, openBrowser } from '../support/browser';
import { documentOf } from '../support/documented';
import { visit } from '../support/page-figures';

/** Folder for screenshots; none if not set. */
const PICTURES = process.env['PICTURES'];

const idOf = (method: string, path: string): string =>
  documentOf('a').operation(method, path)?.operation.operationId ?? '';
const LIST_ORDERS = idOf('GET', '/purchase-orders');
const CREATE_ORDER = idOf('POST', '/purchase-orders');

/** Block of the operation `GET /me` in Swagger UI. */
const ME = '[id^="operations-Tokens-me"]';

/** Clicks the element, also outside the viewport. */
const pressed = (element: object): void => (element as { click(): void }).click();

/** Runs in the page: whether the element is disabled when it appears. */
const comesDisabled = (awaited: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { document, MutationObserver } = globalThis as unknown as BrowserPage;
    new MutationObserver((_changes, observer) => {
      const found = document.querySelector(awaited);
      if (!found) return;
      observer.disconnect();
      resolve(found.disabled);
    }).observe(document.body, { childList: true, subtree: true });
  });

/** The browser types that these tests use: the project has only Node's types. */
interface BrowserPage {
  readonly document: {
    readonly body: object;
    querySelector(selector: string): { readonly disabled: boolean } | null;
  };
  readonly MutationObserver: new (callback: (changes: unknown, observer: { disconnect(): void }) => void) => {
    observe(what: object, options: object): void;
  };
}

describe('/docs', () => {
  let service: Service;
  let browser: Browser;
  let close: () => Promise<void>;

  beforeAll(async () => {
    service = await startApp();
    ({ browser, close } = await openBrowser());
  });
  afterAll(async () => {
    await close();
    await service.stop();
  });

  const byText = (page: Page, selector: string, text: string): Promise<void> =>
    page.$$eval(
      selector,
      (elements, wanted) => {
        const found = elements.find((element) => element.textContent?.trim().startsWith(wanted));
        if (!found) throw new Error(`nothing says ${wanted}`);
        (found as unknown as { click(): void }).click();
      },
      text,
    );

  it.each([
    ['Form A (/v1)', '/docs', '/openapi/form-a.json', '"data":'],
    ['Form B (/api/v1)', '/docs/', '/openapi/form-b.json', '"success": true'],
  ])('lets a user authorize, run an operation and read the response: %s at %s', async (name, path, document, sign) => {
    const context = await browser.createBrowserContext();
    const page = await newPage(context);
    await page.setViewport({ width: 1280, height: 1000 });
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('requestfailed', (request) => faults.push(request.url()));
    page.on('response', (response) => {
      if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`);
    });
    await page.goto(`${service.address}${path}?urls.primaryName=${encodeURIComponent(name)}`, {
      waitUntil: 'networkidle0',
    });
    await page.waitForSelector('button.authorize');
    expect(await page.$eval('#select', (select) => (select as unknown as { value: string }).value)).toBe(document);

    await byText(page, 'button.authorize', 'Authorize');
    await page.type('.auth-container input', service.tenant.token.token);
    await page.click('.auth-container button[type=submit]');
    await page.click('.auth-container .btn-done');

    await page.click('#operations-tag-Tokens');
    await page.waitForSelector(ME);
    // Swagger UI shows the button before it has the operation. A click at that time would wait forever.
    const isDisabledAtFirst = awaitedLater(page.evaluate(comesDisabled, `${ME} .execute`));
    await page.click(`${ME} .opblock-summary-control`);
    expect(await isDisabledAtFirst).toBe(true);
    await page.waitForSelector(`${ME} .execute:enabled`);
    await page.click(`${ME} .execute`);
    await page.waitForSelector(`${ME} .live-responses-table .response-col_description pre`);
    const answer = await page.$eval(`${ME} .live-responses-table`, (table) => table.textContent ?? '');
    expect(answer).toContain('200');
    expect(answer).toContain(service.tenant.tenant.id);
    expect(answer).toContain(sign);

    if (PICTURES) await page.screenshot({ path: `${PICTURES}/docs-${document.at(-6)}.png` });
    await page.reload({ waitUntil: 'domcontentloaded' });
    await page.waitForSelector('button.authorize.locked');
    expect(faults).toEqual([]);
    await context.close();
  });

  /** Size of the unchanged Swagger UI (November 2026): transferred bytes, page elements, pixels of an operation. */
  const BEFORE = { bytes: 2_608_327, elements: 620, withOperation: 2_436, operationHeight: 6_872 };
  const open = (path: string, width: number) => visit(browser, service.address + path, width, '.opblock-tag');

  it('has less than a fifth of the bytes and elements of the original Swagger UI', async () => {
    const page = await open('/docs', 1280);
    expect(page.bytes).toBeLessThan(BEFORE.bytes / 5);
    expect(await page.elements()).toBeLessThan(BEFORE.elements / 5);
    await page.close();

    const deep = await open(`/docs#/Purchase%20orders/${LIST_ORDERS}`, 1280);
    await deep.page.waitForSelector('.opblock.is-open .execute');
    expect(await deep.elements()).toBeLessThan(BEFORE.withOperation / 5);
    // A named enum with its own default becomes a select that shows the default first.
    const choices = await deep.page.$$eval('tr[data-param-name=order] option', (options) =>
      options.map((option) => option.textContent),
    );
    expect(choices).toEqual(['desc', 'asc']);
    const block = await deep.page.waitForSelector('.opblock.is-open');
    // The fonts of the machine change the height by some pixels.
    expect((await block?.boundingBox())?.height).toBeLessThan(BEFORE.operationHeight * 0.22);
    // The page describes an alias but has no input for it: the documents have both.
    const names = await deep.page.$$eval('tr.parameters', (rows) =>
      rows.map((row) => row.getAttribute('data-param-name')),
    );
    expect(names).toEqual(expect.arrayContaining(['sort', 'order', 'status']));
    expect(names).not.toContain('sort_by');
    expect(await deep.page.$eval('tr[data-param-name=sort]', (row) => row.textContent)).toContain(
      'The same as sort_by.',
    );
    await deep.close();
  });

  it('lets browsers cache its files, compressed, for each release', async () => {
    const html = await (await fetch(`${service.address}/docs`)).text();
    const addresses = [...html.matchAll(/(?:src|href)="(docs\/[^"]+\?v=[^"]+)"/g)].map(
      ([, address]) => `/${String(address)}`,
    );
    expect(addresses).toHaveLength(4);
    for (const address of addresses) {
      const first = await fetch(service.address + address);
      expect(first.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      const again = await fetch(service.address + address, {
        headers: { 'if-none-match': first.headers.get('etag') ?? '' },
      });
      expect(again.status).toBe(304);
      // A file name of another release returns the current file, which the browser must not cache.
      const other = await fetch(service.address + address.replace(/v=.*/, 'v=other'));
      expect([other.status, other.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    }
    for (const encoding of ['br', 'gzip', null]) {
      const asked = { headers: { 'accept-encoding': encoding ?? 'identity' } };
      const answer = await fetch(`${service.address}/docs/reference.css`, asked);
      expect(answer.headers.get('content-encoding')).toBe(encoding);
      expect(await answer.text()).toContain('.swagger-ui');
    }
  });

  it.each(['inv', 'INV', 'Inv'])('finds operations by path, summary and group in any case: %s', async (text) => {
    const { page, close: leave } = await open('/docs', 1280);
    const texts = () => page.$$eval('.opblock', (all) => all.map((one) => one.textContent ?? ''));
    await page.type('.operation-filter-input', text);
    await page.waitForSelector('[id^="operations-Invoices-"]');
    const groups = await page.$$eval('.opblock-tag[data-tag]', (all) => all.map((one) => one.getAttribute('data-tag')));
    expect(groups).toEqual(expect.arrayContaining(['Invoices', 'Users']));
    expect(groups).not.toContain('Budgets');
    expect((await texts()).filter((one) => one.includes('/users/{id}/invite'))).toHaveLength(1);
    await page.type('.operation-filter-input', ' pay');
    await page.waitForSelector('[id^="operations-tag-Users"]', { hidden: true });
    expect(await texts()).toEqual(expect.arrayContaining([expect.stringContaining('/invoices/{id}/payments')]));
    await leave();
  });

  const LIST_CHANGES = idOf('GET', '/changes');
  const WITH_MARKDOWN = [390, 1280].flatMap((width) => [
    [width, `Purchase%20orders/${LIST_ORDERS}`, 'meta.next_cursor'] as const,
    [width, `Purchase%20orders/${CREATE_ORDER}`, 'true'] as const,
    [width, `Changes/${LIST_CHANGES}`, 'has_more'] as const,
  ]);

  it.each(WITH_MARKDOWN)('shows code without backticks, %s pixels wide: %s', async (width, at, code) => {
    const view = await open(`/docs#/${at}`, width);
    await view.page.waitForSelector('.opblock.is-open .execute');
    for (const fold of await view.page.$$('.fold, .tablinks[data-name=model]')) await fold.evaluate(pressed);
    await view.page.waitForSelector('.response-headers li');
    const codes = await view.page.$$eval('.is-open code', (all) => all.map((one) => one.textContent));
    expect(codes).toContain(code);
    // Swagger UI's own code and examples may contain backticks.
    const texts = await view.page.$$eval('main p, main li, main td, main dd, main small, main label', (all) =>
      all.filter((one) => !one.querySelector('pre, textarea')).map((one) => one.textContent ?? ''),
    );
    expect(texts.filter((text) => text.includes('`'))).toEqual([]);
    expect(await view.width()).toBe(width);
    // Swagger UI shrinks the cell to one pixel when a schema is open in it.
    const answer = await view.page.$('.is-open tr.response td.response-col_description');
    expect((await answer?.boundingBox())?.width).toBeGreaterThan(width * 0.7);
    if (PICTURES) {
      const block = await view.page.$('.opblock.is-open');
      await block?.screenshot({ path: `${PICTURES}/markdown-${at.replace(/\W/g, '-')}-${width}.png` });
    }
    await view.close();
  });

  it.each([
    ['the first page', '/docs', '#operations-tag-Invoices'],
    ['a list operation', `/docs#/Purchase%20orders/${LIST_ORDERS}`, '.opblock.is-open .execute'],
    ['an operation with a body', `/docs#/Purchase%20orders/${CREATE_ORDER}`, '.opblock.is-open .execute'],
  ])('fits a phone screen: %s', async (_what, path, awaited) => {
    const view = await open(path, 390);
    await view.page.waitForSelector(awaited);
    for (const fold of await view.page.$$('.fold')) await fold.evaluate(pressed);
    expect(await view.width()).toBe(390);
    expect(view.faults).toEqual([]);
    await view.close();
  });
});
