import { Injectable, Logger, OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import { UnitOfWork, query } from '../database';

const FLUSH_MILLISECONDS = 20_000;

interface Use {
  readonly tenant_id: string;
  readonly token_id: number;
  readonly at: Date;
}

/** When tokens were last used, written every 20 s for all tokens together: never one write a request. */
@Injectable()
export class LastUsed implements OnModuleInit, OnModuleDestroy {
  private readonly log = new Logger(LastUsed.name);
  private uses = new Map<string, Use>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly unitOfWork: UnitOfWork) {}

  onModuleInit(): void {
    this.timer = setInterval(() => void this.flush(), FLUSH_MILLISECONDS);
    this.timer.unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  touch(token: { readonly tenantId: string; readonly tokenId: number }, at: Date): void {
    this.uses.set(`${token.tenantId}/${token.tokenId}`, { tenant_id: token.tenantId, token_id: token.tokenId, at });
  }

  /** Writes what has gathered. A failure loses times, not requests. */
  async flush(): Promise<void> {
    if (this.uses.size === 0) return;
    const uses = [...this.uses.values()];
    this.uses = new Map();
    await this.unitOfWork
      .unscoped(query('SELECT touch_tokens($1::jsonb)', [JSON.stringify(uses)]))
      .catch((error: unknown) => this.log.warn({ err: error }, 'Could not write when tokens were last used'));
  }
}
