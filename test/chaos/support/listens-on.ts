import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** proc(5): the state of a socket that listens, and the columns of its own address, its state and its inode. */
const LISTENS = '0A';
const [ADDRESS, STATE, INODE] = [1, 3, 9] as const;

/** Whether this process listens on the port, as Linux says. */
export function listensOn(pid: number, port = 0): boolean {
  const listeners = ['/proc/net/tcp', '/proc/net/tcp6']
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
