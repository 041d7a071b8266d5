import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createApplication } from '../../src/application';
import { readEnvironment } from '../../src/platform/config';
import { freePort } from '../../tools/servers/ports';
import { startFailure } from '../../src/platform/processes';
import { PATIENT } from './app';

/** So that a busy machine has the same failure: a slow connection has another message. */
const { DATABASE_CONNECT_TIMEOUT_MS } = PATIENT;

export interface FailedStart {
  readonly code: number | null;
  readonly out: string;
  readonly lines: readonly string[];
}

/** Starts the compiled service (global-setup.ts) with only this environment. The start must fail. */
export async function failedStart(env: NodeJS.ProcessEnv): Promise<FailedStart> {
  const child = spawn(process.execPath, [join(__dirname, '../../dist/main.js')], {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
      ADMIN_PORT: '0',
      DATABASE_CONNECT_TIMEOUT_MS,
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

/** Expects one JSON line on standard error, nothing on standard output, and no secret. */
export function theLine(start: FailedStart, secrets: readonly string[]): Record<string, unknown> {
  expect(start.out).toBe('');
  expect(start.lines).toHaveLength(1);
  const [line = ''] = start.lines;
  for (const secret of secrets) expect(line).not.toContain(secret);
  const said = JSON.parse(line) as Record<string, unknown>;
  expect(said).toMatchObject({ level: 'fatal', msg: expect.any(String), hint: expect.any(String) });
  expect(said).not.toHaveProperty('stack');
  return said;
}

/** Starts the service in this process; the start must fail. @returns the message that the program would print */
export async function refusedStart(env: NodeJS.ProcessEnv): Promise<ReturnType<typeof startFailure>> {
  const environment = readEnvironment({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATABASE_CONNECT_TIMEOUT_MS, ...env });
  let app: Awaited<ReturnType<typeof createApplication>> | undefined;
  try {
    app = await createApplication(environment, undefined, true);
    await app.listen(0, '127.0.0.1');
  } catch (error) {
    return startFailure(error, environment);
  } finally {
    await app?.close();
  }
  throw new Error('The service starts');
}
