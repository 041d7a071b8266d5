import type { Transaction } from '../transaction/transaction';

/** The rows that are wanted next of all rows of a tenant, in the order of their ids. */
export interface After {
  /** Above which id; 0 to begin. */
  readonly id: number;
  readonly most: number;
}

/**
 * The rows behind an id. Whoever reads all of a table so costs the same for each part, and reads no row twice.
 * @param select a SELECT that ends in its condition on the tenant, $1
 * @param id what in it is the id
 */
export function rowsAfter<Row>(tx: Transaction, select: string, id: string, after: After): Promise<Row[]> {
  return tx.query<Row>(`${select} AND ${id} > $2 ORDER BY ${id} LIMIT $3`, [tx.tenantId, after.id, after.most]);
}
