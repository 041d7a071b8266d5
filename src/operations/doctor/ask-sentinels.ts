import { Redis } from 'ioredis';
import type { Environment } from '../../platform/config';
import { answerInTime, groupOf, ONCE, patienceOf, sentinelOptions } from '../../platform/redis';
import type { SentinelAnswer } from './domain/sentinels';

/** Asks each of the sentinels for the primary. */
export function askSentinels(environment: Environment): Promise<SentinelAnswer[]> {
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
