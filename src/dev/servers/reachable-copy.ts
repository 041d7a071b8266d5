import { chmodSync, cpSync, existsSync, lstatSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeOwnFolder } from './unprivileged';

/**
 * Copies a folder to where every account can read it and run what is in it. A copy that is already there and whole is
 * taken as it is; one that lacks files, as a temporary folder does after a clean-up, is replaced.
 * @param parent a folder of ours, made when missing
 * @returns the copy
 */
export function reachableCopy(source: string, parent: string): string {
  makeOwnFolder(parent);
  const copy = join(parent, 'copy');
  if (existsSync(copy) && isSameTree(source, copy)) return copy;

  // Made beside and moved into place, so that nobody ever starts half a copy.
  const beside = mkdtempSync(join(parent, 'making-'));
  cpSync(source, join(beside, 'copy'), { recursive: true, verbatimSymlinks: true });
  letEverybodyRead(join(beside, 'copy'));
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

/** Every path below a folder, relative to it. */
function contents(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
}

function isSameTree(source: string, copy: string): boolean {
  const names = contents(source);
  if (names.join('\n') !== contents(copy).join('\n')) return false;
  return names.every((name) => {
    const [there, here] = [lstatSync(join(source, name)), lstatSync(join(copy, name))];
    return there.isFile() ? here.isFile() && there.size === here.size : there.isDirectory() === here.isDirectory();
  });
}

/** As `chmod -R a+rX`: an install under a strict umask leaves files that only its owner may read. */
function letEverybodyRead(folder: string): void {
  chmodSync(folder, 0o755);
  for (const name of contents(folder)) {
    const path = join(folder, name);
    const found = lstatSync(path);
    if (found.isDirectory()) chmodSync(path, 0o755);
    else if (found.isFile()) chmodSync(path, (found.mode & 0o100) === 0 ? 0o644 : 0o755);
  }
}
