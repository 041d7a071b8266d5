import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browserSources } from '../../../src/platform/pdf/browser/browser-locator';

/** A browser that a test can kill: a script writes its process id to a file and then executes the browser. */
export interface WrappedBrowser {
  /** The value for PUPPETEER_EXECUTABLE_PATH. */
  readonly path: string;
  starts(): number;
  startsWithoutSandbox(): number;
  /** The nice values of the running browser and of its child processes. */
  niceValues(): number[];
  /** Kills the running browser, as the kernel does when memory runs out. */
  kill(): void;
  remove(): void;
}

/**
 * Wraps the browser that the service would find on this machine.
 * @param options.hasSandbox false: the browser exits at once unless it is started without its sandbox
 */
export async function wrappedBrowser({ hasSandbox = true } = {}): Promise<WrappedBrowser> {
  const folder = mkdtempSync(join(tmpdir(), 'procurement-browser-'));
  const path = join(folder, 'browser');
  const ids = join(folder, 'ids');
  const bare = join(folder, 'without-sandbox');
  const program = await firstProgram();
  const exports = Object.entries(program.environment).map(([name, value]) => `export ${name}='${value}'`);
  const onSandbox = [
    `case " $* " in *" --no-sandbox "*) echo $$ >> '${bare}' ;;`,
    `*) ${hasSandbox ? ':' : 'exit 1'} ;; esac`,
  ];
  writeFileSync(ids, '');
  writeFileSync(bare, '');
  writeFileSync(
    path,
    ['#!/bin/sh', `echo $$ >> '${ids}'`, ...onSandbox, ...exports, `exec '${program.path}' "$@"`, ''].join('\n'),
  );
  chmodSync(path, 0o755);
  const started = (): number[] => readFileSync(ids, 'utf8').split('\n').filter(Boolean).map(Number);
  const running = (): number => {
    const last = started().at(-1);
    if (last === undefined) throw new Error('No browser was started');
    return last;
  };
  return {
    path,
    starts: () => started().length,
    startsWithoutSandbox: () => readFileSync(bare, 'utf8').split('\n').filter(Boolean).length,
    niceValues: () => niceValuesOf(running()),
    kill: () => process.kill(running(), 'SIGKILL'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Of the processes of a group, from the fields 5 and 19 of proc(5)'s `stat`. */
function niceValuesOf(group: number): number[] {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return processes.flatMap((pid) => {
    const [, text] = /\) (.*)/.exec(statOf(pid)) ?? [];
    const fields = ['pid', 'comm', ...(text ?? '').split(' ')];
    return Number(fields[4]) === group ? [Number(fields[18])] : [];
  });
}

/** Empty if the process has ended. */
function statOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return '';
  }
}

async function firstProgram() {
  for (const source of browserSources({ configured: undefined, searchPath: process.env.PATH ?? '' })) {
    const program = await source.locate();
    if (program) return program;
  }
  throw new Error('There is no browser on this machine');
}
