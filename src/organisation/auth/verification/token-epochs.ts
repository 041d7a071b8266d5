import { Inject, Injectable, Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { TenantId } from '../../../common/records/ids';
import { ENVIRONMENT, type Environment } from '../../../platform/config';
import type { Transaction } from '../../../platform/database';
import { epochKey } from '../../../platform/rate-limits';
import { answerInTime, REDIS, SharedRedis } from '../../../platform/redis';
import { TokenVerifier } from './token-verifier';

const KEEP_SECONDS = 86_400;

/**
 * Notifies all instances of changes to a tenant's tokens: revocation, deactivated users, suspension, changed plan. The
 * epoch is a random value, because a counter could repeat an earlier value after Redis lost its data.
 */
@Injectable()
export class TokenEpochs {
  private readonly log = new Logger(TokenEpochs.name);

  constructor(
    @Inject(REDIS) private readonly redis: SharedRedis,
    private readonly verifier: TokenVerifier,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'REDIS_TIMEOUT_MS'>,
  ) {}

  /**
   * Invalidates all cached tokens of the tenant after the commit and before the response. Call it even if nothing
   * changes: the process may have been killed after the commit of an earlier change.
   */
  advance(tx: Transaction): void {
    tx.beforeAnswer(TokenEpochs.name, () => this.announce(tx.tenantId));
  }

  private async announce(tenantId: TenantId): Promise<void> {
    this.verifier.forgetAll();
    if (!this.redis) return;
    const announced = this.redis.set(epochKey(tenantId), randomUUID(), 'EX', KEEP_SECONDS);
    await answerInTime(announced, this.environment.REDIS_TIMEOUT_MS).catch((error: unknown) =>
      this.log.warn({ err: error }, 'Redis is away: instances learn of the change within 30 s'),
    );
  }
}
