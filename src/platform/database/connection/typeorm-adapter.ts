import type { DataSource, QueryRunner } from 'typeorm';
import type { Pool } from 'pg';
import type { PooledClient } from './pipelined-client';

/**
 * All uses of undocumented TypeORM internals are here. The unit of work opens transactions itself, so that BEGIN is
 * sent with the first statements, and shares its connections and transactions with TypeORM. A contract test checks
 * these assumptions. See docs/decisions/repositories-and-sql.md.
 */

export function poolOf(dataSource: DataSource): Pool {
  return (dataSource.driver as unknown as { readonly master: Pool }).master;
}

/** The caller must call its `release`. */
export async function connectionOf(dataSource: DataSource): Promise<PooledClient> {
  return (await poolOf(dataSource).connect()) as unknown as PooledClient;
}

/**
 * Makes TypeORM use the transaction that is already open on the runner's connection. Unless the runner reports an
 * active transaction, TypeORM opens one around `save` and rejects row locks. `startTransaction` would set the flag, but
 * also waits for BEGIN: one more round trip for every change.
 */
export function joinTransaction(runner: QueryRunner): void {
  (runner as { isTransactionActive: boolean }).isTransactionActive = true;
}

export async function leaveTransaction(runner: QueryRunner): Promise<void> {
  (runner as { isTransactionActive: boolean }).isTransactionActive = false;
  await runner.release();
}
