import { readFileSync, statfsSync } from 'node:fs';
import { temporaryFolder } from '../../../tools/servers/unprivileged';

/** Linux's in-memory file system, and its type number in statfs(2). */
const MEMORY = '/dev/shm';
const TMPFS = 0x01021994;
/** Several times the size of a run's databases and their WAL, whose default limit is 1 GiB. */
const ENOUGH_BYTES = 8 * 1024 ** 3;

/**
 * The folder for the data of a run's servers. In memory if there is enough: no test data outlives its run. On a disk
 * that another process keeps busy, every CREATE DATABASE and DROP DATABASE can wait for ten seconds.
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

/** Bytes that programs can still allocate, as the kernel estimates. */
function availableMemory(): number {
  const [, kibibytes] = /^MemAvailable:\s+(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8')) ?? [];
  return Number(kibibytes ?? 0) * 1024;
}
