import type { RunQuery } from '../owner-connection';

/** Tables that an archive leaves out, with the reason. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  idempotency_keys: 'answers kept for a day for a retry, sealed with the key of the installation',
  outgoing_mail: 'mail that waits is sent by the installation that wrote it: its links lead there',
  evidence_queue: 'made anew by the import: the rows that no seal is of',
  sandbox_resets: 'when a sandbox was reset says nothing elsewhere',
};

/**
 * Foreign key columns that may refer to a later row, in a circle of tables or in the same table. They are null while
 * rows are inserted or deleted. No constraint requires them.
 */
export const SET_LATER: Readonly<Record<string, readonly string[]>> = {
  departments: ['head_user_id'],
  budgets: ['carried_to_id'],
};

/** Tables whose self-references always point to an earlier row: a token to its parent, a reversal to its payment. */
export const POINT_BACK: readonly string[] = ['api_tokens', 'payments'];

/** How a column is converted for an archive; `null` leaves it out. */
interface Adapted {
  readonly out: string | null;
  /** SQL expression over the archive's row `r`; $1 is the tenant. */
  readonly in: string;
}

const RANDOM_HASH = 'uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())';
const TOKEN_HASH: Adapted = { out: null, in: RANDOM_HASH };

/** Columns that depend on the installation: file keys begin with the tenant's id, secrets are encrypted. */
const ADAPTED: Readonly<Record<string, Readonly<Record<string, Adapted>>>> = {
  stored_objects: { key: { out: `split_part(key, '/', 2)`, in: `$1::text || '/' || r.key` } },
  webhook_subscriptions: {
    sealed_secret: { out: null, in: `''` },
    previous_sealed_secret: { out: null, in: 'NULL' },
    previous_secret_until: { out: null, in: 'NULL' },
  },
  evidence_chains: { origin_id: { out: null, in: 'NULL' } },
};
const WITHOUT_TOKENS: typeof ADAPTED = {
  api_tokens: { token_hash: TOKEN_HASH },
  invitations: { token_hash: TOKEN_HASH },
};

/** Conditions of rows to include. */
const ROWS: Readonly<Record<string, string>> = {
  // Excludes unused files and unfinished uploads.
  stored_objects: `doomed_at IS NULL AND (kept OR EXISTS (
    SELECT FROM documents d WHERE d.tenant_id = t.tenant_id AND d.object_id = t.id))`,
};

export interface TenantTable {
  readonly name: string;
  /** Columns in the archive without the tenant, sorted by name. */
  readonly columns: readonly string[];
  /** Primary key columns after the tenant. */
  readonly key: readonly string[];
  readonly sequence: string | null;
}

/** Referenced tables come first. @throws Error for a circle of foreign keys that {@link SET_LATER} does not break */
export async function tenantTables(query: RunQuery): Promise<TenantTable[]> {
  const tables = await query<TenantTable>(TABLES);
  const keys = await query<{ table: string; target: string; columns: string[] }>(FOREIGN_KEYS);
  const waits = keys.filter(
    ({ table, target, columns }) =>
      table !== target && !columns.some((column) => SET_LATER[table]?.includes(column) === true),
  );
  const ordered: TenantTable[] = [];
  // Triggers of other tables fill this table, so it comes last and is replaced with the archive's rows.
  const left = [...tables].sort((a, b) => Number(a.name === 'report_entries') - Number(b.name === 'report_entries'));
  while (left.length > 0) {
    const open = new Set(left.map(({ name }) => name));
    const at = left.findIndex(({ name }) => !waits.some(({ table, target }) => table === name && open.has(target)));
    const [next] = at < 0 ? [] : left.splice(at, 1);
    if (!next) throw new Error(`Foreign keys in a circle among ${[...open].join(', ')}`);
    ordered.push(next);
  }
  return ordered;
}

export const archived = (tables: readonly TenantTable[]): TenantTable[] =>
  tables.filter(({ name }) => !(name in LEFT_OUT));

const adaptedOf = (table: string, tokens: boolean): Readonly<Record<string, Adapted>> => ({
  ...ADAPTED[table],
  ...(tokens ? {} : WITHOUT_TOKENS[table]),
});

