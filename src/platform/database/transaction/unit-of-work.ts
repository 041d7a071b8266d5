import { Inject, Injectable } from '@nestjs/common';
import { AsyncLocalStorage } from 'node:async_hooks';
import { DataSource } from 'typeorm';
import type { TenantId } from '../../../common/records/ids';
import { ENVIRONMENT, Environment } from '../../config';
import { counterBy } from '../../metrics';
import { inRequestTime } from '../../tracing';
import { withRetries, countRetry, isLockWait, isStalePlan, isUnusable } from '../connection/errors';
import type { PooledClient } from '../connection/pipelined-client';
import { waited } from '../connection/pool-metrics';
import { SharedConnections } from '../connection/shared-connections';
import type { Query } from '../connection/statement';
import {
  currentLimits,
  type Opening,
  openingOf,
  settingCommands,
  type TimeLimitVariables,
} from '../connection/settings';
import { Transaction } from './transaction';
import { connectionOf, joinTransaction, leaveTransaction } from '../connection/typeorm-adapter';

/** A tenant, or inside a transaction this transaction, whose writes the query sees. */
export type ReadScope = TenantId | Transaction;

type Several = readonly unknown[];
export type Queries<Rows extends Several> = { [Index in keyof Rows]: Query };
export type Answers<Rows extends Several> = { [Index in keyof Rows]: Rows[Index][] };

export function tenantIdOf(scope: ReadScope): TenantId {
  return typeof scope === 'string' ? scope : scope.tenantId;
}

/**
 * The current transaction, as a guard: code inside a transaction that passes a tenant id instead of the transaction
 * gets an error. Only the handler that {@link UnitOfWork.around} runs joins it implicitly. One per process: up to Node
 * 23 every AsyncLocalStorage that was ever used slows down each promise, and sandbox resets and tests start many
 * services in one process.
 */
const ambient = new AsyncLocalStorage<{ readonly tx: Transaction; readonly joins: boolean }>();

/**
 * The only way to open a transaction. Each has one tenant, except {@link UnitOfWork.unscoped}, and row level security
 * hides the rows of all others. The scope is set inside the transaction and ends with it, so a released connection has
 * none.
 */
@Injectable()
export class UnitOfWork {
  private readonly shared = new SharedConnections(() => this.connected());
  private readonly own = new SharedConnections(() => this.connected(), Infinity);

  constructor(
    private readonly dataSource: DataSource,
    @Inject(ENVIRONMENT)
    private readonly environment: Pick<Environment, 'DATABASE_ROLE' | 'DATABASE_PREPARED_STATEMENTS'> &
      Partial<Pick<Environment, 'SANDBOX'> & TimeLimitVariables>,
  ) {}

  /**
   * Runs `work` in a transaction of the tenant and commits it. If `scope` is a transaction, `work` becomes part of it.
   * After a serialization failure, a deadlock or a schema change `work` runs again in a new transaction, so it must
   * have no effects outside the database. Put those into {@link Transaction.afterCommit}, or {@link
   * Transaction.beforeAnswer} if the response must wait. Code after `run` may run before the commit, under an
   * Idempotency-Key.
   * @returns the result of `work`
   * @throws the error of `work` after a rollback; a given transaction is rolled back by its opener
   */
  async run<T>(scope: ReadScope, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const current = this.transactionOf(scope);
    if (!current) return inRequestTime(() => withRetries(() => this.attempt(scope as TenantId, work)));
    return ambient.run({ tx: current, joins: false }, () => work(current));
  }

  /**
   * Runs all queries of `work` on one snapshot, taken at its first statement, without a time limit for the whole. It is
   * read-only, and not retried.
   * @param source a server other than the primary, for `LaggingReads`
   */
  snapshot<T>(tenantId: TenantId, work: (tx: Transaction) => Promise<T>, source = this.dataSource): Promise<T> {
    if (this.transactionOf(tenantId)) throw new Error('A snapshot cannot be part of an open transaction');
    return this.attempt(tenantId, work, SNAPSHOT, source);
  }

