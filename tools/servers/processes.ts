import { execFileSync } from 'node:child_process';
import { accessSync, constants, readFileSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Polling interval, milliseconds. */
const LOOK_AGAIN = 25;

/** Whether a process with this id runs, also of another user. Zombies do not count. */
export function isAlive(pid: number): boolean {
  if (process.platform === 'linux') return !['', 'Z', 'X'].includes(statFields(pid)[0] ?? '');
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Ids of running child processes; none without /proc. */
export function childrenOf(pid: number): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((candidate) => Number(statFields(candidate)[1]) === pid && isAlive(candidate));
}

/** Fields of `proc(5)` stat from the third (the state) on; empty without such a process. */
function statFields(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The field before is the command in brackets, which may contain spaces and brackets.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

/** Start time in a system-specific format, which distinguishes a later process with the same id. */
export function startMark(pid: number): string | undefined {
  if (process.platform !== 'linux') return processStatus(pid, 'lstart=');
  const ticksSinceBoot = statFields(pid)[19];
  if (ticksSinceBoot === undefined) return undefined;
  return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${ticksSinceBoot}`;
}

/** Arguments joined by spaces; undefined without such a process. */
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

/** @returns whether `done` became true within this time */
export async function waitUntil(done: () => boolean | Promise<boolean>, milliseconds: number): Promise<boolean> {
  const end = performance.now() + milliseconds;
  while (!(await done())) {
    if (performance.now() > end) return false;
    await sleep(LOOK_AGAIN);
  }
  return true;
}

/** Sends each signal in turn until the process ends. @throws Error if it does not end */
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

/** The first of these programs in `searchPath`, a PATH; undefined if there is none. */
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
