import { Inject, Injectable, Logger } from '@nestjs/common';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Client, Pool, PoolClient } from 'pg';
import { DataSource, QueryRunner } from 'typeorm';
import { ENVIRONMENT, Environment } from '../config';
import { fly, flyPrepared, oneFlight, SharedConnections } from './pipeline';
import { again, isConnectionLoss } from './retry';
import { type Scope, scopeCommands, scopeQuery } from './scope';
import { Query, query } from './statement';
import { currentLimits, type TimeLimitVariables } from './time-limits';
import { Transaction } from './transaction';
import { sqlState } from './violations';

/**
 * Where a query reads: in a transaction of its own for this tenant, or in this transaction, where it sees what was written
 * so far. Whoever reads inside a transaction hands that transaction down.
 */
export type ReadScope = string | Transaction;

/** The tenant of a scope. */
export function tenantIdOf(scope: ReadScope): string {
  return typeof scope === 'string' ? scope : scope.tenantId;
}

/**
 * The one way to open a transaction. Each runs in the scope of one tenant: row level security shows it that tenant's
 * rows and no other's. The scope is set inside the transaction and ends with it, so a connection that goes back to the
 * pool carries none.
 */
@Injectable()
export class UnitOfWork {
  private readonly log = new Logger(UnitOfWork.name);
  private readonly ambient = new AsyncLocalStorage<Transaction>();
  private readonly shared = new SharedConnections(() => this.pool.connect());
  /** As many as there is work: nobody shares one of these. */
  private readonly own = new SharedConnections(() => this.pool.connect(), Infinity);

  constructor(
    private readonly dataSource: DataSource,
    @Inject(ENVIRONMENT)
    private readonly environment: Pick<Environment, 'DATABASE_ROLE' | 'DATABASE_PREPARED_STATEMENTS'> &
      Partial<Pick<Environment, 'SANDBOX'> & TimeLimitVariables>,
  ) {}

  /**
   * Runs `work` in a transaction of the tenant and commits it. Called inside another `run` of the same tenant it
   * joins that one. A serialization failure or deadlock runs the whole work again in a fresh transaction, so `work`
   * must do nothing outside the database; that belongs in {@link Transaction.afterCommit}.
   * @throws whatever `work` throws, after rolling back
   */
  async run<T>(tenantId: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const current = this.ambient.getStore();
    if (current) {
      if (current.tenantId !== tenantId) throw new Error('A transaction of one tenant cannot hold another tenant');
      return work(current);
    }
    return again(() => this.attempt(tenantId, work));
  }

  /**
   * Reads: all the queries and the transaction around them travel in one round trip, and each sees a snapshot of its own.
   * @param scope a tenant; inside a {@link run} its transaction, through which they are read and see what it has written
   * @returns the rows of each query, in their order
   */
  async read<Rows extends readonly unknown[]>(
    scope: ReadScope,
    ...queries: { [Index in keyof Rows]: Query }
  ): Promise<{ [Index in keyof Rows]: Rows[Index][] }> {
    const tenantId = tenantIdOf(scope);
    const current = typeof scope === 'string' ? this.ambient.getStore() : scope;
    const rows =
      current?.tenantId === tenantId
        ? inTransaction(current, queries)
        : this.own.use((client) => this.lookUp(client, this.scopeOf(tenantId), queries), isConnectionLoss);
    return (await rows) as { [Index in keyof Rows]: Rows[Index][] };
  }

  /**
   * {@link read} for what takes about a millisecond, a record by its key or a page along an index: under load such reads
   * share a few connections, on which they follow each other. What may take long goes by {@link read}, so that nobody
   * waits behind it; so does what turns out to wait for a lock.
   */
  async readShared<Rows extends readonly unknown[]>(
    scope: ReadScope,
    ...queries: { [Index in keyof Rows]: Query }
  ): Promise<{ [Index in keyof Rows]: Rows[Index][] }> {
    if (typeof scope !== 'string' || this.ambient.getStore() || !this.isPlain) {
      return this.read<Rows>(scope, ...queries);
    }
    const { limits, ...settings } = this.scopeOf(scope);
    const quick = { ...settings, limits: { ...limits, lock: Math.min(limits.lock || Infinity, SHARED_LOCK_WAIT) } };
    try {
      const rows = this.shared.use((client) => this.lookUp(client, quick, queries), isConnectionLoss);
      return (await rows) as { [Index in keyof Rows]: Rows[Index][] };
    } catch (error) {
      if (!isForOwnConnection(error)) throw error;
      return this.read<Rows>(scope, ...queries);
    }
  }

  /**
   * Writes that need no look between them: a whole transaction in one round trip, half of what {@link run} takes. They are
   * done in their order, and all of them or none. A serialization failure or deadlock does them again. Inside a
   * {@link run} of the same tenant they are part of it.
   * @returns the rows of each query, in their order
   * @throws what the first query that failed says
   */
  async write<Rows extends readonly unknown[]>(
    tenantId: string,
    ...queries: { [Index in keyof Rows]: Query }
  ): Promise<{ [Index in keyof Rows]: Rows[Index][] }> {
    const current = this.ambient.getStore();
    const answers = current
      ? await this.run(tenantId, (tx) => inTransaction(tx, queries))
      : await again(() => this.own.use((client) => this.writeOn(client, tenantId, queries), isConnectionLoss));
    return answers as { [Index in keyof Rows]: Rows[Index][] };
  }

