import { ranAlone } from '../../support/command';

/** Runs a command of the compiled service. @returns its standard output @throws Error with its standard error */
export async function runCli(env: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<string> {
  const { code, said, complained } = await ranAlone(args, { PATH: process.env['PATH'], ...env });
  if (code !== 0) throw new Error(complained);
  return said;
}
