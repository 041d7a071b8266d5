import { MAX_EXTERNAL_ID, plainExternalId, spellingsOf } from '../../../common/records/external';
import type { Transaction } from '../../../platform/database';
import { rules } from '../../../platform/validation';

export interface Present {
  readonly id: number;
  readonly version: number;
}

/** Names that a file may use in place of an id. */
const KEYS = {
  external_id: { column: 'external_id', of: plainExternalId },
  code: { column: 'lower(code)', of: (text: string) => text.toLowerCase() },
  email: { column: 'lower(email)', of: (text: string) => text.toLowerCase() },
  po_number: { column: 'po_number', of: (text: string) => text },
} as const;

/** A field of the file that names another record, and the request field for its id. */
export interface Reference {
  readonly from: string;
  readonly to: string;
  readonly table:
    | 'departments'
    | 'projects'
    | 'users'
    | 'vendors'
    | 'budgets'
    | 'purchase_orders'
    | 'purchase_order_items'
    | 'invoices';
  readonly key: keyof typeof KEYS;
}

/** Departments and projects have two names. */
export const department: readonly Reference[] = [
  { from: 'department_external_id', to: 'department_id', table: 'departments', key: 'external_id' },
  { from: 'department_code', to: 'department_id', table: 'departments', key: 'code' },
];
export const project: readonly Reference[] = [
  { from: 'project_external_id', to: 'project_id', table: 'projects', key: 'external_id' },
  { from: 'project_code', to: 'project_id', table: 'projects', key: 'code' },
];
export const vendor: Reference = { from: 'vendor_external_id', to: 'vendor_id', table: 'vendors', key: 'external_id' };

const NAME = rules.text(MAX_EXTERNAL_ID);

/** Texts that are too long or that PostgreSQL rejects are neither looked up nor locked. */
export const isName = (text: string): boolean => NAME(text) === undefined;

/** Maps names of a reference to ids. */
export class Named {
  constructor(
    private readonly reference: Reference,
    private readonly ids: ReadonlyMap<string, number>,
  ) {}

  idOf(text: string): number | undefined {
    return this.ids.get(KEYS[this.reference.key].of(text));
  }
}

/** Looks up all names in one statement. */
export async function lookUp(tx: Transaction, reference: Reference, texts: readonly string[]): Promise<Named> {
  const { column, of } = KEYS[reference.key];
  const rows = await tx.query<{ id: number; name: string }>(
    `SELECT id, ${column} AS name FROM ${reference.table} WHERE tenant_id = $1 AND ${column} = ANY ($2::text[])`,
    [tx.tenantId, spellingsOf(texts.filter(isName).map(of))],
  );
  return new Named(reference, new Map(rows.map(({ id, name }) => [of(name), id])));
}

/** Existing records by external id. */
export async function presentOf(
  tx: Transaction,
  table: Reference['table'],
  externalIds: readonly string[],
): Promise<Map<string, Present>> {
  const rows = await tx.query<Present & { externalId: string }>(
    `SELECT id, version, external_id AS "externalId" FROM ${table} WHERE tenant_id = $1 AND external_id = ANY ($2::text[])`,
    [tx.tenantId, spellingsOf(externalIds.filter(isName))],
  );
  return new Map(rows.map(({ externalId, id, version }) => [plainExternalId(externalId), { id, version }]));
}
