import { Redis } from 'ioredis';
import { createHash, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';

/** The owner of a token, as far as the measured work needs it. */
export interface Caller {
  readonly tokenId: number;
  readonly tenantId: string;
  readonly userId: number;
  readonly userName: string;
}

export interface Passed {
  readonly caller: Caller;
  readonly headers: Readonly<Record<string, string>>;
}

const REMEMBERED_MS = 30_000;
const PER_MINUTE = 1_000;

/** Both windows and the tenant's epoch in one step, like the service's query to Redis for every request. */
const TAKE = `
local minute = tonumber(redis.call('GET', KEYS[1]) or '0')
local day = tonumber(redis.call('GET', KEYS[2]) or '0')
local epoch = redis.call('GET', KEYS[3])
if not epoch then
  epoch = ARGV[4]
  redis.call('SET', KEYS[3], epoch, 'EX', 86400)
end
if minute >= tonumber(ARGV[1]) then return { 0, minute, epoch } end
redis.call('INCR', KEYS[1])
redis.call('INCR', KEYS[2])
if minute == 0 then redis.call('EXPIRE', KEYS[1], ARGV[2]) end
if day == 0 then redis.call('EXPIRE', KEYS[2], ARGV[3]) end
return { 1, minute + 1, epoch }`;

interface Scripted {
  take(...values: (string | number)[]): Promise<[allowed: number, count: number, epoch: string]>;
}

/** Checks tokens and plan limits with minimal work. */
export class Gate {
  private readonly redis: Redis & Scripted;
  private readonly known = new Map<string, { caller: Caller; until: number; epoch: string | undefined }>();

  constructor(
    private readonly pool: Pool,
    redisUrl: string,
  ) {
    this.redis = new Redis(redisUrl) as Redis & Scripted;
    this.redis.defineCommand('take', { numberOfKeys: 3, lua: TAKE });
  }

  /** @returns undefined for a rejected caller */
  async pass(authorization: string | undefined): Promise<Passed | undefined> {
    if (!authorization?.startsWith('Bearer ')) return undefined;
    const hash = createHash('sha256').update(authorization.slice(7)).digest();
    const key = hash.toString('base64');
    let entry = this.known.get(key);
    const now = Date.now();
    if (!entry || entry.until < now) {
      const caller = await this.lookUp(hash);
      if (!caller) return undefined;
      entry = { caller, until: now + REMEMBERED_MS, epoch: undefined };
      this.known.set(key, entry);
    }
    const { caller } = entry;
    const minute = Math.floor(now / 60_000);
    const group = caller.tenantId;
    const [allowed, count, epoch] = await this.redis.take(
      `rate:{${group}}:${caller.tokenId}:m:${minute}`,
      `rate:{${group}}:${caller.tokenId}:d:${Math.floor(now / 86_400_000)}`,
      `epoch:{${group}}`,
      PER_MINUTE,
      120,
      93_600,
      randomUUID(),
    );
    if (allowed === 0) return undefined;
    if (entry.epoch !== undefined && entry.epoch !== epoch) this.known.delete(key);
    entry.epoch = epoch;
    return {
      caller,
      headers: {
        'X-RateLimit-Limit': String(PER_MINUTE),
        'X-RateLimit-Remaining': String(PER_MINUTE - count),
        'X-RateLimit-Reset': String((minute + 1) * 60),
      },
    };
  }

  private async lookUp(hash: Buffer): Promise<Caller | undefined> {
    const { rows } = await this.pool.query<Record<string, string>>({
      name: 'token',
      text: 'SELECT * FROM authenticate_bearer($1)',
      values: [hash],
    });
    const [row] = rows;
    if (!row || row['tenant_status'] !== 'active' || row['user_status'] !== 'active') return undefined;
    return {
      tokenId: Number(row['token_id']),
      tenantId: row['tenant_id'] ?? '',
      userId: Number(row['user_id']),
      userName: row['user_name'] ?? '',
    };
  }
}
