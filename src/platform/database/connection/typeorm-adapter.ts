import type { DataSource, QueryRunner } from 'typeorm';
import type { Pool } from 'pg';
import type { PooledClient } from './pipelined-client';

/**
 * Everything that goes past TypeORM's documentation: how the unit of work, which opens transactions itself so that BEGIN
 * travels with the first statements, shares its connections and transactions with TypeORM. A contract test holds TypeORM
 * to it. See docs/decisions/repositories-and-sql.md.
 */

/** TypeORM's pool; there is one once the data source is initialized. */
export function poolOf(dataSource: DataSource): Pool {
  return (dataSource.driver as unknown as { readonly master: Pool }).master;
}

/** A connection out of TypeORM's pool, to be given back by its `release`. */
export async function connectionOf(dataSource: DataSource): Promise<PooledClient> {
  return (await poolOf(dataSource).connect()) as unknown as PooledClient;
}

/**
 * Lets TypeORM work in a transaction that is already open on its runner's connection: TypeORM opens one of its own around
 * `save`, and refuses to lock rows, unless the runner says that a transaction is active. `startTransaction` would make it
 * say so, but waits for the answer to its BEGIN: one round trip more for every change.
 */
export function joinTransaction(runner: QueryRunner): void {
  (runner as { isTransactionActive: boolean }).isTransactionActive = true;
}

/** Gives the connection back, when its transaction is over. */
export async function leaveTransaction(runner: QueryRunner): Promise<void> {
  (runner as { isTransactionActive: boolean }).isTransactionActive = false;
  await runner.release();
}
