import axe from 'axe-core';
import type { Browser } from 'puppeteer';
import { Service, startApp } from '../support/app';
import { newPage, openBrowser } from '../support/browser';
import { documentOf } from '../support/documented';

const CREATE_ORDER = documentOf('a').operation('POST', '/purchase-orders')?.operation.operationId ?? '';

const READING = ['/docs/guide', '/docs/guide/start', '/docs/guide/matching', '/docs/errors', '/docs/errors/NOT_FOUND'];
const SCREENS = [
  ['light', 1280],
  ['dark', 1280],
  ['light', 390],
  ['dark', 390],
] as const;

describe('the pages for readers', () => {
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

  /** What axe finds on a page, as `rule (impact): selector: reason`. */
  async function violations(
    path: string,
    awaited: string,
    [scheme, width]: (typeof SCREENS)[number],
  ): Promise<string[]> {
    const page = await newPage(browser);
    await page.setViewport({ width, height: 900 });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    await page.goto(service.address + path, { waitUntil: 'domcontentloaded' });
    await page.waitForSelector(awaited);
    await page.evaluate(axe.source);
    const found = (await page.evaluate('axe.run()')) as axe.AxeResults;
    await page.close();
    return found.violations.flatMap(({ id, impact, nodes }) =>
      nodes.map(({ target, any }) => `${id} (${impact ?? '-'}): ${target.join(' ')}: ${any[0]?.message ?? ''}`),
    );
  }

  it.each(READING.flatMap((path) => SCREENS.map((screen) => [path, ...screen] as const)))(
    'have no accessibility violation: %s, %s, %i pixels',
    async (path, scheme, width) => {
      expect(await violations(path, 'main h1', [scheme, width])).toEqual([]);
    },
  );

  it.each(SCREENS)(
    'have no accessibility violation in Swagger UI with an operation open: %s, %i pixels',
    async (scheme, width) => {
      const path = `/docs#/Purchase%20orders/${CREATE_ORDER}`;
      expect(await violations(path, '.opblock.is-open .execute', [scheme, width])).toEqual([]);
    },
  );
});
