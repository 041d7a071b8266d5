import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import * as application from '../../src/application';
import { runCommand } from '../../src/operations/commands/program';
import { useServiceLog } from '../../src/platform/logging';
import type { Service } from './app';
import { awaitedLater } from './awaited-later';
import { keyVariables } from './key-variables';

export interface Ran {
  readonly code: number | null;
  /** Standard output. */
  readonly said: string;
}

/**
 * Runs an operator's command with the machine's clock, in this process: a separate process needs two seconds of
 * processor time to load the service. `ranAlone` and `started` start a separate process.
 */
export async function command(service: Service, ...args: string[]): Promise<Ran> {
  const { code, said } = await run(service, args);
  return { code, said };
}

/** Runs a command that must fail with exit code 1 and an empty standard output. @returns standard error */
export async function refusal(service: Service, ...args: string[]): Promise<string> {
  const { code, said, complained } = await run(service, args);
  expect({ code, said }).toEqual({ code: 1, said: '' });
  return complained;
}

/** Runs a command until a condition is met, then kills it without warning. */
export async function killedCommand(
  service: Service,
  args: readonly string[],
  far: () => Promise<boolean>,
): Promise<void> {
  const child = start(args, variablesOf(service));
  const closed = awaitedLater(once(child, 'close'));
  while (!(await far()) && child.exitCode === null) await sleep(20);
  if (!child.kill('SIGKILL')) throw new Error('The command had ended by itself');
  await closed;
}

/** Commands run one after another, because each one replaces the environment and the streams of this process. */
let last: Promise<unknown> = Promise.resolve();

function run(service: Service, args: readonly string[]): Promise<RanAlone> {
  const mine = last.then(() => runHere(service, args));
  last = mine.catch(() => undefined);
  return mine;
}

async function runHere(service: Service, args: readonly string[]): Promise<RanAlone> {
  const { env, exitCode } = process;
  const said = kept(process.stdout);
  const complained = kept(process.stderr);
  const exit = jest.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`The command ended the process with ${code}`);
  });
  process.env = variablesOf(service);
  try {
    return {
      code: await runCommand(args, () => Promise.resolve(application)),
      said: said.text(),
      complained: complained.text(),
    };
  } finally {
    Object.assign(process, { env, exitCode });
    for (const spy of [said.spy, complained.spy, exit]) spy.mockRestore();
    // Nest has one logger per process, and the command has replaced it.
    useServiceLog(service.app, service.environment);
  }
}

/** Records the text that the process writes to a stream. The stream itself gets nothing. */
function kept(stream: NodeJS.WriteStream): { readonly spy: jest.SpyInstance; text(): string } {
  let text = '';
  const spy = jest.spyOn(stream, 'write').mockImplementation((part, ...more) => {
    text += String(part);
    const written = more.find((one) => typeof one === 'function');
    if (written) process.nextTick(written);
    return true;
  });
  return { spy, text: () => text };
}

function variablesOf(service: Service): NodeJS.ProcessEnv {
  const { DATABASE_URL, DATABASE_ROLE, DATABASE_PREPARED_STATEMENTS, REDIS_URL, SANDBOX, MAIL_FOLDER, STORAGE_PATH } =
    service.environment;
  return {
    PATH: process.env.PATH,
    NODE_ENV: 'test',
    DATABASE_URL,
    DATABASE_MIGRATION_URL: service.ownerUrl,
    DATABASE_ROLE,
    DATABASE_PREPARED_STATEMENTS: String(DATABASE_PREPARED_STATEMENTS),
    ...(REDIS_URL === undefined ? {} : { REDIS_URL }),
    ...keyVariables(service.environment),
    SANDBOX: String(SANDBOX),
    MAIL_FOLDER,
    STORAGE_PATH,
    ...bucketOf(service),
  };
}

/** The bucket of a service that stores its files in one, with the credentials of this process. */
function bucketOf({ environment }: Service): NodeJS.ProcessEnv {
  const { STORAGE_DRIVER, S3_BUCKET, S3_ENDPOINT, S3_REGION } = environment;
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = process.env;
  if (STORAGE_DRIVER !== 's3') return {};
  return { STORAGE_DRIVER, S3_BUCKET, S3_ENDPOINT, S3_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY };
}

interface RanAlone extends Ran {
  readonly complained: string;
}

interface Started {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  complained(): string;
  readonly ended: Promise<RanAlone & { readonly signal: NodeJS.Signals | null }>;
}

export function started(service: Service, ...args: string[]): Started {
  return spawned(args, variablesOf(service));
}

/** Runs a command with only this environment. */
export async function ranAlone(args: readonly string[], env: NodeJS.ProcessEnv): Promise<RanAlone> {
  const { code, said, complained } = await spawned(args, env).ended;
  return { code, said, complained };
}

function spawned(args: readonly string[], env: NodeJS.ProcessEnv): Started {
  const child = start(args, env);
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

function start(args: readonly string[], env: NodeJS.ProcessEnv): ChildProcessByStdio<null, Readable, Readable> {
  return spawn(process.execPath, [join(__dirname, '../../dist/cli.js'), ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
