import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { type BrowserProgram, BUNDLED_CHROMIUM, unpackBundledChromium } from './bundled-chromium';

/** Where to look for a browser. */
export interface BrowserSearch {
  /** PUPPETEER_EXECUTABLE_PATH: this one and no other. */
  readonly configured: string | undefined;
  /** PATH: folders with programs. */
  readonly searchPath: string;
}

/** A place that a browser may come from. */
export interface BrowserSource {
  readonly name: string;
  /** The browser, or undefined when this place has none. */
  readonly locate: () => Promise<BrowserProgram | undefined>;
}

/** No browser can be found or started. The message says how to get one. */
export class BrowserUnavailableError extends Error {
  override readonly name = 'BrowserUnavailableError';
}

const ON_PATH = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome-headless-shell'];

const HOW_TO_GET_ONE =
  'Install Chromium (Debian: apt-get install chromium), name one in PUPPETEER_EXECUTABLE_PATH, ' +
  `or run: npx puppeteer browsers install chrome. On Linux x64 the npm package ${BUNDLED_CHROMIUM} does as well.`;

const NO_SANDBOX =
  'Chromium does not start inside its sandbox here, and in production PDFs are not rendered outside it. Let it have ' +
  'user name spaces, and do not run as root; or, where a container around the service is boundary enough, set ' +
  'PDF_ALLOW_NO_SANDBOX=true.';

/**
 * Where to look, best first: the configured browser alone; else those on PATH, the one that puppeteer's own installer
 * has fetched, and the one that comes as an npm package. More than one may be there: Ubuntu's `chromium-browser` is a
 * script that only says how to install the real one.
 */
export function browserSources({ configured, searchPath }: BrowserSearch): readonly BrowserSource[] {
  if (configured !== undefined) return [{ name: 'PUPPETEER_EXECUTABLE_PATH', locate: () => program(configured, true) }];
  const folders = searchPath.split(delimiter).filter(Boolean);
  return [
    ...ON_PATH.map((name) => ({ name, locate: () => firstProgram(folders.map((folder) => join(folder, name))) })),
    { name: 'puppeteer', locate: fetchedByPuppeteer },
    { name: BUNDLED_CHROMIUM, locate: unpackBundledChromium },
  ];
}

/** What to say when none of them will do. */
export function noBrowser(failures: readonly string[], requiresSandbox = false): BrowserUnavailableError {
  const tried = failures.length > 0 ? ` Tried ${failures.join('; ')}.` : '';
  if (requiresSandbox && failures.length > 0) return new BrowserUnavailableError(`${NO_SANDBOX}${tried}`);
  return new BrowserUnavailableError(`There is no Chromium to render PDFs with.${tried} ${HOW_TO_GET_ONE}`);
}

async function firstProgram(paths: readonly string[]): Promise<BrowserProgram | undefined> {
  for (const path of paths) {
    const found = await program(path);
    if (found) return found;
  }
  return undefined;
}

async function program(path: string, required = false): Promise<BrowserProgram | undefined> {
  try {
    await access(path, constants.X_OK);
    return { path, environment: {} };
  } catch (error) {
    if (required) throw error;
    return undefined;
  }
}

async function fetchedByPuppeteer(): Promise<BrowserProgram | undefined> {
  const { default: puppeteer } = await import('puppeteer');
  return program(puppeteer.executablePath());
}
