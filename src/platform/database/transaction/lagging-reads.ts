import { Inject, Injectable } from '@nestjs/common';
import type { TenantId } from '../../../common/records/ids';
import { ENVIRONMENT, type Environment } from '../../config';
import { withoutLimit } from '../../tracing';
import { isUnusable, sqlState } from '../connection/errors';
import { currentLimits, openingOf, settingCommands } from '../connection/settings';
import { SharedConnections } from '../connection/shared-connections';
import type { Transaction } from './transaction';
import { connectionOf } from '../connection/typeorm-adapter';
import { type Answers, type Queries, type ReadScope, UnitOfWork } from './unit-of-work';
import { Replica } from '../connection/replica/replica';

/** PostgreSQL's code for a statement that was cancelled, for its time limit as a rule: the primary would take as long. */
const CANCELLED = '57014';

/**
 * Reads that may be some seconds old (DATABASE_REPLICA_MAX_LAG_MS): from the replica, where there is one that is fresh enough, and from
 * the primary else, also where the replica fails.
 */
@Injectable()
export class LaggingReads {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly replica: Replica,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  /** {@link UnitOfWork.read}, each statement with its own time limit; inside a transaction it is just that. */
  read<Rows extends readonly unknown[]>(scope: ReadScope, ...queries: Queries<Rows>): Promise<Answers<Rows>> {
    return withoutLimit(() => this.readUnlimited<Rows>(scope, queries));
  }

  private async readUnlimited<Rows extends readonly unknown[]>(
    scope: ReadScope,
    queries: Queries<Rows>,
  ): Promise<Answers<Rows>> {
    const source = typeof scope === 'string' ? this.replica.fresh() : undefined;
    if (typeof scope !== 'string' || !source) return this.unitOfWork.read<Rows>(scope, ...queries);
    const limits = currentLimits(this.environment);
    const opening = openingOf(
      `BEGIN READ ONLY; ${settingCommands(this.environment.DATABASE_ROLE, scope, limits)}`,
      limits,
    );
    try {
      const connections = new SharedConnections(() => connectionOf(source), Infinity);
      const rows = await connections.use((client) => client.batch(opening, queries), isUnusable);
      return rows as Answers<Rows>;
    } catch (error) {
      if (sqlState(error) === CANCELLED) throw error;
      this.replica.failed();
      return this.unitOfWork.read<Rows>(scope, ...queries);
    }
  }

  /**
   * {@link UnitOfWork.snapshot}. A replica ends long reads that stand in the way of what it has to replay: whoever begins again after a
   * failure takes the unit of work's.
   */
  snapshot<T>(tenantId: TenantId, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.unitOfWork.snapshot(tenantId, work, this.replica.fresh());
  }
}
