import { rowsByIds, type Transaction } from '../../../platform/database';

/** In full, so that `npm run boundaries` finds the tables. */
const FROM = {
  departments: 'FROM departments',
  vendors: 'FROM vendors',
  purchase_orders: 'FROM purchase_orders',
  purchase_order_items: 'FROM purchase_order_items',
} as const;

type Id = number | null | undefined;

/** The names of records in files: the code for departments, the external id for all others. */
export async function namesOf<Shown>(
  tx: Transaction,
  table: keyof typeof FROM,
  records: readonly Shown[],
  idsOf: (record: Shown) => Id | readonly Id[],
): Promise<(id: Id) => string | null> {
  const ids = records.flatMap(idsOf);
  const rows = await tx.query<{ id: number; name: string | null }>(
    `SELECT id, ${table === 'departments' ? 'code' : 'external_id'} AS name FROM (${rowsByIds(FROM[table])}) r`,
    [tx.tenantId, [...new Set(ids.filter((id) => id != null))]],
  );
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (id) => (id == null ? null : (names.get(id) ?? null));
}
