import { readFileSync, statfsSync } from 'node:fs';
import { temporaryFolder } from '../../../tools/servers/unprivileged';

/** Linux's file system in memory, and how statfs(2) calls it. */
const MEMORY = '/dev/shm';
const TMPFS = 0x01021994;
/** A run's databases and their log, whose default bound is one gibibyte, several times over. */
const ENOUGH_BYTES = 8 * 1024 ** 3;

/**
 * Where a run's servers keep their data. In memory where there is plenty of it: nothing of a test outlives its run, and a
 * disk that somebody else keeps busy for ten seconds holds every statement that makes a database or drops one.
 */
export function serversFolder(): string {
  return isRoomy() ? MEMORY : temporaryFolder();
}

function isRoomy(): boolean {
  if (process.platform !== 'linux') return false;
  try {
    const { type, bavail, bsize } = statfsSync(MEMORY);
    return type === TMPFS && Math.min(bavail * bsize, availableMemory()) >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}

/** Bytes that programs may still take, by the kernel's own estimate. */
function availableMemory(): number {
  const [, kibibytes] = /^MemAvailable:\s+(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8')) ?? [];
  return Number(kibibytes ?? 0) * 1024;
}
