import type { TenantId } from '../../../common/records/ids';
import type { SealedPlace } from '../../../common/secrets/secret-box';

export interface SealedRow {
  readonly sealed: string;
}

/** A column of encrypted values, declared by its module for key rotation. */
export interface SealedColumn<Row extends SealedRow = SealedRow> {
  /** For output to the operator. */
  readonly kind: string;
  /** Values without a prefix, in a stable order. `$1` the tenant, `$2` the prefix, `$3` the offset, `$4` the limit. */
  readonly page: string;
  /** Replaces unchanged values and returns their rows. `$1` the tenant, `$2` a JSON array of rows with `resealed`. */
  readonly replace: string;
  /** The place to which a row's value is bound. */
  place(tenantId: TenantId, row: Row): SealedPlace;
}
