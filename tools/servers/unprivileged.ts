import { execFileSync } from 'node:child_process';
import { chmodSync, lstatSync, mkdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';

/** A user and a group, by number. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** `nobody` on Linux, where the account is not listed. */
const NOBODY: Account = { uid: 65_534, gid: 65_534 };

export const isRoot = process.getuid?.() === 0;

/**
 * The account that PostgreSQL runs under: it refuses to run as root, so there it is `nobody`; undefined where we are
 * an ordinary user and it can be our own.
 */
export function serverAccount(): Account | undefined {
  if (!isRoot) return undefined;
  const ask = (flag: string): number =>
    Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { uid: ask('-u'), gid: ask('-g') };
  } catch {
    return NOBODY;
  }
}

/** May everybody pass through this folder and all above it? */
function isReachableByAll(folder: string): boolean {
  for (let place = folder; ; place = dirname(place)) {
    if ((statSync(place).mode & 0o001) === 0) return false;
    if (place === dirname(place)) return true;
  }
}

/**
 * The folder for temporary files; for root the first that everybody can reach, since what stands there is run by
 * another account.
 * @throws Error when there is none
 */
export function temporaryFolder(): string {
  const candidates = [tmpdir(), '/tmp', '/var/tmp'];
  const found = candidates.find((folder) => !isRoot || isReachableByAll(folder));
  if (found === undefined)
    throw new Error(`Root needs a temporary folder that everybody can reach; tried ${candidates.join(', ')}`);
  return found;
}

/**
 * Makes a folder of ours in a place where anybody may make one, for everybody to pass through and for us alone to
 * change.
 * @throws Error when what stands there is somebody else's, or not a folder
 */
export function makeOwnFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== process.getuid?.()) {
    throw new Error(`${folder} is not a folder of ours; remove it and start again`);
  }
  // Said again, because the mode given to mkdir passes through the umask.
  chmodSync(folder, 0o755);
}
