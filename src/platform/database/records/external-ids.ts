import { type FieldMessages, invalid, invalidField, type Message } from '../../../common/errors';
import { apiName } from '../../../common/records/changes';
import {
  type External,
  externalChanges,
  type ExternalInput,
  outsideOf,
  plainExternalId,
  requireLinesMetadata,
  spellingsOf,
} from '../../../common/records/external';
import type { Transaction } from '../transaction/transaction';

export type ExternalTable =
  | 'users'
  | 'departments'
  | 'projects'
  | 'vendors'
  | 'purchase_orders'
  | 'purchase_order_items'
  | 'goods_receipts'
  | 'invoices'
  | 'invoice_items'
  | 'payments'
  | 'budgets';

/** The condition for deactivated records, which lists of choices omit. */
const DEACTIVATED: Readonly<Partial<Record<ExternalTable, string>>> = {
  users: "status = 'inactive'",
  departments: 'NOT is_active',
  projects: 'NOT is_active',
  vendors: "status = 'inactive'",
};

export interface Taker {
  /** Null for a new record. */
  readonly id: number | null;
  /** Undefined if the request does not contain it. */
  readonly externalId: string | null | undefined;
  /** The field in the request; default `external_id`. */
  readonly field?: string;
}

/**
 * Rejects external ids that another record of the table has, even if that record loses its id in the same request. If
 * two transactions save the same id at once, the unique index stops one; its retry is rejected here. Sends no query
 * without external ids.
 * @throws DomainError VALIDATION_ERROR on the field, with the id of the other record
 */
export async function requireOwnExternalId(
  tx: Transaction,
  table: ExternalTable,
  ...takers: readonly Taker[]
): Promise<void> {
  const taking = takers.filter(
    (taker): taker is Taker & { externalId: string } => typeof taker.externalId === 'string',
  );
  if (taking.length === 0) return;
  const found = await tx.query<{ id: number; externalId: string; isDeactivated: boolean }>(
    `SELECT id, external_id AS "externalId", ${DEACTIVATED[table] ?? 'false'} AS "isDeactivated"
       FROM ${table} WHERE tenant_id = $1 AND external_id = ANY ($2::text[])`,
    [tx.tenantId, spellingsOf(taking.map(({ externalId }) => externalId))],
  );
  const holders = new Map(found.map((holder) => [plainExternalId(holder.externalId), holder]));
  const faults: Record<string, FieldMessages[string]> = {};
  const taken = new Set<string>();
  for (const { id, externalId, field = 'external_id' } of taking) {
    const holder = holders.get(externalId);
    if (holder !== undefined && holder.id !== id) {
      const key = holder.isDeactivated ? 'validation.external_id_of_deactivated' : 'validation.external_id_taken';
      faults[field] = [{ key, params: { id: holder.id } }];
    } else if (taken.has(externalId)) {
      faults[field] = [{ key: 'validation.array_unique' }];
    }
    taken.add(externalId);
  }
  if (Object.keys(faults).length > 0) throw invalid(faults);
}

type Known = Partial<External> & { readonly id: number };

/**
 * The changes of a record's external id and metadata, with the names of those fields; undefined if nothing changes.
 * @param lines all lines of the document, if the record is a line
 * @throws DomainError VALIDATION_ERROR when another record has the external id, or the record or all lines have too
 * much metadata
 */
export async function changeExternal(
  tx: Transaction,
  table: ExternalTable,
  record: Known,
  input: ExternalInput,
  lines: readonly Known[] = [],
): Promise<{ readonly changes: Partial<External>; readonly fields: readonly string[] } | undefined> {
  const { id } = record;
  const changes = externalChanges(outsideOf(record), input);
  const after = lines.map((line) => (line.id === id ? { ...line, ...changes } : line));
  requireLinesMetadata(lines, after, 'metadata');
  const fields = Object.keys(changes).map(apiName);
  if (fields.length === 0) return undefined;
  await requireOwnExternalId(tx, table, { id, externalId: changes.externalId });
  return { changes, fields };
}

export interface Holder {
  readonly id: number;
  /** Deactivated records are not in lists of choices, so the user may not know that the value is used. */
  readonly isActive: boolean;
}

export function takenBy({ id, isActive }: Holder): Message {
  return isActive ? { key: 'validation.taken' } : { key: 'validation.taken_by_deactivated', params: { id } };
}

/**
 * Rejects an external id, then a code (ignoring case), that another record has. If two transactions save the same code
 * at once, the unique index stops one.
 * @param id null for a new record
 * @param taken undefined fields are not in the request
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
