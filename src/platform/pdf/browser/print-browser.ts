import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, LaunchOptions } from 'puppeteer';
import type { BrowserProgram } from './browser-locator';
import type { PrintableDocument } from '../html';
import { type PrintedDocument, SealedPage } from './sealed-page';
import { untilAborted } from './until-aborted';

/** After this many documents a page is replaced, because it may have retained data. */
const DOCUMENTS_PER_PAGE = 100;
/** The time after which a browser that cannot close a page counts as hung. */
const CLOSE_TIMEOUT_MS = 3_000;

/** Disables background activity and name resolution, as a second protection besides the sealed pages. */
const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--disable-extensions',
  '--no-first-run',
  '--no-pings',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--user-agent=procurement-service', // the creator in the PDF
];

export class PrintBrowser {
  private readonly idle: SealedPage[] = [];
  private readonly ended = new AbortController();

  private constructor(
    private readonly browser: Browser,
    private readonly profile: string,
  ) {
    browser.once('disconnected', () => {
      this.ended.abort(new Error('The browser has ended'));
      void this.removeProfile();
    });
  }

  /**
   * Passes no secrets or addresses of the service. Chromium sometimes crashes while it starts: it is then started once
   * more, but not if it exceeded its time.
   * @param searchPath PATH for the browser, a shell script on Debian
   */
  static async launch(program: BrowserProgram, searchPath: string, sandbox: boolean): Promise<PrintBrowser> {
    const { TimeoutError } = await import('puppeteer');
    return PrintBrowser.start(program, searchPath, sandbox).catch((error: unknown) => {
      if (error instanceof TimeoutError) throw error;
      return PrintBrowser.start(program, searchPath, sandbox);
    });
  }

  private static async start(program: BrowserProgram, searchPath: string, sandbox: boolean): Promise<PrintBrowser> {
    const { default: puppeteer } = await import('puppeteer');
    const profile = await mkdtemp(join(tmpdir(), 'procurement-pdf-'));
    const options: LaunchOptions = {
      executablePath: program.path,
      headless: true,
      pipe: true, // no debugging port that other processes could reach
      args: sandbox ? FLAGS : [...FLAGS, '--no-sandbox'],
      env: { PATH: searchPath, HOME: profile, TMPDIR: profile, LANG: 'C.UTF-8', ...program.environment },
      userDataDir: profile,
      timeout: 120_000, // renders have shorter deadlines; the browser then serves the next one
      // The service handles signals: it finishes running renders, then closes the browser.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    };
    try {
      return new PrintBrowser(await puppeteer.launch(options), profile);
    } catch (error) {
      await rm(profile, { recursive: true, force: true });
      throw error;
    }
  }

  get alive(): boolean {
    return this.browser.connected;
  }

  /** Prints on a free page, or on a new one. @throws as {@link SealedPage.print}; the failed page is then discarded */
  async print(document: PrintableDocument, signal: AbortSignal): Promise<PrintedDocument> {
    const page = this.idle.pop() ?? (await this.openPage(signal));
    try {
      const printed = await untilAborted(page.print(document, signal), this.ended.signal);
      if (page.printed < DOCUMENTS_PER_PAGE) this.idle.push(page);
      else await this.discard(page);
      return printed;
    } catch (error) {
      await this.discard(page);
      throw error;
    }
  }

  /** Does not wait for puppeteer, which needs 30 seconds to notice that the browser has ended. */
  private async openPage(signal: AbortSignal): Promise<SealedPage> {
    const opening = SealedPage.open(this.browser);
    try {
      return await untilAborted(untilAborted(opening, this.ended.signal), signal);
    } catch (error) {
      opening.then((late) => this.discard(late)).catch(() => undefined);
      throw error;
    }
  }

  async close(): Promise<void> {
    await Promise.race([
      this.browser.close().catch(() => undefined),
      sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false }),
    ]);
    this.kill();
    await this.removeProfile();
  }

  private async discard(page: SealedPage): Promise<void> {
    const closed = page.close().then(
      () => true,
      () => false,
    );
    if (!(await Promise.race([closed, sleep(CLOSE_TIMEOUT_MS, false, { ref: false })]))) this.kill();
  }

  private kill(): void {
    this.browser.process()?.kill('SIGKILL');
  }

  private async removeProfile(): Promise<void> {
    // Child processes may still write while they end.
    await rm(this.profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }).catch(() => undefined);
  }
}
