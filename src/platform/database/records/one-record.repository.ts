import type { FindOptionsWhere, ObjectType } from 'typeorm';
import { notFound } from '../../../common/errors';
import type { TenantId } from '../../../common/records/ids';
import { query } from '../connection/statement';
import type { Transaction } from '../transaction/transaction';
import { type ReadScope, tenantIdOf, type UnitOfWork } from '../transaction/unit-of-work';

interface OfTenant {
  readonly tenantId: TenantId;
}

/**
 * The record of the transaction's tenant, locked until the transaction ends.
 * @param key its columns beside the tenant
 * @throws DomainError NOT_FOUND
 */
export async function lockOne<T extends OfTenant>(
  tx: Transaction,
  entity: ObjectType<T>,
  key: FindOptionsWhere<T>,
): Promise<T> {
  const where = { tenantId: tx.tenantId, ...key };
  const found = await tx.repository(entity).findOne({ where, lock: { mode: 'pessimistic_write' } });
  if (!found) throw notFound();
  return found;
}

/**
 * The one row of a quick read.
 * @param scope the tenant; inside a transaction the transaction, whose own changes are then seen
 * @param select a SELECT whose $1 is the tenant
 * @param keys its values from $2 on
 * @throws DomainError NOT_FOUND
 */
export async function readOne<Row>(
  unitOfWork: UnitOfWork,
  scope: ReadScope,
  select: string,
  ...keys: readonly unknown[]
): Promise<Row> {
  const [[row]] = await unitOfWork.readShared<[Row]>(scope, query(select, [tenantIdOf(scope), ...keys]));
  if (row === undefined) throw notFound();
  return row;
}
