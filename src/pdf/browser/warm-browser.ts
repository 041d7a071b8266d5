import { Logger } from '@nestjs/common';
import {
  BrowserSearch,
  BrowserUnavailableError,
  browserSources,
  noBrowser,
  type BrowserProgram,
} from './browser-locator';
import { PrintBrowser } from './print-browser';

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
    const starting = this.launchFirstThatStarts();
    starting.catch(() => {
      if (this.current === starting) this.current = undefined;
    });
    return starting;
  }

  private async launchFirstThatStarts(): Promise<PrintBrowser> {
    const failures: string[] = [];
    for (const source of browserSources(this.search)) {
      try {
        const program = await source.locate();
        if (!program) continue;
        const browser = await this.launch(program);
        this.log.log(`Rendering PDFs with ${program.path}`);
        return browser;
      } catch (error) {
        failures.push(`${source.name}: ${firstLine(error)}`);
      }
    }
    throw noBrowser(failures, this.search.requiresSandbox === true);
  }

  /**
   * Root gets no sandbox: Chromium refuses it. Others get one where the system lets them have it; containers often
   * forbid the name spaces it is made of, and then the browser ends at once without a word. Without it the sealed page
   * is what protects: our own markup, no script, no network. In production that has to be asked for
   * (PDF_ALLOW_NO_SANDBOX).
   */
  private async launch(program: BrowserProgram): Promise<PrintBrowser> {
    const { searchPath, requiresSandbox } = this.search;
    const isRoot = process.getuid?.() === 0;
    if (isRoot && requiresSandbox) throw new Error('root gets no sandbox');
    if (isRoot) return PrintBrowser.launch(program, searchPath, false);
    try {
      return await PrintBrowser.launch(program, searchPath, true);
    } catch (error) {
      if (requiresSandbox) throw error;
      const browser = await PrintBrowser.launch(program, searchPath, false);
      this.log.warn('This system lets Chromium have no sandbox; it runs without');
      return browser;
    }
  }
}

function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split('\n', 1)[0] ?? '';
}
