import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { databaseIdentity } from '../servers/databases';
import type { DemoToken, State } from './state';

export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';

  constructor(
    command: string,
    readonly exitCode: number,
    message: string,
  ) {
    super(`${command} failed:\n${message.trim()}`);
  }
}

/** Runs a command of the service's CLI and returns its standard output. */
export type Cli = (...args: readonly string[]) => Promise<string>;

/** Runs a script of this project and returns its output. @throws CommandFailed with its exit code and output */
export async function runScript(
  script: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<string> {
  try {
    const options = { env, signal, maxBuffer: MOST_PRINTED };
    return (await promisify(execFile)(process.execPath, [script, ...args], options)).stdout;
  } catch (error) {
    const { code, stdout, stderr } = error as { code?: unknown; stdout: string; stderr: string };
    if (typeof code !== 'number') throw error;
    throw new CommandFailed(args.join(' '), code, stdout + stderr);
  }
}

const MOST_PRINTED = 64 * 1024 * 1024;

/** The used parts of the output of `seed:demo --json` and `token:create --json`. */
interface SeedOutput {
  readonly tenant: { readonly slug: string };
  /** Present only if this command created the token. */
  readonly token?: { readonly token?: string } | null;
  readonly strict?: Pick<SeedOutput, 'token'>;
}

/** The token is saved next to its database, because the service stores only its hash. */
export async function demoToken(cli: Cli, state: State, databaseUrl: string): Promise<DemoToken> {
  const database = await databaseIdentity(databaseUrl);
  const kept = state.record.demo;
  return kept?.database === database ? kept : provision(cli, state, database);
}

/** Returns the token, or a new one if the service rejects it: a user may have revoked it. */
export async function validToken(cli: Cli, state: State, demo: DemoToken, port: number): Promise<DemoToken> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/me`, { headers: { authorization: `Bearer ${demo.token}` } });
  await answer.body?.cancel();
  return answer.status === 401 ? provision(cli, state, demo.database) : demo;
}

/** Does not change an existing demo tenant, except for another token of its admin. */
async function provision(cli: Cli, state: State, database: string): Promise<DemoToken> {
  const seed = JSON.parse(await cli('seed:demo', '--json')) as SeedOutput;
  const token = seed.token?.token ?? (await newToken(cli, seed.tenant.slug));
  const strict = seed.strict?.token?.token ?? state.record.demo?.strict;
  const demo = { database, tenant: seed.tenant.slug, token, ...(strict !== undefined && { strict }) };
  state.keep({ demo });
  return demo;
}

async function newToken(cli: Cli, tenant: string): Promise<string> {
  const printed = await cli('token:create', '--slug', tenant, '--name', 'npm start', '--json');
  const token = (JSON.parse(printed) as Omit<SeedOutput, 'tenant'>).token?.token;
  if (token === undefined) throw new Error('token:create printed no token');
  return token;
}
