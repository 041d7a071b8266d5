import { Inject, Injectable } from '@nestjs/common';
import { AsyncLocalStorage } from 'node:async_hooks';
import { DataSource } from 'typeorm';
import type { TenantId } from '../../../common/records/ids';
import { ENVIRONMENT, Environment } from '../../config';
import { counterBy } from '../../metrics';
import { inRequestTime } from '../../tracing';
import { again, countRetry, isLockWait, isStalePlan, isUnusable } from '../connection/errors';
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

/**
 * Where a query reads: in a transaction of its own for this tenant, or in this transaction, where it sees what was written so
 * far. A caller inside a transaction passes that transaction on.
 */
export type ReadScope = TenantId | Transaction;

/** The types of the rows of several queries, in their order. */
type Several = readonly unknown[];
export type Queries<Rows extends Several> = { [Index in keyof Rows]: Query };
export type Answers<Rows extends Several> = { [Index in keyof Rows]: Rows[Index][] };

export function tenantIdOf(scope: ReadScope): TenantId {
  return typeof scope === 'string' ? scope : scope.tenantId;
}

/**
 * The transaction that code runs in. It is a guard: a tenant's id where a transaction should have been handed down is
 * refused. It is joined without being handed down in one place alone, by the handler that {@link UnitOfWork.around} runs.
 * One for the process: up to Node 23 every promise costs a step for each AsyncLocalStorage that was ever used, and a process may
 * start many services, as the nightly reset of a sandbox and the tests do.
 */
const ambient = new AsyncLocalStorage<{ readonly tx: Transaction; readonly joins: boolean }>();

/**
 * The one way to open a transaction. Each runs in the scope of one tenant: row level security shows it that tenant's
 * rows and no other's. The scope is set inside the transaction and ends with it, so a connection that goes back to the
 * pool carries none.
 */
@Injectable()
export class UnitOfWork {
  private readonly shared = new SharedConnections(() => this.connected());
  /** Connections that are not shared: each carries one piece of work. */
  private readonly own = new SharedConnections(() => this.connected(), Infinity);

  constructor(
    private readonly dataSource: DataSource,
    @Inject(ENVIRONMENT)
    private readonly environment: Pick<Environment, 'DATABASE_ROLE' | 'DATABASE_PREPARED_STATEMENTS'> &
      Partial<Pick<Environment, 'SANDBOX'> & TimeLimitVariables>,
  ) {}

  /**
   * Runs `work` in a transaction of the tenant and commits it; given a transaction, `work` becomes part of that one. After a
   * serialization failure, a deadlock or a change of the schema all of `work` runs again in a fresh transaction, so it must do
   * nothing outside the database; that belongs in {@link Transaction.afterCommit}, or in {@link Transaction.beforeAnswer} where the
   * answer must wait for it. It does not belong behind `run`: under an Idempotency-Key that is before the commit.
   * @returns what `work` returns
   * @throws whatever `work` throws, after rolling back; a given transaction is left to its opener
   */
  async run<T>(scope: ReadScope, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const current = this.transactionOf(scope);
    if (!current) return inRequestTime(() => again(() => this.attempt(scope as TenantId, work)));
    return ambient.run({ tx: current, joins: false }, () => work(current));
  }

  /**
   * Reads all of its queries from one snapshot, however long that takes: every statement of `work` sees what was committed when the
   * first began. Nothing is written, and nothing is read again after a failure.
   * @param source another server than the primary, for `LaggingReads`
   * @returns what `work` returns
   * @throws whatever `work` throws
   */
  snapshot<T>(tenantId: TenantId, work: (tx: Transaction) => Promise<T>, source = this.dataSource): Promise<T> {
    if (this.transactionOf(tenantId)) throw new Error('A snapshot is a transaction of its own');
    return this.attempt(tenantId, work, SNAPSHOT, source);
  }

  /**
   * Runs a request's handler, which knows of no transaction and opens its own, as part of this one: the answer to an
   * Idempotency-Key is kept together with what the handler wrote, or neither is.
   * @returns what the handler returns
   */
  around<T>(tx: Transaction, handler: () => Promise<T>): Promise<T> {
    return ambient.run({ tx, joins: true }, handler);
  }

  /**
   * Reads: all the queries and the transaction around them travel in one round trip, and each sees a snapshot of its own.
   * @param scope a tenant; inside a {@link run} its transaction, through which they are read and see what it has written
   * @returns the rows of each query, in their order
   * @throws Error when a tenant's id is given inside a transaction
   */
  read<Rows extends Several>(scope: ReadScope, ...queries: Queries<Rows>): Promise<Answers<Rows>> {
    return this.together<Rows>(READ_ONLY, scope, queries);
  }

