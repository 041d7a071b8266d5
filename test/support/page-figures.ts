import type { Browser, Page } from 'puppeteer';
import { newPage } from './browser';

/** A loaded page and its cost. */
export interface Visit {
  readonly page: Page;
  /** Bytes transferred, including headers. */
  readonly bytes: number;
  /** Script errors, failed requests and console errors. */
  readonly faults: readonly string[];
  elements(): Promise<number>;
  /** Width of the content in pixels. Larger than the window's if the page scrolls sideways. */
  width(): Promise<number>;
  close(): Promise<void>;
}

/**
 * Opens an address in a browser with an empty cache. Waits until `selector` exists and nothing loads any more.
 * @param loaded `load` for a page without scripts, which requests nothing afterwards
 */
export async function visit(
  browser: Browser,
  address: string,
  width: number,
  selector: string,
  loaded: 'load' | 'networkidle0' = 'networkidle0',
): Promise<Visit> {
  const context = await browser.createBrowserContext();
  const page = await newPage(context);
  const isPhone = width < 500;
  await page.setViewport({ width, height: 900, isMobile: isPhone, hasTouch: isPhone });
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('requestfailed', (request) => faults.push(request.url()));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  let bytes = 0;
  const session = await page.createCDPSession();
  await session.send('Network.enable');
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto(address, { waitUntil: loaded });
  await page.waitForSelector(selector);
  return {
    page,
    bytes,
    faults,
    elements: () => page.$$eval('*', (all) => all.length),
    width: () => page.$eval('html', (html) => html.scrollWidth),
    close: () => context.close(),
  };
}
