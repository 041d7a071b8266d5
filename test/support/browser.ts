import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'puppeteer';
import { browserSources, noBrowser } from '../../src/platform/pdf/browser/browser-locator';

/** A headless browser like a person's, without its background activity. */
export async function openBrowser(): Promise<{ browser: Browser; close(): Promise<void> }> {
  const { default: puppeteer } = await import('puppeteer');
  const failures: string[] = [];
  for (const source of browserSources({
    configured: process.env['PUPPETEER_EXECUTABLE_PATH'],
    searchPath: process.env['PATH'] ?? '',
  })) {
    const program = await source
      .locate()
      .catch((error: unknown) => void failures.push(`${source.name}: ${String(error)}`));
    if (!program) continue;
    const profile = mkdtempSync(join(tmpdir(), 'procurement-browser-'));
    try {
      const browser = await puppeteer.launch({
        executablePath: program.path,
        headless: true,
        pipe: true,
        // On a busy machine, a start can take longer than the 30 s that are the default.
        timeout: 120_000,
        userDataDir: profile,
        env: { ...process.env, HOME: profile, ...program.environment },
        args: [
          '--no-sandbox',
          '--disable-gpu',
          '--disable-quic',
          '--no-first-run',
          '--disable-background-networking',
          '--disable-component-update',
          '--disable-sync',
        ],
      });
      return {
        browser,
        close: async () => {
          await browser.close();
          rmSync(profile, { recursive: true, force: true });
        },
      };
    } catch (error) {
      failures.push(`${source.name}: ${String(error)}`);
      rmSync(profile, { recursive: true, force: true });
    }
  }
  throw noBrowser(failures);
}

/** A page whose steps may take as long as a test on a busy machine (patience.ts). */
export async function newPage(of: Browser | BrowserContext): Promise<Page> {
  const page = await of.newPage();
  page.setDefaultTimeout(280_000);
  return page;
}
