import { spawn } from 'node:child_process';
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
  return ranAlone(args, {
    PATH: process.env.PATH,
    NODE_ENV: 'test',
    DATABASE_URL,
    DATABASE_MIGRATION_URL: service.ownerUrl,
    DATABASE_ROLE,
    DATABASE_PREPARED_STATEMENTS: String(DATABASE_PREPARED_STATEMENTS),
    ...(REDIS_URL === undefined ? {} : { REDIS_URL }),
    APP_ENCRYPTION_KEY: APP_ENCRYPTION_KEY.toString('base64'),
    SANDBOX: String(SANDBOX),
    MAIL_FOLDER,
    STORAGE_PATH,
  });
}

/** What a command came to, with what it wrote to standard error. */
interface RanAlone extends Ran {
  readonly complained: string;
}

/** Runs a command with nothing but this environment. */
export async function ranAlone(args: readonly string[], env: NodeJS.ProcessEnv): Promise<RanAlone> {
  const child = spawn(process.execPath, [join(__dirname, '../../dist/cli.js'), ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [said, complained, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { code, said, complained };
}
