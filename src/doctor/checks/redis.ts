import { StartRefusal } from '../../common/errors/start-refusal';
import type { Check } from '../check';
import { ok, problem, warning } from '../domain/finding';
import { fieldsOfInfo, judgeRedis } from '../domain/redis';

/** That Redis answers as a start asks it, and keeps what it is given. */
export const redis: Check = {
  name: 'redis',
  variables: ['REDIS_URL'],
  seconds: 130,
  run: async (context) => {
    try {
      const connected = await context.redis();
      if (!connected) return [ok('REDIS_URL is not set: this process is the only one, and counts by itself')];
      return judgeRedis(fieldsOfInfo(await connected.info().catch(() => '')));
    } catch (error) {
      if (error instanceof StartRefusal) return [problem(error.message, error.hint)];
      const said = 'Redis does not answer: every process counts limits for itself, and deliveries wait for the sweep';
      return [warning(said, 'Start it, open the way to it, or correct REDIS_URL.')];
    }
  },
};
