import { Controller, Get, Inject, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { ENVIRONMENT, type Environment } from '../config';
import { Unlimited } from '../http';
import { exposition } from '../metrics';
import { answerInTime, REDIS, SharedRedis } from '../redis';
import { DatabaseCheck } from './database-check';
import { ReadinessChecks } from './readiness-checks';

/** For the machinery around the service: outside both prefixes, without a token, counted against no limit. */
@Controller()
@ApiExcludeController()
@Unlimited()
export class HealthController {
  constructor(
    private readonly database: DatabaseCheck,
    private readonly checks: ReadinessChecks,
    @Inject(REDIS) private readonly redis: SharedRedis,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'REDIS_TIMEOUT_MS'>,
  ) {}

  /** The process answers. */
  @Get('health/live')
  live(): object {
    return { status: 'ok' };
  }

  /** The process can do its work: database, migrations, Redis, and whatever else its role needs. */
  @Get('health/ready')
  async ready(@Res({ passthrough: true }) response: Response): Promise<object> {
    const [database, redis, more] = await Promise.all([this.database.run(), this.sharedRedis(), this.checks.run()]);
    const checks = { ...database, ...redis, ...more };
    const ready = Object.values(checks).every((state) => state === 'ok' || state === 'not used');
    response.status(ready ? 200 : 503);
    return { status: ready ? 'ok' : 'unavailable', checks };
  }

  @Get('metrics')
  async metrics(@Res() response: Response): Promise<void> {
    const { contentType, text } = await exposition();
    response.setHeader('Content-Type', contentType);
    response.send(text);
  }

  private async sharedRedis(): Promise<Record<string, string>> {
    if (!this.redis) return { redis: 'not used' };
    const answer = await answerInTime(this.redis.ping(), this.environment.REDIS_TIMEOUT_MS).catch(() => 'away');
    return { redis: answer === 'PONG' ? 'ok' : 'away' };
  }
}
