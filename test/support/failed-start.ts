import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from '../../src/dev/servers/ports';

/** What a start that failed left behind. */
export interface FailedStart {
  readonly code: number | null;
  /** Standard output. */
  readonly out: string;
  /** Standard error, line by line. */
  readonly lines: readonly string[];
}

/** Starts the compiled service (global-setup.ts), which must not come up, with nothing but this environment. */
export async function failedStart(env: NodeJS.ProcessEnv): Promise<FailedStart> {
  const child = spawn(process.execPath, [join(__dirname, '../../dist/main.js')], {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
      ADMIN_PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, said, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { code, out, lines: said.split('\n').filter(Boolean) };
}
