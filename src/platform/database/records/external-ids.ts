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

/** The tables whose records other systems may give an id. */
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

/** Which records of a kind are deactivated, so that no list of choices has them. */
const DEACTIVATED: Readonly<Partial<Record<ExternalTable, string>>> = {
  users: "status = 'inactive'",
  departments: 'NOT is_active',
  projects: 'NOT is_active',
  vendors: "status = 'inactive'",
};

/** A record that takes an external id. */
export interface Taker {
  /** The record; null for a new one. */
  readonly id: number | null;
  /** Undefined where the request says nothing of it. */
  readonly externalId: string | null | undefined;
  /** Where the request names it; `external_id` when left out. */
  readonly field?: string;
}

/**
 * Refuses external ids that another record of the kind has. Records that give up the id in the same request still have it. Two
 * transactions that take an id at once are stopped by the unique index, upon which the later one runs again and is refused here.
 * Without any external id it asks nothing.
 * @throws DomainError VALIDATION_ERROR on the field, naming the record
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
 * What an input changes of a record's external id and metadata, with the names of those fields; undefined where nothing changes.
 * @param lines all lines of its document where the record is one of them
 * @throws DomainError VALIDATION_ERROR on an external id that another record has, or too much metadata of the record or all lines
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
