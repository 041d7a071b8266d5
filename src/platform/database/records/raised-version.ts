import type { Clock } from '../../../common/clock';
import type { Transaction } from '../transaction/transaction';

/** Records whose papers raise their version, by what events call them. */
const TABLES = {
  purchase_order: 'purchase_orders',
  goods_receipt: 'goods_receipts',
  invoice: 'invoices',
} as const;

/** Raises the version of a held record, of which nothing of its own changed. */
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
  tx.told.raised(kind, id, at);
}
