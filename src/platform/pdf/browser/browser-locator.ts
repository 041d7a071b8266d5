import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, lstat, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';

export interface BrowserProgram {
  readonly path: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** For Linux x64. */
const BUNDLED_CHROMIUM = '@sparticuz/chromium';

export interface BrowserSearch {
  /** PUPPETEER_EXECUTABLE_PATH: only this browser is used. */
  readonly configured: string | undefined;
  /** PATH. */
  readonly searchPath: string;
  /** Whether a browser without its sandbox is rejected; default false. */
  readonly requiresSandbox?: boolean;
}

interface BrowserSource {
  readonly name: string;
  readonly locate: () => Promise<BrowserProgram | undefined>;
}

/** No browser can be found or started. The message contains the remedy. */
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
 * The sources in order. Only the configured browser, if there is one. Otherwise those on PATH, the one installed by
 * puppeteer, and the npm package. The next source is tried if one fails: Ubuntu's `chromium-browser` is only a script
 * that prints how to install the real one.
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

export function noBrowser(failures: readonly string[], requiresSandbox = false): BrowserUnavailableError {
  const tried = failures.length > 0 ? ` Tried ${failures.join('; ')}.` : '';
  if (requiresSandbox && failures.length > 0) return new BrowserUnavailableError(`${NO_SANDBOX}${tried}`);
  return new BrowserUnavailableError(`There is no Chromium to render PDFs.${tried} ${HOW_TO_GET_ONE}`);
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

/**
 * Unpacks in a separate process, because the package reads and changes its process environment on loading. With the
 * settings of Amazon Linux it also unpacks libraries that a minimal system lacks. It unpacks into TMPDIR, and would
 * accept any file with the right name there.
 */
const UNPACK = 'const m = require(process.argv[1]); (m.default ?? m).executablePath()';

/** Unpacked once per version and user, into a private folder; undefined when not installed or not for this system. */
async function unpackBundledChromium(): Promise<BrowserProgram | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const entry = packageEntry();
  if (entry === undefined) return undefined;
  const folder = join(tmpdir(), `procurement-chromium-${await versionOf(entry)}-${process.getuid?.() ?? 0}`);
  if (!(await isOurs(folder))) await unpackInto(folder, entry);
  return {
    path: join(folder, 'chromium'),
    environment: {
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
  };
}

function packageEntry(): string | undefined {
  try {
    return require.resolve(BUNDLED_CHROMIUM);
  } catch {
    return undefined;
  }
}

async function versionOf(entry: string): Promise<string> {
  const text = await readFile(join(dirname(entry), '..', '..', 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** Another user may have created the folder in the shared temporary directory; then it is rejected. */
async function isOurs(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined);
  if (!found) return false;
  const foreign = !found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & 0o077) !== 0;
  if (foreign) throw new Error(`${folder} is not a private folder of this user`);
  return true;
}

async function unpackInto(folder: string, entry: string): Promise<void> {
  // mkdtemp creates it with mode 0700; the rename makes the complete folder appear atomically.
  const staging = await mkdtemp(`${folder}-`);
  try {
    await promisify(execFile)(process.execPath, ['-e', UNPACK, entry], {
      env: { TMPDIR: staging, HOME: staging, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' },
      timeout: 120_000,
    });
    await writeFile(join(staging, 'fonts.conf'), fontConfiguration(folder));
    await rename(staging, folder);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    // Another process may have been first.
    if (!(await isOurs(folder))) throw error;
  }
}

/** Without any system font Chromium cannot load web fonts either. The package contains one in this folder. */
function fontConfiguration(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${join(folder, 'fonts')}</dir>
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`;
}
