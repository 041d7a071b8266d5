import { setTimeout as sleep } from 'node:timers/promises';
import { scaled } from '../support/figures';
import type { Stage } from '../support/stage';
import type { Plug, Pulled } from './plug';

/** Kills Redis during writes. It starts again empty after a minute. */
export const redisKilled: Plug = (stage) =>
  away(stage, {
    pull: () => stage.servers.killRedis(),
    restore: () => stage.servers.reviveRedis(),
  });

/** Stops the Redis process for a minute during writes. Connections stay open without responses. */
export const redisFrozen: Plug = (stage) =>
  away(stage, {
    pull: () => stage.servers.signalRedis('SIGSTOP'),
    restore: () => stage.servers.signalRedis('SIGCONT'),
  });

interface Outage {
  pull(): Promise<void> | void;
  restore(): Promise<void> | void;
}

async function away(stage: Stage, outage: Outage): Promise<Pulled> {
  const seconds = scaled(60, 3);
  await stage.worker();
  stage.writer.begin(20);
  await sleep(scaled(2_000, 500));
  const inFlight = (await stage.verdict.leases()).length;
  await outage.pull();
  await sleep(seconds * 1000);
  const delivered = await stage.verdict.finished();
  await outage.restore();
  const back = Date.now();
  await sleep(scaled(3_000, 500));
  await stage.writer.stop();
  await stage.verdict.settled();
  return {
    inFlight,
    figures: {
      away_seconds: seconds,
      delivered_meanwhile: delivered,
      recovery_seconds: await stage.verdict.recovery(back),
      slowest_seconds: await stage.verdict.slowest(),
    },
    targets: { recovery_seconds: 60 },
  };
}
