import { execFileSync } from 'node:child_process';
import { accessSync, constants, readFileSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** How often a wait looks again, in milliseconds. */
const LOOK_AGAIN = 25;

/** Does a process of that id run? One of another user counts; one that ended and was not yet collected does not. */
export function isAlive(pid: number): boolean {
  if (process.platform === 'linux') return !['', 'Z', 'X'].includes(statFields(pid)[0] ?? '');
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Ids of the processes that a process has started and that run; none where there is no /proc. */
export function childrenOf(pid: number): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((candidate) => Number(statFields(candidate)[1]) === pid && isAlive(candidate));
}

/** What the kernel says of a process from its state on, the third field of `proc(5)` stat; nothing when there is none. */
function statFields(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The field before is the command in brackets, which may itself hold spaces and brackets.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

/**
 * What tells a process from a later one that was given the same id: the moment it started, in whatever unit the
 * system has. Undefined when there is no such process.
 */
export function startMark(pid: number): string | undefined {
  if (process.platform !== 'linux') return processStatus(pid, 'lstart=');
  const ticksSinceBoot = statFields(pid)[19];
  if (ticksSinceBoot === undefined) return undefined;
  return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${ticksSinceBoot}`;
}

/** The command line of a process, its arguments joined by spaces; undefined when there is no such process. */
export function commandLine(pid: number): string | undefined {
  if (process.platform !== 'linux') return processStatus(pid, 'args=');
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return undefined;
  }
}

function processStatus(pid: number, column: string): string | undefined {
  try {
    const text = execFileSync('ps', ['-p', String(pid), '-o', column], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return text.trim() || undefined;
  } catch {
    return undefined;
  }
}

/**
 * Waits until `done` holds.
 * @param milliseconds how long at most
 * @returns whether it came to hold
 */
export async function waitUntil(done: () => boolean | Promise<boolean>, milliseconds: number): Promise<boolean> {
  const end = performance.now() + milliseconds;
  while (!(await done())) {
    if (performance.now() > end) return false;
    await sleep(LOOK_AGAIN);
  }
  return true;
}

/**
 * Ends a process: each signal in turn, the next one when the last was not heeded in time.
 * @throws Error when the process outlives them all
 */
export async function endProcess(pid: number, signals: readonly NodeJS.Signals[], patience = 10_000): Promise<void> {
  for (const signal of signals) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return;
      throw error;
    }
    if (await waitUntil(() => !isAlive(pid), patience)) return;
  }
  throw new Error(`Process ${pid} does not end`);
}

/** The first program of one of these names, tried in turn, among the folders of `searchPath`, a PATH; undefined when there is none. */
export function findProgram(names: readonly string[], searchPath: string): string | undefined {
  const folders = searchPath.split(delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
