import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** proc(5): the state of a listening socket, and the columns of its address, state and inode. */
const LISTENS = '0A';
const [ADDRESS, STATE, INODE] = [1, 3, 9] as const;

/** The second is missing without IPv6, and both are missing on systems other than Linux. */
const TABLES = ['/proc/net/tcp', '/proc/net/tcp6'];

/** Whether this process listens on the port. Always true on a system without the tables. */
export function listensOn(pid: number, port = 0): boolean {
  const tables = TABLES.filter((table) => existsSync(table));
  if (tables.length === 0) return true;
  const listeners = tables
    .flatMap((table) => readFileSync(table, 'utf8').split('\n').slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter((cells) => cells[STATE] === LISTENS && parseInt(cells[ADDRESS]?.split(':')[1] ?? '', 16) === port)
    .map((cells) => `socket:[${cells[INODE]}]`);
  return opened(pid).some((file) => listeners.includes(file));
}

/** Targets of the open files of a process. A closed file or an ended process has none. */
function opened(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((fd) => target(`/proc/${pid}/fd/${fd}`));
  } catch {
    return [];
  }
}

function target(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    return '';
  }
}
