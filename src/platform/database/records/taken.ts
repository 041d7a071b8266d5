import { invalidField, type Message } from '../../../common/errors';
import type { Transaction } from '../transaction/transaction';

/** The record that has a value already which no two records may have. */
export interface Holder {
  readonly id: number;
  /** A deactivated one is in no list of choices: whoever enters the value may not know of it. */
  readonly isActive: boolean;
}

/** Why a value cannot be used. */
export function takenBy({ id, isActive }: Holder): Message {
  return isActive ? { key: 'validation.taken' } : { key: 'validation.taken_by_deactivated', params: { id } };
}

/**
 * Refuses a code that another record has, whatever its case. Of two transactions that take it at once the unique index stops one.
 * @param code undefined where the request says nothing of it
 * @param id the record that takes it; null for a new one
 * @throws DomainError VALIDATION_ERROR on `code`
 */
export async function requireOwnCode(
  tx: Transaction,
  table: 'departments' | 'projects',
  code: string | undefined,
  id: number | null,
): Promise<void> {
  if (code === undefined) return;
  const [holder] = await tx.query<Holder>(
    `SELECT id, is_active AS "isActive" FROM ${table}
      WHERE tenant_id = $1 AND lower(code) = lower($2) AND id IS DISTINCT FROM $3::bigint LIMIT 1`,
    [tx.tenantId, code, id],
  );
  if (!holder) return;
  const { key, params } = takenBy(holder);
  throw invalidField('code', key, params);
}