/** Whether the imported rows must equal the archive's rows when read again. */
export const isKeptAsItIs = (table: string, archive: { readonly tokens: boolean }, tokens: boolean): boolean =>
  archive.tokens === tokens || !(table in WITHOUT_TOKENS);

/** SELECT of a tenant's rows as JSON, one per line, in key order. Value: tenant. */
export function rowsOf({ name, columns, key }: TenantTable, tokens: boolean): string {
  const adapted = adaptedOf(name, tokens);
  const written = columns.flatMap((column) => {
    const out = adapted[column]?.out;
    return out === null ? [] : [out === undefined ? quoted(column) : `${out} AS ${quoted(column)}`];
  });
  const only = ROWS[name] === undefined ? '' : ` AND ${ROWS[name]}`;
  const order = key.length > 0 ? ` ORDER BY ${key.map((column) => `t.${quoted(column)}`).join(', ')}` : '';
  return `SELECT row_to_json(r)::text AS line FROM (
    SELECT ${written.join(', ')} FROM ${quoted(name)} t WHERE t.tenant_id = $1${only}${order}) r`;
}

/** @returns the columns of a table's rows in an archive */
export const writtenColumns = ({ name, columns }: TenantTable, tokens: boolean): string[] =>
  columns.filter((column) => adaptedOf(name, tokens)[column]?.out !== null);

/** SELECT that reads rows of an archive with the types of their columns. Value: the rows as a JSON array. */
export const typesOf = ({ name }: TenantTable): string =>
  `SELECT count(r) FROM json_populate_recordset(NULL::${quoted(name)}, $1::json) r`;

/** INSERT of rows of an archive. Values: tenant, the rows as a JSON array. */
export function insertOf({ name, columns }: TenantTable, tokens: boolean): string {
  const adapted = adaptedOf(name, tokens);
  const values = columns.map((column) => {
    if (SET_LATER[name]?.includes(column)) return 'NULL';
    return adapted[column]?.in ?? `r.${quoted(column)}`;
  });
  return `INSERT INTO ${quoted(name)} (tenant_id, ${columns.map(quoted).join(', ')})
    SELECT $1::uuid, ${values.join(', ')} FROM json_populate_recordset(NULL::${quoted(name)}, $2::json) r`;
}

/** UPDATE of the columns in {@link SET_LATER}. Values: tenant, the rows as a JSON array. */
export function laterOf({ name }: TenantTable): string {
  const columns = (SET_LATER[name] ?? []).map(quoted);
  return `UPDATE ${quoted(name)} t SET ${columns.map((column) => `${column} = r.${column}`).join(', ')}
      FROM json_populate_recordset(NULL::${quoted(name)}, $2::json) r
     WHERE t.tenant_id = $1 AND t.id = r.id AND (${columns.map((column) => `r.${column} IS NOT NULL`).join(' OR ')})`;
}

/** A quoted SQL identifier. All come from the catalog and are simple. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const TABLES = `
  SELECT c.relname AS name,
         (SELECT array_agg(a.attname::text ORDER BY a.attname) FROM pg_attribute a
           WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND a.attname <> 'tenant_id') AS columns,
         (SELECT coalesce(array_agg(a.attname::text ORDER BY k.place), '{}')
            FROM pg_index i CROSS JOIN LATERAL unnest(i.indkey::int2[]) WITH ORDINALITY AS k (number, place)
            JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.number
           WHERE i.indrelid = c.oid AND i.indisprimary AND a.attname <> 'tenant_id') AS key,
         (SELECT pg_get_serial_sequence(format('%I.%I', 'public', c.relname), a.attname) FROM pg_attribute a
           WHERE a.attrelid = c.oid AND a.attidentity <> '' AND NOT a.attisdropped LIMIT 1) AS sequence
    FROM pg_class c JOIN pg_attribute o ON o.attrelid = c.oid AND o.attname = 'tenant_id' AND NOT o.attisdropped
   WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY c.relname`;

const FOREIGN_KEYS = `
  SELECT k.conrelid::regclass::text AS table, k.confrelid::regclass::text AS target,
         (SELECT array_agg(a.attname::text) FROM pg_attribute a
           WHERE a.attrelid = k.conrelid AND a.attnum = ANY (k.conkey) AND a.attname <> 'tenant_id') AS columns
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid AND NOT c.relispartition
   WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace AND k.confrelid <> 'public.tenants'::regclass`;
