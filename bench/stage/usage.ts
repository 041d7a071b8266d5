import { readFileSync } from 'node:fs';
import { childrenOf } from '../../tools/servers/processes';

/** Clock ticks per second in `proc(5)`: 100 on every Linux that Node.js supports. */
const TICKS_A_SECOND = 100;

/** Fields of `proc(5)` stat after the command: utime, stime, and those of ended children, cutime and cstime. */
const OWN = [11, 12];
const WITH_ENDED_CHILDREN = [11, 12, 13, 14];

/** CPU time of a process and its children, including ended ones, in milliseconds. */
export function processorTime(pid: number): number {
  return childrenOf(pid).reduce((sum, child) => sum + timeOf(child, OWN), timeOf(pid, WITH_ENDED_CHILDREN));
}

/** Bytes. */
export function residentMemory(pid: number): number {
  const kilobytes = [pid, ...childrenOf(pid)].map((one) => /^VmRSS:\s+(\d+) kB$/m.exec(read(one, 'status'))?.[1]);
  return kilobytes.reduce((sum, value) => sum + Number(value ?? 0) * 1024, 0);
}

function timeOf(pid: number, wanted: readonly number[]): number {
  const stat = read(pid, 'stat');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (wanted.reduce((sum, field) => sum + Number(fields[field] ?? 0), 0) * 1000) / TICKS_A_SECOND;
}

/** Empty if the process has ended. */
function read(pid: number, file: 'stat' | 'status'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
