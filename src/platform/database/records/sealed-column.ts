import type { TenantId } from '../../../common/records/ids';
import type { SealedPlace } from '../../../common/secrets/secret-box';

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
