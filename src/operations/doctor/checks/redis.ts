import { StartRefusal } from '../../../common/errors/start-refusal';
import { groupOf, tlsFault } from '../../../platform/redis';
import { askSentinels } from '../ask-sentinels';
import type { Check } from '../check';
import { ok, problem, warning } from '../domain/finding';
import { fieldsOfInfo, judgeRedis } from '../domain/redis';
import { judgeSentinels } from '../domain/sentinels';

/** That the sentinels name a primary, and are enough for a failover. */
export const sentinels: Check = {
  name: 'sentinels',
  variables: ['REDIS_URL', 'REDIS_SENTINELS', 'REDIS_SENTINEL_PASSWORD'],
  seconds: 250,
  run: async ({ environment }) => {
    if (environment.REDIS_SENTINELS === undefined) return [];
    return judgeSentinels(groupOf(environment), await askSentinels(environment));
  },
};

const ALONE = 'every process counts limits for itself, and deliveries wait for the sweep';

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
      const fault = tlsFault(error);
      if (fault) return [warning(`${fault.said}: ${ALONE}`, fault.todo)];
      const said = `Redis does not answer: ${ALONE}`;
      return [warning(said, 'Start it, open the way to it, or correct REDIS_URL.')];
    }
  },
};
