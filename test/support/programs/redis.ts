import { findRedisProgram } from '../../../tools/servers/redis';
import { installDebians, ProgramMissing } from './debian';

const MISSING =
  'The tests need a Redis: install one (apt-get install redis-server, or brew install redis) or set REDIS_URL, and run them again.';

/**
 * The Redis server to test with. Debian's is installed where there is none and we may, which is said.
 * @throws ProgramMissing, one line telling what to install
 */
export function redisProgram(searchPath: string): string {
  const found =
    findRedisProgram(searchPath) ?? (installDebians(['redis-server']) ? findRedisProgram(searchPath) : undefined);
  if (found === undefined) throw new ProgramMissing(MISSING);
  return found;
}
