import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** proc(5): the state of a socket that listens, and the columns of its own address, its state and its inode. */
const LISTENS = '0A';
const [ADDRESS, STATE, INODE] = [1, 3, 9] as const;

/** The second is missing where IPv6 is switched off, and both on other systems than Linux. */
const TABLES = ['/proc/net/tcp', '/proc/net/tcp6'];

/** Whether this process listens on the port. True on a system without the tables. */
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

/** What the files of a process are; a file or a process that has gone meanwhile is none. */
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
