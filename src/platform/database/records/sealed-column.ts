import type { TenantId } from '../../../common/records/ids';
import type { SealedPlace } from '../../../common/secrets/secret-box';
import type { Transaction } from '../transaction/transaction';

/** A value as it lies in its row, with what the row is found by. */
export interface SealedRow {
  readonly sealed: string;
}

/** A column of sealed values, as its module declares it for the rotation of keys. */
export interface SealedColumn<Row extends SealedRow = SealedRow> {
  /** What its values are called in answers to the operator. */
  readonly kind: string;
  /**
   * SQL of a tenant's values that do not begin with a text, in a lasting order: `$1` the tenant, `$2` the text, `$3` how many to
   * pass over, `$4` how many at most.
   */
  readonly page: string;
  /**
   * SQL that puts other values in their place where nobody has changed them since: `$1` the tenant, `$2` a JSON array of rows, each with
   * `resealed`. One row returned for each.
   */
  readonly replace: string;
  /** Where a row's value belongs. */
  place(tenantId: TenantId, row: Row): SealedPlace;
}

/** A page of a tenant's values that do not begin with `prefix`. */
export function otherValues<Row extends SealedRow>(
  tx: Transaction,
  column: SealedColumn<Row>,
  prefix: string,
  { skip, most }: { readonly skip: number; readonly most: number },
): Promise<Row[]> {
  return tx.query<Row>(column.page, [tx.tenantId, prefix, skip, most]);
}

/** @returns how many were replaced; a value that was changed meanwhile is not */
export async function replaceValues<Row extends SealedRow>(
  tx: Transaction,
  column: SealedColumn<Row>,
  rows: readonly (Row & { readonly resealed: string })[],
): Promise<number> {
  return (await tx.query(column.replace, [tx.tenantId, JSON.stringify(rows)])).length;
}
