import type { TenantId } from '../../../common/records/ids';
import type { SealedPlace } from '../../../common/secrets/secret-box';

/** An encrypted value with the key of its row. */
export interface SealedRow {
  readonly sealed: string;
}

/** A column of encrypted values, declared by its module for key rotation. */
export interface SealedColumn<Row extends SealedRow = SealedRow> {
  /** The name of the values in output for the operator. */
  readonly kind: string;
  /**
   * SQL of a tenant's values without a given prefix, in a stable order. Parameters: `$1` the tenant, `$2` the prefix,
   * `$3` the offset, `$4` the limit.
   */
  readonly page: string;
  /**
   * SQL that replaces values that have not changed since they were read. Parameters: `$1` the tenant, `$2` a JSON array
   * of rows, each with `resealed`. Returns one row per replaced value.
   */
  readonly replace: string;
  /** The place to which a row's value is bound. */
  place(tenantId: TenantId, row: Row): SealedPlace;
}
