import { spawn } from 'node:child_process';

/** A command of the service's own CLI failed. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';

  constructor(
    command: string,
    readonly exitCode: number,
    said: string,
  ) {
    super(`${command} failed:\n${said.trim()}`);
  }
}

/**
 * Runs a script of this project with Node until it ends.
 * @param abort kills it
 * @returns what it printed on standard output
 * @throws CommandFailed with its exit code and all it printed
 */
export function runScript(
  script: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  abort: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args], { env, signal: abort, stdio: ['ignore', 'pipe', 'pipe'] });
    const said = { output: '', all: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said.output += text;
      said.all += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said.all += text;
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(said.output);
      else reject(new CommandFailed(args.join(' '), code ?? 1, said.all));
    });
  });
}
