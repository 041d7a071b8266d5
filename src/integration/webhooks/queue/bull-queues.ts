import { BullModule } from '@nestjs/bull';
import type { DynamicModule } from '@nestjs/common';
import type { Queue, QueueOptions } from 'bull';
import Redis, { type RedisOptions } from 'ioredis';
import type { ConnectionOptions } from 'node:tls';
import type { TenantId } from '../../../common/records/ids';
import { type DeliveryRef, type Lane, LANES } from '../delivery/delivery-trigger';
import { WAITING_IN_BULL } from '../domain/limits';

export const queueName = (lane: Lane): string => `webhooks-${lane}`;

/**
 * TLS connections of the queues. Bull copies its options once, with the certificates. Therefore each is created here,
 * with options that are read when it opens. Bull closes such connections only if they are in its `clients`.
 */
export class EncryptedConnections {
  private readonly made = new Map<string, Redis[]>();

  constructor(private readonly tls: ConnectionOptions) {}

  /** Bull's `createClient` for the queue of this name. */
  maker(name: string): NonNullable<QueueOptions['createClient']> {
    const made: Redis[] = [];
    this.made.set(name, made);
    return (_type, options = {}) => {
      const redis = new Redis({ ...options, tls: this.tls, ...(options.sentinels ? { sentinelTLS: this.tls } : {}) });
      made.push(redis);
      return redis;
    };
  }

  /** Adds the connections to the queue's `clients`, so that it closes them. */
  handOver(queue: Queue): void {
    queue.clients = this.made.get(queue.name) ?? queue.clients;
  }
}

/** @param sentinels for finding the primary; empty if REDIS_URL names it */
export function bullQueues(redisUrl: string, sentinels: RedisOptions, encrypted?: EncryptedConnections): DynamicModule {
  const optionsOf = (name: string): QueueOptions => ({
    ...queueOptions(redisUrl, sentinels),
    ...(encrypted ? { createClient: encrypted.maker(name) } : {}),
  });
  return BullModule.registerQueue(...LANES.map(queueName).map((name) => ({ name, ...optionsOf(name) })));
}

function queueOptions(redisUrl: string, sentinels: RedisOptions): QueueOptions {
  return {
    prefix: 'procurement',
    redis: { ...connectionOf(new URL(redisUrl)), ...sentinels },
    settings: {
      // The lease in the row decides whether an attempt died, so Bull may hand out a stalled job early and often: at
      // worst its claim is rejected.
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
    // Commands wait until Redis responds again, so that a Redis outage does not end the worker's loop.
    maxRetriesPerRequest: null,
    enableReadyCheck: false,
    retryStrategy: (times) => Math.min(100 * times, 2_000),
  };
}

/** How long a place may be taken without a job, milliseconds. Its process may have died before it added the job. */
const JOBLESS_MILLISECONDS = 15_000;

/** Seconds until Redis deletes the places and the note of a tenant without deliveries. */
const KEPT_SECONDS = 86_400;

/**
 * Admits job ids while the tenant has free places, and sets a note if some were not admitted. A place is a member of a
 * sorted set, scored by the time it was taken. It is free again once its job is gone. KEYS: places, note. ARGV: number
 * of places, milliseconds that a place may be without a job, key prefix of Bull's jobs, expiry in seconds, job ids.
 */
const ADMIT = `
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local most = tonumber(ARGV[1])
local jobless = now - tonumber(ARGV[2])
local function isTaken(id, since)
  if tonumber(since) > jobless or redis.call('EXISTS', ARGV[3] .. id) == 1 then return true end
  redis.call('ZREM', KEYS[1], id)
  return false
end
local taken = redis.call('ZCARD', KEYS[1])
if taken + #ARGV - 4 > most then
  local old = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', jobless, 'WITHSCORES')
  for index = 1, #old, 2 do isTaken(old[index], old[index + 1]) end
  taken = redis.call('ZCARD', KEYS[1])
end
local admitted = {}
for index = 5, #ARGV do
  local id = ARGV[index]
  local since = redis.call('ZSCORE', KEYS[1], id)
  if since and not isTaken(id, since) then
    since = false
    taken = taken - 1
  end
  if not since and taken < most then
    redis.call('ZADD', KEYS[1], now, id)
    taken = taken + 1
    admitted[#admitted + 1] = id
  elseif not since then
    redis.call('SET', KEYS[2], '1', 'EX', ARGV[4])
  end
end
redis.call('EXPIRE', KEYS[1], ARGV[4])
return admitted
`;

interface Scripted {
  admitToBull(...args: (string | number)[]): Promise<string[]>;
}

/** A delivery that needs a place. */
export interface Candidate {
  readonly ref: DeliveryRef;
  readonly jobId: string;
}

/** Limits the jobs of each tenant in a lane's Bull queue, across all processes. */
export class TenantQueueQuota {
  constructor(
    private readonly lane: Lane,
    private readonly queue: Queue<DeliveryRef>,
  ) {
    queue.client.defineCommand('admitToBull', { numberOfKeys: 2, lua: ADMIT });
  }

  /** @returns the admitted candidates. If some were not, a note records that deliveries wait in PostgreSQL */
  async admit<C extends Candidate>(candidates: readonly C[]): Promise<C[]> {
    const tenants = [...new Set(candidates.map(({ ref }) => ref.tenantId))];
    const admitted = await Promise.all(
      tenants.map((tenantId) =>
        (this.queue.client as unknown as Scripted).admitToBull(
          ...[this.placesOf(tenantId), this.noteOf(tenantId)],
          ...[WAITING_IN_BULL[this.lane], JOBLESS_MILLISECONDS, this.queue.toKey(''), KEPT_SECONDS],
          ...candidates.filter(({ ref }) => ref.tenantId === tenantId).map(({ jobId }) => jobId),
        ),
      ),
    );
    const ids = new Set(admitted.flat());
    return candidates.filter(({ jobId }) => ids.has(jobId));
  }

  /** Frees the place of a delivery that no longer waits in Bull. */
  async leave(tenantId: TenantId, jobId: string): Promise<void> {
    await this.queue.client.zrem(this.placesOf(tenantId), jobId);
  }

  /** Whether {@link admit} noted waiting deliveries of the tenant. Deletes the note, so only one caller gets true. */
  async takeNote(tenantId: TenantId): Promise<boolean> {
    return (await this.queue.client.del(this.noteOf(tenantId))) === 1;
  }

  private placesOf(tenantId: TenantId): string {
    return this.queue.toKey(`places:${tenantId}`);
  }

  private noteOf(tenantId: TenantId): string {
    return this.queue.toKey(`outside:${tenantId}`);
  }
}
