import { Inject, Injectable, Logger } from '@nestjs/common';
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, Pool, PoolClient } from 'pg';
import { DataSource, QueryRunner } from 'typeorm';
import { ENVIRONMENT, Environment } from '../config';
import { oneFlight } from './flight';
import { Query } from './statement';
import { Transaction } from './transaction';
import { sqlState } from './violations';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const ATTEMPTS = 8;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The one way to open a transaction. Each runs in the scope of one tenant: row level security shows it that tenant's
 * rows and no other's. The scope is set inside the transaction and ends with it, so a connection that goes back to the
 * pool carries none.
 */
@Injectable()
export class UnitOfWork {
  private readonly log = new Logger(UnitOfWork.name);
  private readonly ambient = new AsyncLocalStorage<Transaction>();

  constructor(
    private readonly dataSource: DataSource,
    @Inject(ENVIRONMENT)
    private readonly environment: Pick<Environment, 'DATABASE_ROLE'> & Partial<Pick<Environment, 'SANDBOX'>>,
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
   * Reads: every query of the flight and the transaction around them travel in one round trip, and see one snapshot
   * each. Inside a {@link run} of the same tenant they are read through it and see what it has written.
   * @returns the rows of each query, in their order
   */
  async read<Rows extends readonly unknown[]>(
    tenantId: string,
    ...queries: { [Index in keyof Rows]: Query }
  ): Promise<{ [Index in keyof Rows]: Rows[Index][] }> {
    const current = this.ambient.getStore();
    const flight =
      current?.tenantId === tenantId
        ? inTransaction(current, queries)
        : this.inOneFlight('BEGIN READ ONLY', tenantId, queries);
    return (await flight) as { [Index in keyof Rows]: Rows[Index][] };
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
      : await again(() => this.inOneFlight('BEGIN', tenantId, queries));
    return answers as { [Index in keyof Rows]: Rows[Index][] };
  }

  /** Runs a query outside every tenant's scope: row level security then shows no tenant-owned row at all. */
  async unscoped<Row>({ statement, values }: Query): Promise<Row[]> {
    const result = await this.pool.query({ name: statement.name, text: statement.text, values: [...values] });
    return result.rows as Row[];
  }

  private get pool(): Pool {
    return (this.dataSource.driver as unknown as { master: Pool }).master;
  }

  private async attempt<T>(tenantId: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    const client = (await runner.connect()) as PoolClient;
    const tx = new Transaction(tenantId, client, runner);
    try {
      oneFlight(client);
      // Not waited for: it travels with the first statement, which fails when it does.
      tx.expect(client.query(`BEGIN; ${this.scope(tenantId)}`));
      markTransaction(runner, true);
      const result = await this.ambient.run(tx, async () => {
        const done = await work(tx);
        await tx.finish();
        return done;
      });
      tx.expect(commit(client));
      await tx.answered();
      this.runAfterCommit(tx);
      return result;
    } catch (error) {
      // A connection that cannot even roll back is closed, and the pool drops it when it comes back.
      await client.query('ROLLBACK').catch(() => (client as unknown as Client).end());
      throw await tx.causeOf(error);
    } finally {
      markTransaction(runner, false);
      await runner.release();
    }
  }

  private async inOneFlight(
    begin: 'BEGIN' | 'BEGIN READ ONLY',
    tenantId: string,
    queries: readonly Query[],
  ): Promise<unknown[][]> {
    const scope = this.scope(tenantId);
    const client = await this.pool.connect();
    // A connection that breaks while it is ours says so twice: to its queries, and as an event that would end the
    // process if nobody listened.
    client.on('error', ignore);
    oneFlight(client);
    const flight = [
      client.query(`${begin}; ${scope}`),
      ...queries.map(({ statement, values }) =>
        client.query({ name: statement.name, text: statement.text, values: [...values] }),
      ),
      client.query('COMMIT'),
    ];
    const settled = await Promise.allSettled(flight);
    const failure = settled.find((outcome) => outcome.status === 'rejected');
    client.off('error', ignore);
    client.release(failure && isConnectionLoss(failure.reason) ? true : undefined);
    if (failure) throw failure.reason;
    const answers = await Promise.all(flight);
    return answers.slice(1, -1).map((answer) => answer.rows as unknown[]);
  }

  /**
   * SET LOCAL is gone with the transaction; unlike a SELECT of `set_config` nothing is planned for it and no row comes
   * back. The role is set again here because a connection pooler in transaction mode may hand us a server connection
   * that never saw our start-up options.
   */
  private scope(tenantId: string): string {
    if (!UUID.test(tenantId)) throw new Error('Not a tenant id');
    const scope = `SET LOCAL ROLE "${this.environment.DATABASE_ROLE}"; SET LOCAL app.tenant_id = '${tenantId}'`;
    // On a sandbox nobody gets in while the tenant is reset; whoever is inside is waited for.
    return this.environment.SANDBOX ? `${scope}; SELECT sandbox_gate('${tenantId}')` : scope;
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

const ignore = (): void => undefined;

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
async function commit(client: PoolClient): Promise<void> {
  const { command } = await client.query('COMMIT');
  if (command !== 'COMMIT')
    throw new Error('Nothing was committed: a statement had failed and its failure was swallowed');
}

/** Does it again while PostgreSQL asks for that. */
async function again<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt >= ATTEMPTS || !isRetryable(error)) throw error;
      await sleep(Math.random() * 10 * 2 ** attempt);
    }
  }
}

function isRetryable(error: unknown): boolean {
  const state = sqlState(error);
  return state === SERIALIZATION_FAILURE || state === DEADLOCK_DETECTED;
}

/** Errors of the socket, not of the statement: the connection must not go back to the pool. */
function isConnectionLoss(error: unknown): boolean {
  const state = sqlState(error);
  return (
    state === undefined || !/^(?=.*\d)[0-9A-Z]{5}$/.test(state) || state.startsWith('57') || state.startsWith('08')
  );
}
