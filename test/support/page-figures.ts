import type { Browser, Page } from 'puppeteer';

/** A page as it was loaded, and what that took. */
export interface Visit {
  readonly page: Page;
  /** Bytes over the wire, headers too. */
  readonly bytes: number;
  /** What went wrong: errors of scripts, refused requests, faults of the console. */
  readonly faults: readonly string[];
  elements(): Promise<number>;
  /** Of all that is drawn, in pixels: more than the window's where it must be scrolled sideways. */
  width(): Promise<number>;
  close(): Promise<void>;
}

/**
 * Opens an address in a browser that has seen nothing yet, and waits until `selector` is there and nothing is loaded any more.
 * @param loaded `load` for a page without scripts, which asks for nothing afterwards
 */
export async function visit(
  browser: Browser,
  address: string,
  width: number,
  selector: string,
  loaded: 'load' | 'networkidle0' = 'networkidle0',
): Promise<Visit> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(280_000);
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
