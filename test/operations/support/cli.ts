import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Runs a command of the compiled service in an environment.
 * @returns its standard output
 * @throws Error with what it said when it fails
 */
export async function runCli(env: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<string> {
  const told = { env: { PATH: process.env['PATH'], ...env } };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(__dirname, '../../../dist/cli.js'), ...args],
    told,
  );
  return stdout;
}
