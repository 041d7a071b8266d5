import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Service } from './app';

/** What a command came to. */
export interface Ran {
  /** Exit code. */
  readonly code: number | null;
  /** Standard output. */
  readonly said: string;
}

/** Runs a command of the service's CLI, compiled (global-setup.ts), as an operator does: a process of its own, with the machine's clock. */
export async function command(service: Service, ...args: string[]): Promise<Ran> {
  const { code, said } = await run(service, args);
  return { code, said };
}

/** Runs a command that refuses what it is asked, with exit code 1 and nothing on its standard output. @returns its words */
export async function refusal(service: Service, ...args: string[]): Promise<string> {
  const { code, said, complained } = await run(service, args);
  expect({ code, said }).toEqual({ code: 1, said: '' });
  return complained;
}

async function run(service: Service, args: readonly string[]): Promise<RanAlone> {
  return ranAlone(args, environmentOf(service));
}

function environmentOf(service: Service): NodeJS.ProcessEnv {
  const {
    DATABASE_URL,
    DATABASE_ROLE,
    DATABASE_PREPARED_STATEMENTS,
    REDIS_URL,
    APP_ENCRYPTION_KEY,
    SANDBOX,
    MAIL_FOLDER,
    STORAGE_PATH,
  } = service.environment;
  return {
    PATH: process.env.PATH,
    NODE_ENV: 'test',
    DATABASE_URL,
    DATABASE_ROLE,
    DATABASE_PREPARED_STATEMENTS: String(DATABASE_PREPARED_STATEMENTS),
    ...(REDIS_URL === undefined ? {} : { REDIS_URL }),
    APP_ENCRYPTION_KEY: APP_ENCRYPTION_KEY.toString('base64'),
    SANDBOX: String(SANDBOX),
    MAIL_FOLDER,
    STORAGE_PATH,
  };
}

/** What a command came to, with what it wrote to standard error. */
interface RanAlone extends Ran {
  readonly complained: string;
}

/** A command that runs. */
interface Started {
  readonly child: ChildProcess;
  /** Standard error, as far as it was written. */
  complained(): string;
  readonly ended: Promise<RanAlone & { readonly signal: NodeJS.Signals | null }>;
}

/** Starts a command of the service's CLI, and does not wait for it. */
export function started(service: Service, ...args: string[]): Started {
  return spawned(args, environmentOf(service));
}

/** Runs a command with nothing but this environment. */
export async function ranAlone(args: readonly string[], env: NodeJS.ProcessEnv): Promise<RanAlone> {
  const { code, said, complained } = await spawned(args, env).ended;
  return { code, said, complained };
}

function spawned(args: readonly string[], env: NodeJS.ProcessEnv): Started {
  const child = spawn(process.execPath, [join(__dirname, '../../dist/cli.js'), ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let complained = '';
  child.stderr.setEncoding('utf8').on('data', (part: string) => (complained += part));
  const end = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  const ended = Promise.all([text(child.stdout), end]).then(([said, [code, signal]]) => ({
    code,
    signal,
    said,
    complained,
  }));
  return { child, complained: () => complained, ended };
}