  /** Runs a handler whose own transactions become part of this one, so that its stored response commits with it. */
  around<T>(tx: Transaction, handler: () => Promise<T>): Promise<T> {
    return ambient.run({ tx, joins: true }, handler);
  }

  /**
   * Reads all queries in one transaction and one round trip; each query has its own snapshot.
   * @param scope a tenant; inside {@link run} its transaction, whose writes the queries see
   * @returns the rows of each query, in order
   * @throws Error when a tenant id is given inside a transaction
   */
  read<Rows extends Several>(scope: ReadScope, ...queries: Queries<Rows>): Promise<Answers<Rows>> {
    return this.together<Rows>(READ_ONLY, scope, queries);
  }

  /**
   * Like {@link read}, for queries of about a millisecond: a record by key, or a page along an index. Under load such
   * reads share a few connections and wait for each other, so slow reads must use {@link read}. A read that meets a
   * lock is repeated with {@link read}.
   * @throws Error when a tenant id is given inside a transaction
   */
  async readShared<Rows extends Several>(scope: ReadScope, ...queries: Queries<Rows>): Promise<Answers<Rows>> {
    if (this.transactionOf(scope) || !this.mayShare) {
      return this.read<Rows>(scope, ...queries);
    }
    // Computed when the connection is available, because the remaining time has changed by then.
    const begin = (): Opening => this.begin(READ_ONLY, scope as TenantId, SHARED_LOCK_WAIT);
    try {
      const rows = inRequestTime(() =>
        this.shared.use(async (client) => counted(client.batch(begin(), queries)), isUnusable),
      );
      return (await rows) as Answers<Rows>;
    } catch (error) {
      // It waited for a lock, or its plan was stale: repeat it on a separate connection.
      if (!isLockWait(error) && !isStalePlan(error)) throw error;
      countRetry(isLockWait(error) ? 'lock_wait' : 'stale_plan');
      return this.read<Rows>(scope, ...queries);
    }
  }

  /**
   * Runs writes that do not depend on each other's results as one transaction in one round trip, half the round trips
   * of {@link run}. They run in order, all or none, and are retried after a serialization failure or a deadlock. If
   * `scope` is a transaction, they become part of it.
   * @returns the rows of each query, in order
   * @throws the error of the first failed query
   */
  write<Rows extends Several>(scope: ReadScope, ...queries: Queries<Rows>): Promise<Answers<Rows>> {
    return this.together<Rows>(READ_WRITE, scope, queries);
  }

  /** Runs a query without a tenant: row level security hides every tenant-owned row. */
  async unscoped<Row>(statement: Query): Promise<Row[]> {
    const answers = await this.batch(READ_WRITE, undefined, [statement]);
    return answers[0] as Row[];
  }

  private async together<Rows extends Several>(mode: Mode, scope: ReadScope, queries: Queries<Rows>) {
    const current = this.transactionOf(scope);
    const rows = current
      ? Promise.all(queries.map((one) => current.execute<unknown>(one)))
      : this.batch(mode, scope as TenantId, queries);
    return (await rows) as Answers<Rows>;
  }

  private async batch(mode: Mode, tenantId: TenantId | undefined, queries: readonly Query[]): Promise<unknown[][]> {
    const begin = (): Opening => this.begin(mode, tenantId);
    return inRequestTime(() =>
      withRetries(() => this.own.use(async (client) => counted(client.batch(begin(), queries)), isUnusable)),
    );
  }

  /** @throws Error for a tenant id inside a transaction; only directly inside {@link around} the same id is allowed */
  private transactionOf(scope: ReadScope): Transaction | undefined {
    if (typeof scope !== 'string') return scope;
    const current = ambient.getStore();
    if (!current) return undefined;
    if (current.tx.tenantId !== scope) throw new Error('A transaction of one tenant cannot access another tenant');
    if (current.joins) return current.tx;
    throw new Error('A transaction is open: hand it down instead of the tenant id');
  }

