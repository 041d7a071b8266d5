import { Injectable, Logger, OnModuleDestroy } from '@nestjs/common';
import type { TenantId } from '../../../common/records/ids';
import { UnitOfWork, query } from '../../../platform/database';
import { Periodic } from '../../../platform/periodic';

const FLUSH_MILLISECONDS = 20_000;
const FAILURE = 'Could not write when tokens were last used';

interface Use {
  readonly tenant_id: TenantId;
  readonly token_id: number;
  readonly at: Date;
}

/** When tokens were last used, written every 20 s for all tokens together: never one write a request. */
@Injectable()
export class LastUsed implements OnModuleDestroy {
  private readonly log = new Logger(LastUsed.name);
  private uses = new Map<string, Use>();

  constructor(
    private readonly unitOfWork: UnitOfWork,
    periodic: Periodic,
  ) {
    periodic.add({
      name: 'Last use of tokens',
      every: FLUSH_MILLISECONDS,
      failure: FAILURE,
      run: () => this.flush(),
    });
  }

  async onModuleDestroy(): Promise<void> {
    await this.flush().catch((error: unknown) => this.log.warn({ err: error }, FAILURE));
  }

  touch(token: { readonly tenantId: TenantId; readonly tokenId: number }, at: Date): void {
    this.uses.set(`${token.tenantId}/${token.tokenId}`, { tenant_id: token.tenantId, token_id: token.tokenId, at });
  }

  /**
   * Writes what has gathered. A failure loses times, not requests.
   * @throws Error of the database
   */
  async flush(): Promise<void> {
    if (this.uses.size === 0) return;
    const uses = [...this.uses.values()];
    this.uses = new Map();
    await this.unitOfWork.unscoped(query('SELECT touch_tokens($1::jsonb)', [JSON.stringify(uses)]));
  }
}
