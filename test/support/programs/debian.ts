import { execFileSync } from 'node:child_process';
import { isRoot } from '../../../tools/servers/unprivileged';

/** One line says it all: where it was thrown helps nobody, and Jest would print that too. */
export class ProgramMissing extends Error {
  override readonly stack: string;

  constructor(line: string) {
    super(line);
    this.stack = line;
  }
}

/** Installs Debian's packages where we may, which is said; false where we may not, or it failed. */
export function installDebians(packages: readonly string[]): boolean {
  if (!isRoot || process.platform !== 'linux') return false;
  const all = packages.join(' ');
  console.log(`The tests need ${all}, not found here: installing Debian's (apt-get install ${all}).`);
  const install = (): boolean => apt('install', '--no-install-recommends', ...packages);
  // Its lists may be missing on a fresh machine, and an update is slow where they are not.
  return install() || (apt('update') && install());
}

function apt(command: string, ...args: readonly string[]): boolean {
  // Waits for another installation to end, as that of a run beside this one.
  const flags = ['-y', '-qq', '-o', 'DPkg::Lock::Timeout=300'];
  // Run level 1 is a machine for one: what is installed is not started as a service.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  try {
    execFileSync('apt-get', [...flags, command, ...args], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
    });
    return true;
  } catch (error) {
    console.error((error as { stderr?: string }).stderr);
    return false;
  }
}
