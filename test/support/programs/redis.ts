import { findRedisProgram } from '../../../tools/servers/redis';
import { installDebians, ProgramMissing } from './debian';

const MISSING =
  'The tests need a Redis: install one (apt-get install redis-server, or brew install redis) or set REDIS_URL, and run them again.';

/**
 * The Redis server for the tests. If there is none and this process is allowed to, it installs Debian's and prints
 * that.
 * @throws ProgramMissing with the package to install, in one line
 */
export function redisProgram(searchPath: string): string {
  const found =
    findRedisProgram(searchPath) ?? (installDebians(['redis-server']) ? findRedisProgram(searchPath) : undefined);
  if (found === undefined) throw new ProgramMissing(MISSING);
  return found;
}
