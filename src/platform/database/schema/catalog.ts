import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type RunQuery = <Row>(text: string, values: readonly unknown[]) => Promise<Row[]>;

/** Objects of the schema `public`, such as `table invoices`, with one sorted line per property. */
export type Catalog = Readonly<Record<string, readonly string[]>>;

/**
 * Reads the objects of the owner of `schema_migrations` in the schema `public`. Roles appear as `owner` and `service`,
 * because their names differ between installations. Omitted: objects of other owners, grants to others, and partitions.
 * Of a partitioned table also its keys and indexes, and foreign keys to it, because partitioning changes them.
 * @param serviceRole the unprivileged role of the service
 */
export async function readCatalog(query: RunQuery, serviceRole: string): Promise<Catalog> {
  const rows = await query<{ object: string; line: string }>(LINES, [serviceRole]);
  const catalog: Record<string, string[]> = {};
  for (const { object, line } of rows) (catalog[object] ??= []).push(line);
  return catalog;
}

/** Marks tables that an operator has partitioned, see docs/scaling.md. */
const PARTITIONED = 'partitioned';

/** Sentences such as `table invoices lacks: column total`. Ignores partitioning, and indexes that an operator added. */
export function differences(expected: Catalog, found: Catalog): string[] {
  const isPartitioned = (object: string): boolean => found[object]?.includes(PARTITIONED) === true;
  /** Whether partitioning explains the difference. */
  const excused = (object: string, line: string): boolean => {
    if (line === PARTITIONED) return true;
    if (isPartitioned(object)) return /^(constraint|index) /.test(line);
    const [, target] = / REFERENCES (\w+)\(/.exec(line) ?? [];
    return target !== undefined && isPartitioned(`table ${target}`);
  };
  const objects = [...new Set([...Object.keys(expected), ...Object.keys(found)])].sort();
  return objects.flatMap((object) => {
    const [wanted, there] = [expected[object], found[object]];
    if (there === undefined) return [`${object} is missing`];
    if (wanted === undefined) return [`${object} is not known`];
    const lacking = wanted.filter((line) => !there.includes(line) && !excused(object, line));
    const added = there.filter(
      (line) => !wanted.includes(line) && !excused(object, line) && !line.startsWith('index CREATE INDEX '),
    );
    return [...lacking.map((line) => `${object} lacks: ${line}`), ...added.map((line) => `${object} has: ${line}`)];
  });
}

/** PostgreSQL's text of expressions depends only on the search path. */
const LINES = `
WITH roles AS (
  SELECT relowner AS owner, (SELECT oid FROM pg_roles WHERE rolname = $1) AS service
    FROM pg_class WHERE oid = 'public.schema_migrations'::regclass
), tables AS (
  SELECT c.*, roles.owner, roles.service FROM pg_class c JOIN roles ON c.relowner = roles.owner
   WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
     AND c.oid <> 'public.schema_migrations'::regclass
), functions AS (
  SELECT p.*, roles.owner, roles.service FROM pg_proc p JOIN roles ON p.proowner = roles.owner
   WHERE p.pronamespace = 'public'::regnamespace
     AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
), lines AS (
  SELECT 'table ' || relname AS object,
         concat_ws(' ', 'column', a.attname, format_type(a.atttypid, a.atttypmod),
                   CASE WHEN a.attnotnull THEN 'not null' END,
                   CASE a.attidentity WHEN 'd' THEN 'identity by default' WHEN 'a' THEN 'identity always' END,
                   'default ' || pg_get_expr(d.adbin, d.adrelid)) AS line
    FROM tables t
    JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_attrdef d ON d.adrelid = t.oid AND d.adnum = a.attnum
  UNION ALL
  SELECT 'table ' || relname, concat('constraint ', k.conname, ' ', pg_get_constraintdef(k.oid))
    FROM tables t JOIN pg_constraint k ON k.conrelid = t.oid AND k.contype IN ('c', 'f', 'p', 'u', 'x')
  UNION ALL
  SELECT 'table ' || relname, concat('index ', pg_get_indexdef(i.indexrelid), CASE WHEN NOT i.indisvalid THEN ' (not valid)' END)
    FROM tables t JOIN pg_index i ON i.indrelid = t.oid
   WHERE NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.conrelid = t.oid)
  UNION ALL
  SELECT 'table ' || relname, concat('trigger ', pg_get_triggerdef(g.oid), CASE WHEN g.tgenabled <> 'O' THEN ' (not enabled)' END)
    FROM tables t JOIN pg_trigger g ON g.tgrelid = t.oid AND NOT g.tgisinternal
  UNION ALL
  SELECT 'table ' || relname,
         concat('policy ', p.polname, ' to ',
                (SELECT string_agg(CASE r WHEN t.owner THEN 'owner' WHEN t.service THEN 'service' ELSE r::regrole::text END, ', ')
                   FROM unnest(p.polroles) r),
                ' using ', pg_get_expr(p.polqual, p.polrelid), ' with check ', pg_get_expr(p.polwithcheck, p.polrelid))
    FROM tables t JOIN pg_policy p ON p.polrelid = t.oid
  UNION ALL
  SELECT 'table ' || relname,
         concat_ws(' ', 'row level security', CASE WHEN relrowsecurity THEN 'on' ELSE 'off' END,
                   CASE WHEN relforcerowsecurity THEN 'forced' END)
    FROM tables
  UNION ALL
  SELECT 'table ' || relname, 'option ' || option FROM tables, unnest(reloptions) option
  UNION ALL
  SELECT 'table ' || relname, '${PARTITIONED}' FROM tables WHERE relkind = 'p'
  UNION ALL
  SELECT 'table ' || relname, concat(CASE a.grantee WHEN t.service THEN 'service' ELSE 'everybody' END, ' may ', a.privilege_type)
    FROM tables t, aclexplode(t.relacl) a WHERE a.grantee IN (t.service, 0)
  UNION ALL
  SELECT 'table ' || relname,
         concat(CASE g.grantee WHEN t.service THEN 'service' ELSE 'everybody' END, ' may ', g.privilege_type, ' (', a.attname, ')')
    FROM tables t
    JOIN pg_attribute a ON a.attrelid = t.oid AND NOT a.attisdropped, aclexplode(a.attacl) g
   WHERE g.grantee IN (t.service, 0)
  UNION ALL
  SELECT 'sequence ' || c.relname, concat(CASE a.grantee WHEN roles.service THEN 'service' ELSE 'everybody' END, ' may ', a.privilege_type)
    FROM pg_class c JOIN roles ON c.relowner = roles.owner, aclexplode(c.relacl) a
   WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'S' AND a.grantee IN (roles.service, 0)
  UNION ALL
  SELECT 'function ' || f.oid::regprocedure, concat(CASE a.grantee WHEN f.service THEN 'service' ELSE 'everybody' END, ' may execute')
    FROM functions f, aclexplode(coalesce(f.proacl, acldefault('f', f.proowner))) a WHERE a.grantee IN (f.service, 0)
  UNION ALL
  -- migrate replaces is_sandbox() where a database is declared a sandbox; what it says there is not part of the schema.
  SELECT 'function ' || f.oid::regprocedure,
         CASE WHEN f.proname = 'is_sandbox' THEN 'returns boolean'
              ELSE concat_ws(', ', 'returns ' || pg_get_function_result(f.oid), l.lanname, 'volatility ' || f.provolatile::text,
                             CASE WHEN f.prosecdef THEN 'security definer' END, array_to_string(f.proconfig, ', '),
                             'text ' || md5(f.prosrc)) END
    FROM functions f JOIN pg_language l ON l.oid = f.prolang
)
SELECT object, line FROM lines ORDER BY object COLLATE "C", line COLLATE "C"`;

/** The file with the protection that the migrations create, written by `npm run migration:generate`. */
export const PROTECTION_FILE = 'migrations/protection.json';

const PROTECTS = /^(service may|everybody may|policy|row level security|trigger) /;

/** @returns only the lines that protect data: rights, row policies, row level security and triggers */
export function protectionOf(catalog: Catalog): Catalog {
  const objects = Object.entries(catalog).map(([object, lines]) => [
    object,
    lines.filter((line) => PROTECTS.test(line)),
  ]);
  return Object.fromEntries(objects) as Catalog;
}

/** @returns the protection that the migrations of this build create, from {@link PROTECTION_FILE} */
export function expectedProtection(): Catalog {
  return JSON.parse(readFileSync(join(__dirname, '..', PROTECTION_FILE), 'utf8')) as Catalog;
}

/** @returns the text of {@link PROTECTION_FILE} for a migrated database */
export const protectionText = (catalog: Catalog): string => `${JSON.stringify(protectionOf(catalog), null, 2)}\n`;
