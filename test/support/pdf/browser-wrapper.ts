import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browserSources } from '../../../src/platform/pdf/browser/browser-locator';

/** A browser that a test can kill: a script writes its process id to a file and then executes the browser. */
export interface WrappedBrowser {
  /** The value for PUPPETEER_EXECUTABLE_PATH. */
  readonly path: string;
  starts(): number;
  startsWithoutSandbox(): number;
  /** Kills the running browser, as the kernel does when memory runs out. */
  kill(): void;
  remove(): void;
}

/**
 * Wraps the browser that the service would find on this machine.
 * @param options.hasSandbox false: the browser exits at once unless it is started without its sandbox
 * @param options.crashes number of first starts that crash
 */
export async function wrappedBrowser({ hasSandbox = true, crashes = 0 } = {}): Promise<WrappedBrowser> {
  const folder = mkdtempSync(join(tmpdir(), 'procurement-browser-'));
  const path = join(folder, 'browser');
  const ids = join(folder, 'ids');
  const bare = join(folder, 'without-sandbox');
  const program = await firstProgram();
  const exports = Object.entries(program.environment).map(([name, value]) => `export ${name}='${value}'`);
  const onCrash = `[ $(wc -l < '${ids}') -gt ${crashes} ] || kill -SEGV $$`;
  const onSandbox = [
    `case " $* " in *" --no-sandbox "*) echo $$ >> '${bare}' ;;`,
    `*) ${hasSandbox ? ':' : 'exit 1'} ;; esac`,
  ];
  writeFileSync(ids, '');
  writeFileSync(bare, '');
  writeFileSync(
    path,
    ['#!/bin/sh', `echo $$ >> '${ids}'`, onCrash, ...onSandbox, ...exports, `exec '${program.path}' "$@"`, ''].join(
      '\n',
    ),
  );
  chmodSync(path, 0o755);
  const started = (): number[] => readFileSync(ids, 'utf8').split('\n').filter(Boolean).map(Number);
  return {
    path,
    starts: () => started().length,
    startsWithoutSandbox: () => readFileSync(bare, 'utf8').split('\n').filter(Boolean).length,
    kill: () => {
      const running = started().at(-1);
      if (running === undefined) throw new Error('No browser was started');
      process.kill(running, 'SIGKILL');
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function firstProgram() {
  for (const source of browserSources({ configured: undefined, searchPath: process.env.PATH ?? '' })) {
    const program = await source.locate();
    if (program) return program;
  }
  throw new Error('There is no browser on this machine');
}
