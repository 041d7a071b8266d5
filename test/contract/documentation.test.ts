import type { Browser, Page } from 'puppeteer';
import { Service, startApp } from '../support/app';
import { openBrowser } from '../support/browser';

/** Where to keep a picture of what was seen; nowhere when not set. */
const PICTURES = process.env['PICTURES'];

/** The operation `GET /me`, as Swagger UI names its block. */
const ME = '[id^="operations-Tokens-me"]';

describe('the documentation page', () => {
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
  ])('lets a person authorize, run an operation and read the answer: %s at %s', async (name, path, document, sign) => {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    page.setDefaultTimeout(280_000);
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
    expect(await page.$eval('#select', (select) => (select as unknown as { value: string }).value)).toBe(document);

    await byText(page, 'button.authorize', 'Authorize');
    await page.type('.auth-container input', service.tenant.token.token);
    await page.click('.auth-container button[type=submit]');
    await page.click('.auth-container .btn-done');

    await page.click('#operations-tag-Tokens');
    await page.waitForSelector(ME);
    await page.click(`${ME} .opblock-summary-control`);
    await page.waitForSelector(`${ME} .execute`);
    await page.click(`${ME} .execute`);
    await page.waitForSelector(`${ME} .live-responses-table .response-col_description pre`);
    const answer = await page.$eval(`${ME} .live-responses-table`, (table) => table.textContent ?? '');
    expect(answer).toContain('200');
    expect(answer).toContain(service.tenant.tenant.id);
    expect(answer).toContain(sign);

    if (PICTURES) await page.screenshot({ path: `${PICTURES}/docs-${document.at(-6)}.png` });
    // The token survives a reload: persistAuthorization.
    await page.reload({ waitUntil: 'domcontentloaded' });
    await page.waitForSelector('button.authorize.locked');
    expect(faults).toEqual([]);
    await context.close();
  });
});
