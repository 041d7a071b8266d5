import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { ReadinessConnection } from '../database';
import { showCondition } from '../metrics';
import { RedisCheck } from '../redis';

/** Returns `ok` or a short description of the problem. */
type ReadinessCheck = () => string | Promise<string>;

/** Modules register conditions of readiness here. For example, the worker registers that it still polls. */
@Injectable()
export class ReadinessChecks {
  private readonly checks = new Map<string, ReadinessCheck>();

  register(name: string, check: ReadinessCheck): void {
    this.checks.set(name, check);
  }

  async run(): Promise<Record<string, string>> {
    const states = [...this.checks].map(
      async ([name, check]) => [name, await Promise.resolve(check()).catch(() => 'failed')] as const,
    );
    return Object.fromEntries(await Promise.all(states));
  }
}

/**
 * States that permit a process to work. `degraded`: without Redis each process counts limits and delivers on its own.
 * `busy`: requests are waiting; a restart or fewer processes would make that worse.
 */
const GOOD_ENOUGH = ['ok', 'not used', 'degraded', 'busy'];

interface Readiness {
  readonly isReady: boolean;
  readonly body: { readonly status: 'ok' | 'unavailable'; readonly checks: Readonly<Record<string, string>> };
}

/** Milliseconds. If the database hangs, the other metrics are needed most. */
const SCRAPE_PATIENCE = 2_000;

@Injectable()
export class Health implements OnModuleInit, OnApplicationShutdown {
  private hide: (() => void) | undefined;

  constructor(
    private readonly database: ReadinessConnection,
    private readonly redis: RedisCheck,
    private readonly checks: ReadinessChecks,
  ) {}

  onModuleInit(): void {
    this.hide = showCondition(
      'service_ready',
      '1 if /health/ready reports that every process of the instance can work, 0 if not or not in time',
      () => this.readyInTime(),
    );
  }

  onApplicationShutdown(): void {
    this.hide?.();
  }

  live(): object {
    return { status: 'ok' };
  }

  async ready(): Promise<Readiness> {
    const [database, redis, more] = await Promise.all([this.database.state(), this.redis.state(), this.checks.run()]);
    const checks = { ...database, redis, ...more };
    const isReady = Object.values(checks).every((state) => GOOD_ENOUGH.includes(state));
    return { isReady, body: { status: isReady ? 'ok' : 'unavailable', checks } };
  }

  private async readyInTime(): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), SCRAPE_PATIENCE)));
    const ready = await Promise.race([this.ready().then(({ isReady }) => isReady), late]);
    clearTimeout(timer);
    return ready;
  }
}
