import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, LaunchOptions } from 'puppeteer';
import type { BrowserProgram } from './browser-locator';
import type { PrintableDocument } from '../html';
import { type PrintedDocument, SealedPage } from './sealed-page';
import { untilAborted } from './until-aborted';

/** After this many documents a page makes way for a new one, whatever it may have kept of them. */
const DOCUMENTS_PER_PAGE = 100;
/** How long a page may take to close before its browser counts as hung. */
const CLOSE_TIMEOUT_MS = 3_000;

/** Nothing the browser does by itself, and no name it could resolve: defence behind the sealed pages. */
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
  '--user-agent=procurement-service', // what the PDF names as its creator
];

/** One running browser and its pages. */
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
   * Starts a browser with a profile of its own and an environment that holds nothing of ours: no address of a
   * database, no key.
   * @param searchPath PATH for the browser: Debian's is a shell script
   */
  static async launch(program: BrowserProgram, searchPath: string, sandbox: boolean): Promise<PrintBrowser> {
    const { default: puppeteer } = await import('puppeteer');
    const profile = await mkdtemp(join(tmpdir(), 'procurement-pdf-'));
    const options: LaunchOptions = {
      executablePath: program.path,
      headless: true,
      pipe: true, // no debugging port that anything else on this machine could reach
      args: sandbox ? FLAGS : [...FLAGS, '--no-sandbox'],
      env: { PATH: searchPath, HOME: profile, TMPDIR: profile, LANG: 'C.UTF-8', ...program.environment },
      userDataDir: profile,
      timeout: 120_000, // a render's own deadline is shorter, and who comes next finds the browser up
      // Signals are for the service to answer: it lets renders in flight finish, then closes the browser.
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

  /** Whether the browser still runs. */
  get alive(): boolean {
    return this.browser.connected;
  }

  /**
   * Prints a document on a page that is free, or on a new one.
   * @throws as {@link SealedPage.print}; a page that failed is thrown away
   */
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

  /** Puppeteer waits half a minute for the page of a browser that died meanwhile. */
  private async openPage(signal: AbortSignal): Promise<SealedPage> {
    const opening = SealedPage.open(this.browser);
    try {
      return await untilAborted(untilAborted(opening, this.ended.signal), signal);
    } catch (error) {
      opening.then((late) => this.discard(late)).catch(() => undefined);
      throw error;
    }
  }

  /** Ends the browser, and takes its profile away. */
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
    // Its children may still write while they die.
    await rm(this.profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }).catch(() => undefined);
  }
}
