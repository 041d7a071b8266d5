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
 * Tells every instance that something about a tenant's tokens changed: one was revoked, a user was deactivated, the
 * tenant was suspended or changed its plan. A random mark, not a counter: a Redis that lost its memory must never come
 * back to a mark it has shown before.
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
   * Once the transaction is committed, and before its change is answered, all that is remembered of the tenant's tokens is void. To
   * be called whether or not the change changes anything: the one before it may have been killed after its commit.
   */
  advance(tx: Transaction): void {
    tx.beforeAnswer(TokenEpochs.name, () => this.tell(tx.tenantId));
  }

  private async tell(tenantId: TenantId): Promise<void> {
    this.verifier.forgetAll();
    if (!this.redis) return;
    const told = this.redis.set(epochKey(tenantId), randomUUID(), 'EX', KEEP_SECONDS);
    await answerInTime(told, this.environment.REDIS_TIMEOUT_MS).catch((error: unknown) =>
      this.log.warn({ err: error }, 'Redis is away: instances learn of the change within 30 s'),
    );
  }
}
