import { readFileSync, readdirSync } from 'node:fs';

/** What `proc(5)` counts processor time in: a hundredth of a second on every Linux that Node.js runs on. */
const TICKS_A_SECOND = 100;

/** Processor time of a process and of its children, by what the kernel knows of each, in milliseconds. */
export function processorTime(pid: number, withChildren = false): number {
  const own = timeOf(pid);
  if (!withChildren) return own;
  return childrenOf(pid).reduce((sum, child) => sum + timeOf(child), own);
}

/** Resident memory of a process, in bytes. */
export function residentMemory(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}

/** Open file descriptors of a process: files, sockets and pipes. */
export function openHandles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

/** Children of a process. */
export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((candidate) => Number(fieldsOf(candidate)[1]) === pid);
}

function timeOf(pid: number): number {
  const fields = fieldsOf(pid);
  return ((Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 1000) / TICKS_A_SECOND;
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
