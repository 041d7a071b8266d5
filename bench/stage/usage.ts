import { readFileSync, readdirSync } from 'node:fs';
import { childrenOf } from '../../tools/servers/processes';

/** Clock ticks a second in `proc(5)`: 100 on every Linux that Node.js runs on. */
const TICKS_A_SECOND = 100;

/** Processor time of a process and, if asked for, of its children, those that have ended included, in milliseconds. */
export function processorTime(pid: number, withChildren = false): number {
  if (!withChildren) return timeOf(pid, OWN);
  return childrenOf(pid).reduce((sum, child) => sum + timeOf(child, OWN), timeOf(pid, WITH_ENDED_CHILDREN));
}

/** Fields of `proc(5)` stat: utime, stime, and those of children that have ended, cutime and cstime. */
const OWN = [11, 12];
const WITH_ENDED_CHILDREN = [11, 12, 13, 14];

/** Resident memory of a process, in bytes. */
export const residentMemory = (pid: number): number => memoryOf(pid, 'VmRSS');

/** The most resident memory that a process has had, in bytes. */
export const peakMemory = (pid: number): number => memoryOf(pid, 'VmHWM');

/** Of `proc(5)` status. */
function memoryOf(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) * 1024;
}

/** Open file descriptors of a process: files, sockets and pipes. */
export function openHandles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

function timeOf(pid: number, wanted: readonly number[]): number {
  const fields = fieldsOf(pid);
  return (wanted.reduce((sum, field) => sum + Number(fields[field] ?? 0), 0) * 1000) / TICKS_A_SECOND;
}

/** Fields of `proc(5)` stat from the third on: state, parent, ... */
function fieldsOf(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}
