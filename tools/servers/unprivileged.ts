import { execFileSync } from 'node:child_process';
import { chmodSync, lstatSync, mkdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';

/** User and group ids. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** `nobody` on Linux, if the account is not listed. */
const NOBODY: Account = { uid: 65_534, gid: 65_534 };

export const isRoot = process.getuid?.() === 0;

/** PostgreSQL refuses to run as root: `nobody` for root, otherwise undefined (the current user). */
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

/** Whether all users can access this folder and its parents. */
function isReachableByAll(folder: string): boolean {
  for (let place = folder; ; place = dirname(place)) {
    if ((statSync(place).mode & 0o001) === 0) return false;
    if (place === dirname(place)) return true;
  }
}

/** For root the first that all users can access, because another account runs programs there. */
export function temporaryFolder(): string {
  const candidates = [tmpdir(), '/tmp', '/var/tmp'];
  const found = candidates.find((folder) => !isRoot || isReachableByAll(folder));
  if (found === undefined)
    throw new Error(`Root needs a temporary folder that everybody can reach; tried ${candidates.join(', ')}`);
  return found;
}

/** Everyone can read the folder, only we can change it. @throws Error if the path belongs to another user */
export function makeOwnFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== process.getuid?.()) {
    throw new Error(`${folder} is not a folder of ours; remove it and start again`);
  }
  // Again, because the umask restricts the mode of mkdir.
  chmodSync(folder, 0o755);
}
