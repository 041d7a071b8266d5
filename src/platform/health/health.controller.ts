import { Controller, Get, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Unlimited } from '../http';
import { Health } from './health.service';

/** For load balancers: outside both API prefixes, without token or rate limit. See also {@link AdminListener}. */
@Controller('health')
@ApiExcludeController()
@Unlimited()
export class HealthController {
  constructor(private readonly health: Health) {}

  @Get('live')
  live(): object {
    return this.health.live();
  }

  @Get('ready')
  async ready(@Res({ passthrough: true }) response: Response): Promise<object> {
    const { isReady, body } = await this.health.ready();
    response.status(isReady ? 200 : 503);
    return body;
  }
}
