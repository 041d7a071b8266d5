import { Inject, Injectable, OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import type Redis from 'ioredis';
import { ENVIRONMENT, type Environment } from '../config';
import { measured } from '../metrics';
import { answerInTime } from './answer-in-time';

/** Injection token of the {@link SharedRedis}. */
export const REDIS = Symbol('REDIS');

/** The Redis that instances share counters through; undefined when the service runs as a single process without one. */
export type SharedRedis = Redis | undefined;

/** Of every service in this process (tests run several), how to ask its Redis. */
const asked = new Set<() => Promise<boolean>>();

async function allAnswer(): Promise<number> {
  const answers = await Promise.all([...asked].map((answers) => answers()));
  return answers.every(Boolean) ? 1 : 0;
}

/** Whether Redis answers, for readiness and for the metric `redis_up`. */
@Injectable()
export class RedisCheck implements OnModuleInit, OnApplicationShutdown {
  constructor(
    @Inject(REDIS) private readonly redis: SharedRedis,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'REDIS_TIMEOUT_MS'>,
  ) {}

  onModuleInit(): void {
    if (!this.redis) return;
    asked.add(this.answers);
    measured(
      'redis_up',
      'Whether Redis answers (1) or is away and each process counts for itself (0)',
      allAnswer,
      'min',
    );
  }

  onApplicationShutdown(): void {
    asked.delete(this.answers);
  }

  /** `degraded` while it is away: limits are counted by each process and deliveries are found by the sweep. */
  async state(): Promise<'ok' | 'degraded' | 'not used'> {
    if (!this.redis) return 'not used';
    return (await this.answers()) ? 'ok' : 'degraded';
  }

  private readonly answers = (): Promise<boolean> =>
    answerInTime((this.redis as Redis).ping(), this.environment.REDIS_TIMEOUT_MS).then(
      () => true,
      () => false,
    );
}
