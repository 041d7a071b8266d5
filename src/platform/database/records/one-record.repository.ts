import type { FindOptionsWhere, ObjectLiteral, ObjectType, QueryDeepPartialEntity } from 'typeorm';
import { notFound } from '../../../common/errors';
import type { TenantId } from '../../../common/records/ids';
import { query } from '../connection/statement';
import type { Transaction } from '../transaction/transaction';
import { type ReadScope, tenantIdOf, type UnitOfWork } from '../transaction/unit-of-work';
import type { Clock } from '../../../common/clock';

interface OfTenant {
  readonly tenantId: TenantId;
}

/** Reads and locks the record. @param key its columns other than the tenant @throws DomainError NOT_FOUND */
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

/** Changes the record with this id. Sent with the next statement; if it fails, the transaction fails. */
export function updateOne<T extends OfTenant & ObjectLiteral>(
  tx: Transaction,
  entity: ObjectType<T>,
  id: number,
  changes: QueryDeepPartialEntity<T>,
): void {
  const change = tx.repository(entity).createQueryBuilder().update().set(changes).where({ tenantId: tx.tenantId, id });
  const [text, values] = change.getQueryAndParameters();
  void tx.send(text, values as unknown[]);
}

/**
 * Reads one row.
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

/** Records whose related documents raise their version, by the type in events. */
const TABLES = {
  purchase_order: 'purchase_orders',
  goods_receipt: 'goods_receipts',
  invoice: 'invoices',
} as const;

export async function raiseVersion(
  tx: Transaction,
  kind: keyof typeof TABLES,
  id: number,
  clock: Clock,
): Promise<void> {
  const at = clock.now();
  await tx.query(`UPDATE ${TABLES[kind]} SET version = version + 1, updated_at = $3 WHERE tenant_id = $1 AND id = $2`, [
    tx.tenantId,
    id,
    at,
  ]);
  tx.outboxEvents.raised(kind, id, at);
}
