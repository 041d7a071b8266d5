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

/** Usually because of its time limit: the primary would need as long. */
const CANCELLED = '57014';

/** Reads from the replica if it is fresh enough; otherwise, or if it fails, from the primary. */
@Injectable()
export class LaggingReads {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly replica: Replica,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  /** Like {@link UnitOfWork.read}, but not limited by the request's time. */
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
    const settings = settingCommands(this.environment.DATABASE_ROLE, scope, limits);
    const opening = openingOf(`BEGIN READ ONLY; ${settings}`, limits);
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

  /** A replica cancels long reads that conflict with its replay; then retry with {@link UnitOfWork.snapshot}. */
  snapshot<T>(tenantId: TenantId, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.unitOfWork.snapshot(tenantId, work, this.replica.fresh());
  }
}