  /** Runs a query outside every tenant's scope: row level security then shows no tenant-owned row at all. */
  async unscoped<Row>(asked: Query): Promise<Row[]> {
    const scope = this.scopeOf(undefined);
    const answers = await this.own.use(async (client) => {
      if (!this.prepares) return fly(client, `BEGIN; ${scopeCommands(scope)}`, [asked]);
      return (await flyPrepared(client, [scopeQuery(scope), asked])).slice(1);
    }, isConnectionLoss);
    return answers[0] as Row[];
  }

  private get pool(): Pool {
    return (this.dataSource.driver as unknown as { master: Pool }).master;
  }

  private async attempt<T>(tenantId: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    const client = (await runner.connect()) as PoolClient;
    const tx = new Transaction(tenantId, client, runner, this.prepares);
    try {
      // Not waited for: it travels with the first statement, which fails when it does.
      this.begin(tx, client);
      markTransaction(runner, true);
      const result = await this.ambient.run(tx, async () => {
        const done = await work(tx);
        await tx.finish();
        return done;
      });
      tx.expect(commit(tx));
      await tx.answered();
      tx.close();
      this.runAfterCommit(tx);
      return result;
    } catch (error) {
      tx.close();
      // A connection that cannot even roll back is closed, and the pool drops it when it comes back.
      await client.query('ROLLBACK').catch(() => (client as unknown as Client).end());
      throw await tx.causeOf(error);
    } finally {
      markTransaction(runner, false);
      await runner.release();
    }
  }

  private begin(tx: Transaction, client: PoolClient): void {
    if (!this.isPlain) {
      oneFlight(client);
      tx.expect(client.query(`BEGIN; ${this.commands(this.scopeOf(tx.tenantId))}`));
      return;
    }
    tx.expect(tx.command(query('BEGIN')));
    tx.expect(tx.command(scopeQuery(this.scopeOf(tx.tenantId))));
  }

  /** A flight of reads on a connection: all of it is written before this returns. */
  private async lookUp(client: PoolClient, scope: Scope, queries: readonly Query[]): Promise<unknown[][]> {
    if (!this.isPlain) return fly(client, `BEGIN READ ONLY; ${this.commands(scope)}`, queries);
    const [, ...rows] = await flyPrepared(client, [scopeQuery(scope, READ_ONLY), ...queries]);
    return rows;
  }

  private async writeOn(client: PoolClient, tenantId: string, queries: readonly Query[]): Promise<unknown[][]> {
    if (!this.isPlain) return fly(client, `BEGIN; ${this.commands(this.scopeOf(tenantId))}`, queries);
    const [, ...rows] = await flyPrepared(client, [scopeQuery(this.scopeOf(tenantId)), ...queries]);
    return rows;
  }

  private get prepares(): boolean {
    return this.environment.DATABASE_PREPARED_STATEMENTS;
  }

  /** Whether connections keep prepared statements, and a transaction begins with nothing but its scope. */
  private get isPlain(): boolean {
    return this.prepares && !this.environment.SANDBOX;
  }

  private scopeOf(tenantId: string | undefined): Scope {
    return { tenantId, role: this.environment.DATABASE_ROLE, limits: currentLimits(this.environment) };
  }

  private commands(scope: Scope): string {
    const commands = scopeCommands(scope);
    // On a sandbox nobody gets in while the tenant is reset; whoever is inside is waited for.
    return this.environment.SANDBOX ? `${commands}; SELECT sandbox_gate('${scope.tenantId}')` : commands;
  }

  private runAfterCommit(tx: Transaction): void {
    // Outside the ambient transaction, which is over: a hook that opens one gets its own.
    this.ambient.exit(() => {
      for (const hook of tx.afterCommitHooks) {
        Promise.resolve()
          .then(hook)
          .catch((error: unknown) => this.log.error({ err: error }, 'After-commit work failed'));
      }
    });
  }
}

/** How long a read that shares its connection waits for a lock, in milliseconds: all that come after it wait too. */
const SHARED_LOCK_WAIT = 100;

/**
 * Whether a read that failed on a shared connection may succeed on its own: it waited for a lock, or what it needed was to
 * be prepared by another piece of work on the connection, which failed before that (26000).
 */
function isForOwnConnection(error: unknown): boolean {
  return ['55P03', '26000'].includes(sqlState(error) ?? '');
}

const READ_ONLY = { transaction_read_only: 'on' };

/** TypeORM opens transactions of its own around `save` unless it knows that one is open. */
function markTransaction(runner: QueryRunner, active: boolean): void {
  (runner as { isTransactionActive: boolean }).isTransactionActive = active;
}

async function inTransaction(tx: Transaction, queries: readonly Query[]): Promise<unknown[][]> {
  return Promise.all(queries.map((one) => tx.execute<unknown>(one)));
}

/**
 * Of a transaction in which a statement has failed PostgreSQL makes a rollback and calls it a success: work that swallowed
 * the failure would report a change that was never made.
 * @throws Error when nothing was committed
 */
async function commit(tx: Transaction): Promise<void> {
  if ((await tx.command(query('COMMIT'))) !== 'COMMIT')
    throw new Error('Nothing was committed: a statement had failed and its failure was swallowed');
}