  /**
   * {@link read} for what takes about a millisecond, a record by its key or a page along an index: under load such reads share
   * a few connections, on which they follow each other. A read that may take long uses {@link read}, so that no other waits
   * behind it. A read that meets a lock is repeated so, too.
   * @throws Error when a tenant's id is given inside a transaction
   */
  async readShared<Rows extends Several>(scope: ReadScope, ...queries: Queries<Rows>): Promise<Answers<Rows>> {
    if (this.transactionOf(scope) || !this.mayShare) {
      return this.read<Rows>(scope, ...queries);
    }
    // The time that is left is that when the connection is there.
    const begin = (): Opening => this.begin(READ_ONLY, scope as TenantId, SHARED_LOCK_WAIT);
    try {
      const rows = inRequestTime(() =>
        this.shared.use(async (client) => counted(client.batch(begin(), queries)), isUnusable),
      );
      return (await rows) as Answers<Rows>;
    } catch (error) {
      // It waited for a lock, or its plan was stale: once more, on its own connection.
      if (!isLockWait(error) && !isStalePlan(error)) throw error;
      countRetry(isLockWait(error) ? 'lock_wait' : 'stale_plan');
      return this.read<Rows>(scope, ...queries);
    }
  }

  /**
   * Writes whose statements do not depend on each other's answers: a whole transaction in one round trip, half of what {@link
   * run} takes. They run in their order, all or none, and again after a serialization failure or a deadlock. Given a
   * transaction they are part of it.
   * @returns the rows of each query, in their order
   * @throws the error of the first query that failed
   */
  write<Rows extends Several>(scope: ReadScope, ...queries: Queries<Rows>): Promise<Answers<Rows>> {
    return this.together<Rows>(READ_WRITE, scope, queries);
  }

  /** Runs a query outside every tenant's scope: row level security then shows no tenant-owned row at all. */
  async unscoped<Row>(asked: Query): Promise<Row[]> {
    const answers = await this.batch(READ_WRITE, undefined, [asked]);
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
      again(() => this.own.use(async (client) => counted(client.batch(begin(), queries)), isUnusable)),
    );
  }

  /**
   * The transaction that was handed, if one was.
   * @throws Error when a tenant's id is given inside a transaction: what is read or written there belongs to it
   */
  private transactionOf(scope: ReadScope): Transaction | undefined {
    if (typeof scope !== 'string') return scope;
    const current = ambient.getStore();
    if (!current) return undefined;
    if (current.tx.tenantId !== scope) throw new Error('A transaction of one tenant cannot hold another tenant');
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
    // Its connection is back in the pool.
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
        tx.changed.requireTold();
        return done;
      });
      tx.expect(commit(tx));
      await tx.answered();
      tx.close();
      transactions.inc('committed');
      // Outside the ambient transaction, which is over: a hook that opens one gets its own.
      ambient.exit(() => tx.beginAfterCommit());
      return { result, tx };
    } catch (error) {
      tx.close();
      transactions.inc('rolled_back');
      // A connection that cannot even roll back is closed; the pool drops it on its return.
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

  /** Whether reads may share connections: not behind a pooler, nor on a sandbox, whose gate makes them wait. */
  private get mayShare(): boolean {
    return this.environment.DATABASE_PREPARED_STATEMENTS && !this.environment.SANDBOX;
  }

  /**
   * The commands that open a transaction in a tenant's scope.
   * @param lockWait how long it waits for a lock at most, in milliseconds
   */
  private begin(mode: Mode, tenantId: TenantId | undefined, lockWait = Infinity): Opening {
    const limits = currentLimits(this.environment);
    const lock = Number.isFinite(lockWait) ? Math.min(limits.lock || lockWait, lockWait) : limits.lock;
    const settings = settingCommands(this.environment.DATABASE_ROLE, tenantId, { ...limits, lock });
    const commands = `BEGIN ${mode}; ${settings}`;
    // On a sandbox nobody gets in while the tenant is reset; whoever is inside is waited for.
    return this.environment.SANDBOX && tenantId !== undefined
      ? openingOf(`${commands}; SELECT sandbox_gate('${tenantId}')`, limits, true)
      : openingOf(commands, limits);
  }
}

const transactions = counterBy('db_transactions_total', 'Transactions by what became of them', 'outcome', [
  'committed',
  'rolled_back',
]);

/** Counts a transaction that is sent whole. */
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

/** How long a read on a shared connection waits for a lock, in milliseconds: the reads behind it wait too. */
const SHARED_LOCK_WAIT = 100;

const READ_ONLY = 'READ ONLY';
const READ_WRITE = 'READ WRITE';
const SNAPSHOT = 'ISOLATION LEVEL REPEATABLE READ READ ONLY';
type Mode = typeof READ_ONLY | typeof READ_WRITE | typeof SNAPSHOT;

/**
 * Commits. PostgreSQL answers COMMIT with ROLLBACK, and no error, when a statement of the transaction has failed: work that
 * swallowed that failure would otherwise report a change that was never made.
 * @throws Error when nothing was committed
 */
async function commit(tx: Transaction): Promise<void> {
  if ((await tx.command('COMMIT')).command !== 'COMMIT')
    throw new Error('Nothing was committed: a statement had failed and its failure was swallowed');
}
