import { Logger } from '@nestjs/common';
import type { Environment } from '../../config';
import {
  type BrowserProgram,
  BrowserSearch,
  browserSources,
  noBrowser,
  BrowserUnavailableError,
} from './browser-locator';
import { PrintBrowser } from './print-browser';

export interface StartedBrowser {
  readonly browser: PrintBrowser;
  readonly path: string;
  readonly isSandboxed: boolean;
}

export const isRoot = (): boolean => process.getuid?.() === 0;

export function browserSearch(
  environment: Pick<Environment, 'NODE_ENV' | 'PATH' | 'PUPPETEER_EXECUTABLE_PATH' | 'PDF_ALLOW_NO_SANDBOX'>,
): BrowserSearch {
  return {
    configured: environment.PUPPETEER_EXECUTABLE_PATH,
    searchPath: environment.PATH,
    requiresSandbox: environment.NODE_ENV === 'production' && !environment.PDF_ALLOW_NO_SANDBOX,
  };
}

/** Starts the first available browser. @throws BrowserUnavailableError with all tried sources */
export async function startBrowser(search: BrowserSearch): Promise<StartedBrowser> {
  const failures: string[] = [];
  for (const source of browserSources(search)) {
    try {
      const program = await source.locate();
      if (program) return { path: program.path, ...(await launch(program, search)) };
    } catch (error) {
      failures.push(`${source.name}: ${firstLine(error)}`);
    }
  }
  throw noBrowser(failures, search.requiresSandbox === true);
}

/**
 * Root gets no sandbox, because Chromium rejects it. Other users get one if the system permits it. Containers often
 * forbid the required name spaces, and the browser then ends at once without a message. Without a sandbox only the
 * sealed page protects: own markup, no scripts, no network. In production this requires PDF_ALLOW_NO_SANDBOX.
 */
async function launch(
  program: BrowserProgram,
  { searchPath, requiresSandbox }: BrowserSearch,
): Promise<Omit<StartedBrowser, 'path'>> {
  if (isRoot() && requiresSandbox) throw new Error('root gets no sandbox');
  const bare = async () => ({ browser: await PrintBrowser.launch(program, searchPath, false), isSandboxed: false });
  if (isRoot()) return bare();
  try {
    return { browser: await PrintBrowser.launch(program, searchPath, true), isSandboxed: true };
  } catch (error) {
    if (requiresSandbox) throw error;
    return bare();
  }
}

function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split('\n', 1)[0] ?? '';
}

export class WarmBrowser {
  private readonly log = new Logger('PdfBrowser');
  private current: Promise<PrintBrowser> | undefined;
  private closed = false;

  constructor(private readonly search: BrowserSearch) {}

  /**
   * The running browser, started if necessary; concurrent callers share it.
   * @throws BrowserUnavailableError when none can be found or started (the next call tries again), or after {@link
   * close}
   */
  async get(): Promise<PrintBrowser> {
    if (this.closed) throw new BrowserUnavailableError('The service is stopping');
    const known = (this.current ??= this.start());
    const browser = await known;
    if (browser.alive) return browser;
    // If several callers find the same browser ended, the first one starts the next.
    if (this.current === known) {
      this.log.warn('The browser has ended; starting another');
      this.current = this.start();
    }
    return (this.current ??= this.start());
  }

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
    if (!isSandboxed && !isRoot()) this.log.warn('This system permits no Chromium sandbox; Chromium runs without it');
    this.log.log(`Rendering PDFs with ${path}`);
    return browser;
  }
}
