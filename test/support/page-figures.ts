import type { Browser, Page } from 'puppeteer';

/** A page as it was loaded, and what that took. */
export interface Visit {
  readonly page: Page;
  /** Bytes over the wire, headers too. */
  readonly wire: { readonly total: number; of(address: string): number };
  /** What went wrong: errors of scripts, refused requests, faults of the console. */
  readonly faults: readonly string[];
  elements(): Promise<number>;
  /** Of all that is drawn, in pixels: more than the window's where it must be scrolled sideways. */
  width(): Promise<number>;
  close(): Promise<void>;
}

/** Opens an address in a browser that has seen nothing yet, and waits until `selector` is there and nothing is loaded any more. */
export async function visit(browser: Browser, address: string, width: number, selector: string): Promise<Visit> {
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
  const addresses = new Map<string, string>();
  const bytes = new Map<string, number>();
  const session = await page.createCDPSession();
  await session.send('Network.enable');
  session.on('Network.responseReceived', ({ requestId, response }) => addresses.set(requestId, response.url));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => bytes.set(requestId, encodedDataLength));
  await page.goto(address, { waitUntil: 'networkidle0' });
  await page.waitForSelector(selector);
  const sum = (counts: (requestId: string) => boolean): number =>
    [...bytes].filter(([id]) => counts(id)).reduce((total, [, size]) => total + size, 0);
  return {
    page,
    wire: {
      total: sum(() => true),
      of: (part) => sum((id) => addresses.get(id)?.includes(part) ?? false),
    },
    faults,
    elements: () => page.$$eval('*', (all) => all.length),
    width: () => page.$eval('html', (html) => html.scrollWidth),
    close: () => context.close(),
  };
}
