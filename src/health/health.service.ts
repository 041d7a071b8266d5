import { Injectable } from '@nestjs/common';
import { RedisCheck } from '../redis';
import { DatabaseCheck } from './database-check';
import { ReadinessChecks } from './readiness-checks';

/** What a process can go on with. Redis is not missed: each process then counts and delivers by itself. */
const GOOD_ENOUGH = ['ok', 'not used', 'degraded'];

/** What readiness comes to. */
export interface Readiness {
  readonly isReady: boolean;
  /** What is answered. */
  readonly body: { readonly status: 'ok' | 'unavailable'; readonly checks: Readonly<Record<string, string>> };
}

/** The answers to those who watch the process. */
@Injectable()
export class Health {
  constructor(
    private readonly database: DatabaseCheck,
    private readonly redis: RedisCheck,
    private readonly checks: ReadinessChecks,
  ) {}

  /** The process answers. */
  live(): object {
    return { status: 'ok' };
  }

  /** The process can do its work: database, migrations, and whatever else its role needs. */
  async ready(): Promise<Readiness> {
    const [database, redis, more] = await Promise.all([this.database.run(), this.redis.state(), this.checks.run()]);
    const checks = { ...database, redis, ...more };
    const isReady = Object.values(checks).every((state) => GOOD_ENOUGH.includes(state));
    return { isReady, body: { status: isReady ? 'ok' : 'unavailable', checks } };
  }
}
