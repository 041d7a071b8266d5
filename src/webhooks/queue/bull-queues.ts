import { BullModule } from '@nestjs/bull';
import type { DynamicModule } from '@nestjs/common';
import type { QueueOptions } from 'bull';
import { LANES, type Lane } from '../delivery/delivery-trigger';

/** Name of a lane's queue. */
export const queueName = (lane: Lane): string => `webhooks-${lane}`;

/** The lanes' queues on a Redis. */
export function bullQueues(redisUrl: string): DynamicModule {
  return BullModule.registerQueue(...LANES.map((lane) => ({ name: queueName(lane), ...queueOptions(redisUrl) })));
}

function queueOptions(redisUrl: string): QueueOptions {
  return {
    prefix: 'procurement',
    redis: connectionOf(new URL(redisUrl)),
    settings: {
      // The row's lease says whether an attempt died, so Bull may hand out a stalled job soon and often: at worst its claim
      // is refused.
      lockDuration: 10_000,
      stalledInterval: 5_000,
      maxStalledCount: 1_000,
      retryProcessDelay: 1_000,
    },
  };
}

function connectionOf(url: URL): NonNullable<Exclude<QueueOptions['redis'], string>> {
  return {
    host: url.hostname,
    port: Number(url.port || 6379),
    db: Number(url.pathname.slice(1) || 0),
    ...(url.username ? { username: decodeURIComponent(url.username) } : {}),
    ...(url.password ? { password: decodeURIComponent(url.password) } : {}),
    ...(url.protocol === 'rediss:' ? { tls: {} } : {}),
    // A queue outlives its Redis: commands wait until Redis answers again instead of failing the worker's loop.
    maxRetriesPerRequest: null,
    enableReadyCheck: false,
    retryStrategy: (times) => Math.min(100 * times, 2_000),
  };
}
