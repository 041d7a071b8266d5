import type { Transaction } from '../../../platform/database';

/** Names of records in files: the code for departments, the external id for all others. */
const NAMED = {
  departments: 'SELECT id, code AS name FROM departments',
  vendors: 'SELECT id, external_id AS name FROM vendors',
  purchase_orders: 'SELECT id, external_id AS name FROM purchase_orders',
  purchase_order_items: 'SELECT id, external_id AS name FROM purchase_order_items',
} as const;

type Id = number | null | undefined;

export async function namesOf<Shown>(
  tx: Transaction,
  table: keyof typeof NAMED,
  records: readonly Shown[],
  idsOf: (record: Shown) => Id | readonly Id[],
): Promise<(id: Id) => string | null> {
  const ids = records.flatMap(idsOf);
  const rows = await tx.query<{ id: number; name: string | null }>(
    `${NAMED[table]} WHERE tenant_id = $1 AND id = ANY ($2::bigint[])`,
    [tx.tenantId, [...new Set(ids.filter((id) => id != null))]],
  );
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (id) => (id == null ? null : (names.get(id) ?? null));
}
