import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, lstat, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';

export interface BrowserProgram {
  readonly path: string;
  /** What it needs in its environment to run. */
  readonly environment: Readonly<Record<string, string>>;
}

/** A headless Chromium for Linux x64 that comes as an npm package. */
const BUNDLED_CHROMIUM = '@sparticuz/chromium';

/** Where to look for a browser. */
export interface BrowserSearch {
  /** PUPPETEER_EXECUTABLE_PATH: this one and no other. */
  readonly configured: string | undefined;
  /** PATH: folders with programs. */
  readonly searchPath: string;
  /** Rather no browser than one without its sandbox; false when left out. */
  readonly requiresSandbox?: boolean;
}

/** A place that a browser may come from. */
interface BrowserSource {
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

/**
 * Unpacks in a process of its own. The package reads and writes its process's environment as it is loaded: told that it runs on
 * Amazon Linux it also unpacks the libraries that a bare machine lacks, and it unpacks into TMPDIR, taking up whatever file of
 * the right name it finds there.
 */
const UNPACK = 'const m = require(process.argv[1]); (m.default ?? m).executablePath()';

/**
 * The browser of the npm package, unpacked once for each version and user into a private folder under the system's
 * temporary one.
 * @returns undefined when the package is not installed or was not made for this machine
 */
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

/** Whether the folder is there. One that somebody else made in the shared temporary folder is refused, not run. */
async function isOurs(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined);
  if (!found) return false;
  const foreign = !found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & 0o077) !== 0;
  if (foreign) throw new Error(`${folder} is not a private folder of this user`);
  return true;
}

async function unpackInto(folder: string, entry: string): Promise<void> {
  // mkdtemp makes it 0700; the rename makes it appear whole, or not at all.
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

/** Without a single system font Chromium fails every web font too; the package brings one, in a folder of its choice. */
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
