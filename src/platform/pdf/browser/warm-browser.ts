import { Logger } from '@nestjs/common';
import { BrowserSearch, BrowserUnavailableError } from './browser-locator';
import type { PrintBrowser } from './print-browser';
import { isRoot, startBrowser } from './start-browser';

/** Keeps one browser running from its first use on, and starts another when that one has died. */
export class WarmBrowser {
  private readonly log = new Logger('PdfBrowser');
  private current: Promise<PrintBrowser> | undefined;
  private closed = false;

  constructor(private readonly search: BrowserSearch) {}

  /**
   * The running browser, started if need be; callers that come while it starts share it.
   * @throws BrowserUnavailableError when none can be found or started (the next call tries again), or after
   *   {@link close}
   */
  async get(): Promise<PrintBrowser> {
    if (this.closed) throw new BrowserUnavailableError('The service is stopping');
    const known = (this.current ??= this.start());
    const browser = await known;
    if (browser.alive) return browser;
    // Of several that find the same browser dead, the first starts the next one.
    if (this.current === known) {
      this.log.warn('The browser has ended; starting another');
      this.current = this.start();
    }
    return (this.current ??= this.start());
  }

  /** Ends the browser for good. */
  async close(): Promise<void> {
    this.closed = true;
    const running = await this.current?.catch(() => undefined);
    this.current = undefined;
    await running?.close();
  }

  private start(): Promise<PrintBrowser> {
    const starting = this.launch();
    starting.catch(() => {
      if (this.current === starting) this.current = undefined;
    });
    return starting;
  }

  private async launch(): Promise<PrintBrowser> {
    const { browser, path, isSandboxed } = await startBrowser(this.search);
    if (!isSandboxed && !isRoot()) this.log.warn('This system lets Chromium have no sandbox; it runs without');
    this.log.log(`Rendering PDFs with ${path}`);
    return browser;
  }
}
