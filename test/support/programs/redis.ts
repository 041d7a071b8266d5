import { execFileSync } from 'node:child_process';
import { findRedisProgram } from '../../../src/dev/servers/redis';
import { isRoot } from '../../../src/dev/servers/unprivileged';

const MISSING =
  'The tests need a Redis: install one (apt-get install redis-server, or brew install redis) or set REDIS_URL, and run them again.';

/** One line says it all: where it was thrown helps nobody, and Jest would print that too. */
class RedisMissing extends Error {
  override readonly stack = MISSING;

  constructor() {
    super(MISSING);
  }
}

/**
 * The Redis server to test with. Debian's is installed where there is none and we may, which is said.
 * @throws RedisMissing, one line telling what to install
 */
export function redisProgram(searchPath: string): string {
  const found = findRedisProgram(searchPath);
  if (found !== undefined) return found;
  if (!isRoot || process.platform !== 'linux' || !install()) throw new RedisMissing();
  const installed = findRedisProgram(searchPath);
  if (installed === undefined) throw new RedisMissing();
  return installed;
}

function install(): boolean {
  console.log("The tests need a Redis and there is none: installing Debian's (apt-get install redis-server).");
  // Its lists may be missing on a fresh machine, and an update is slow where they are not.
  return (
    apt('install', '--no-install-recommends', 'redis-server') ||
    (apt('update') && apt('install', '--no-install-recommends', 'redis-server'))
  );
}

function apt(command: string, ...args: readonly string[]): boolean {
  // Waits for another installation to end, as that of a run beside this one.
  const flags = ['-y', '-qq', '-o', 'DPkg::Lock::Timeout=300'];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
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
