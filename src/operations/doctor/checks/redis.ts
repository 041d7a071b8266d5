import { Redis } from 'ioredis';
import { StartRefusal } from '../../../common/errors/start-refusal';
import type { Environment } from '../../../platform/config';
import { answerInTime, groupOf, ONCE, patienceOf, sentinelOptions, tlsFault } from '../../../platform/redis';
import type { Check } from '../check';
import { ok, problem, skipped, warning } from '../domain/finding';
import { judgeClock } from '../domain/machine';
import { fieldsOfInfo, judgeRedis, judgeSentinels, type SentinelAnswer } from '../domain/redis';

/** Checks that the sentinels know a primary and can perform a failover. */
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

function askSentinels(environment: Environment): Promise<SentinelAnswer[]> {
  const { sentinelTLS: tls, sentinelUsername: username, sentinelPassword: password } = sentinelOptions(environment);
  const patience = patienceOf(environment);
  return Promise.all(
    (environment.REDIS_SENTINELS ?? []).map(async ({ host, port }): Promise<SentinelAnswer> => {
      const sentinel = `${host}:${port}`;
      const asked = new Redis({
        ...{ host, port, lazyConnect: true, enableReadyCheck: false, ...ONCE },
        ...{ connectTimeout: patience, maxRetriesPerRequest: 0 },
        ...(tls ? { tls } : {}),
        ...(username ? { username } : {}),
        ...(password ? { password } : {}),
      });
      let said: Error | undefined;
      asked.on('error', (error: Error) => (said = error));
      try {
        await answerInTime(asked.connect(), patience);
        const question = asked.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', groupOf(environment));
        const answer = (await answerInTime(question, patience)) as [string, string] | null;
        return answer === null ? { sentinel } : { sentinel, primary: answer.join(':') };
      } catch (error) {
        return { sentinel, fault: (said ?? (error as Error)).message };
      } finally {
        asked.disconnect();
      }
    }),
  );
}

/** Compares this machine's clock with that of Redis, which counts rate limits per minute. */
export const redisClock: Check = {
  name: 'clock of Redis',
  needs: 'redis',
  run: async ({ redis, clock }) => {
    const connected = await redis();
    if (!connected) return [skipped('REDIS_URL is not set')];
    const before = clock.now().getTime();
    const [seconds, microseconds] = await connected.time();
    const there = Number(seconds) * 1000 + Number(microseconds) / 1000;
    return [judgeClock('Redis', { before, there, after: clock.now().getTime() })];
  },
};
