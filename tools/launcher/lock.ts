import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { startMark } from '../servers/processes';

export interface LockHolder {
  readonly pid: number;
  /** Tells the holder from a later process of the same id. */
  readonly startMark: string | undefined;
  /** The checkout it was taken for: a folder copied with its lock inside is not locked. */
  readonly checkout: string;
}

/**
 * Takes a lock for as long as this process lives; one whose holder was killed is free.
 * @returns whether we hold it now
 */
export function takeLock(file: string, checkout: string): boolean {
  const us: LockHolder = { pid: process.pid, startMark: startMark(process.pid), checkout };
  if (place(file, us)) return true;
  const holder = read(file);
  if (holder !== undefined && isHeld(holder, checkout)) return false;

  // Two starts may find the same dead holder. Only one moves it aside; the other may move the winner's, and puts it back.
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const moved = read(aside);
  if (moved !== undefined && isHeld(moved, checkout)) {
    place(file, moved);
    rmSync(aside);
    return false;
  }
  rmSync(aside, { force: true });
  return place(file, us);
}

export function releaseLock(file: string): void {
  if (read(file)?.pid === process.pid) rmSync(file);
}

function isHeld(holder: LockHolder, checkout: string): boolean {
  return holder.checkout === checkout && holder.startMark !== undefined && startMark(holder.pid) === holder.startMark;
}

/** Creates the file with its content in one step; false when there is one already. */
function place(file: string, holder: LockHolder): boolean {
  const draft = `${file}.${process.pid}.draft`;
  writeFileSync(draft, JSON.stringify(holder));
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft);
  }
}

function read(file: string): LockHolder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as LockHolder;
  } catch {
    return undefined;
  }
}
