import { execFileSync } from 'node:child_process';
import { isRoot } from '../../../tools/servers/unprivileged';

/** An error without a stack trace: Jest would print it, and only the message is useful. */
export class ProgramMissing extends Error {
  override readonly stack: string;

  constructor(line: string) {
    super(line);
    this.stack = line;
  }
}

/**
 * Installs Debian packages if this process is allowed to, and prints that. Returns false if it is not allowed or the
 * installation failed.
 */
export function installDebians(packages: readonly string[]): boolean {
  if (!isRoot || process.platform !== 'linux') return false;
  const all = packages.join(' ');
  console.log(`The tests need ${all}, not found here: installing Debian's (apt-get install ${all}).`);
  const install = (): boolean => apt('install', '--no-install-recommends', ...packages);
  // A fresh machine may have no package lists. Updates only then, because an update is slow.
  return install() || (apt('update') && install());
}

function apt(command: string, ...args: readonly string[]): boolean {
  // Waits for another installation, such as one of a parallel test run.
  const flags = ['-y', '-qq', '-o', 'DPkg::Lock::Timeout=300'];
  // Run level 1 (single-user): installed packages are not started as services.
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
