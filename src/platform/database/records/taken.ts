import { invalidField, type Message } from '../../../common/errors';
import type { Transaction } from '../transaction/transaction';
import { requireOwnExternalId } from './external-ids';

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
 * Refuses an external id, then a code whatever its case, that another record has. Of two transactions that take a code at once the
 * unique index stops one.
 * @param id the record that takes them; null for a new one
 * @param taken undefined where the request says nothing of it
 * @throws DomainError VALIDATION_ERROR on `external_id` or `code`
 */
export async function requireOwnIdentifiers(
  tx: Transaction,
  table: 'departments' | 'projects',
  id: number | null,
  { externalId, code }: { readonly externalId?: string | null; readonly code?: string },
): Promise<void> {
  await requireOwnExternalId(tx, table, { id, externalId });
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