  private async attempt<T>(
    tenantId: TenantId,
    work: (tx: Transaction) => Promise<T>,
    mode: Mode = READ_WRITE,
    source = this.dataSource,
  ): Promise<T> {
    const { result, tx } = await this.committed(tenantId, work, mode, source);
    // At this point the connection is back in the pool.
    await ambient.exit(() => tx.finishBeforeAnswer());
    return result;
  }

  private async committed<T>(
    tenantId: TenantId,
    work: (tx: Transaction) => Promise<T>,
    mode: Mode,
    source: DataSource,
  ): Promise<{ readonly result: T; readonly tx: Transaction }> {
    const runner = source.createQueryRunner();
    const client = (await waited(
      () => runner.connect(),
      () => runner.release(),
    )) as PooledClient;
    const tx = new Transaction(tenantId, client, runner.manager);
    joinTransaction(runner);
    try {
      tx.begin(this.begin(mode, tenantId));
      const result = await ambient.run({ tx, joins: false }, async () => {
        const done = await work(tx);
        await tx.finish();
        tx.changed.requireAudited();
        return done;
      });
      tx.expect(commit(tx));
      await tx.answered();
      tx.close();
      transactions.inc('committed');
      // Outside the finished ambient transaction, so a hook can open a new one.
      ambient.exit(() => tx.beginAfterCommit());
      return { result, tx };
    } catch (error) {
      tx.close();
      transactions.inc('rolled_back');
      // A connection that cannot roll back is closed; the pool then drops it.
      await tx.command('ROLLBACK').catch(() => client.end());
      throw await tx.causeOf(error);
    } finally {
      if (client.isSpent) void client.end();
      await leaveTransaction(runner);
    }
  }

  private connected(): Promise<PooledClient> {
    return waited(
      () => connectionOf(this.dataSource),
      (late) => late.release(),
    );
  }

  /** Not with a pooler, and not in a sandbox. */
  private get mayShare(): boolean {
    return this.environment.DATABASE_PREPARED_STATEMENTS && !this.environment.SANDBOX;
  }

  /** @param lockWait the longest lock wait in milliseconds */
  private begin(mode: Mode, tenantId: TenantId | undefined, lockWait = Infinity): Opening {
    const limits = currentLimits(this.environment);
    const lock = Number.isFinite(lockWait) ? Math.min(limits.lock || lockWait, lockWait) : limits.lock;
    const settings = settingCommands(this.environment.DATABASE_ROLE, tenantId, { ...limits, lock });
    const commands = `BEGIN ${mode}; ${settings}`;
    // While a sandbox tenant is reset, `sandbox_gate` rejects its transactions; the reset waits for open ones.
    return this.environment.SANDBOX && tenantId !== undefined
      ? openingOf(`${commands}; SELECT sandbox_gate('${tenantId}')`, limits, true)
      : openingOf(commands, limits);
  }
}

const transactions = counterBy('db_transactions_total', 'Transactions by what became of them', 'outcome', [
  'committed',
  'rolled_back',
]);

async function counted<T>(sent: Promise<T>): Promise<T> {
  try {
    const answers = await sent;
    transactions.inc('committed');
    return answers;
  } catch (error) {
    transactions.inc('rolled_back');
    throw error;
  }
}

/** Milliseconds; later reads on the connection wait too. */
const SHARED_LOCK_WAIT = 100;

const READ_ONLY = 'READ ONLY';
const READ_WRITE = 'READ WRITE';
const SNAPSHOT = 'ISOLATION LEVEL REPEATABLE READ READ ONLY';
type Mode = typeof READ_ONLY | typeof READ_WRITE | typeof SNAPSHOT;

/**
 * Commits. If a statement has failed, PostgreSQL answers COMMIT with ROLLBACK instead of an error. Without this check,
 * work that ignored the failure would report a change that was never made.
 * @throws Error when nothing was committed
 */
async function commit(tx: Transaction): Promise<void> {
  if ((await tx.command('COMMIT')).command !== 'COMMIT')
    throw new Error('Nothing was committed: a statement failed and its error was ignored');
}
