import type { MigrationInterface, QueryRunner } from 'typeorm';
import { CURRENT_TENANT, runAll } from '../schema/migration-steps';
import { MATCHING_INVOICES } from './1763700000810-lists';
import { MATCHING_VENDORS, SEARCHED as VENDOR_TEXTS } from './1763700000150-vendors';
import { SEARCH as MATCHING_ORDERS } from './1763700000200-purchase-orders';

/**
 * A search that stays as quick as its hits are few. A trigram of a number stands in tens of thousands of the numbers of
 * a large tenant, and its list has to be walked; five characters in a row stand in a few dozen. And as each key begins
 * with its tenant, nobody walks through what others have.
 */
export class Search1763700001020 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runAll(runner, [
      GRAMS,
      SEARCHED_GRAMS,
      ...Object.entries(INDEXES).flatMap(([name, [table, texts]]) => [
        // Every search reads what waits to be sorted in: of the usual 4 MB 20 ms, of one megabyte 3. Less costs the writers.
        `CREATE INDEX ${name} ON ${table} USING gin (${grams(texts)}) WITH (gin_pending_list_limit = 1024)`,
        // No statistics of the keys, which would be made from thousands of rows: the queries below leave no choice.
        `ALTER INDEX ${name} ALTER COLUMN 1 SET STATISTICS 0`,
      ]),
      FIND_ORDERS,
      FIND_INVOICES,
      FIND_VENDORS,
      ...Object.keys(TRIGRAMS).map((name) => `DROP INDEX ${name}`),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    const before = [MATCHING_ORDERS, MATCHING_INVOICES, MATCHING_VENDORS];
    await runAll(runner, [
      ...Object.entries(TRIGRAMS).map(([name, definition]) => `CREATE INDEX ${name} ON ${definition}`),
      // Replacing a function takes its settings away with it.
      ...before.map((sql) => sql.replace('CREATE FUNCTION', 'CREATE OR REPLACE FUNCTION')),
      ...Object.keys(INDEXES).map((name) => `DROP INDEX ${name}`),
      'DROP FUNCTION searched_grams(uuid, text)',
      'DROP FUNCTION search_grams(uuid, text)',
    ]);
  }
}

/** Characters of a key. With four, the keys of numbers still have hundreds of rows; with six they are no fewer. */
const LENGTH = 5;

/** PL/pgSQL takes longer to come round a loop than to cut out a piece: so many are cut out at a time. */
const STEP = 8;

const CUT = Array.from({ length: STEP }, (_, place) => `owner || substr(piece, ${place + 1}, ${LENGTH})`).join(', ');

/** Beginning with which all keys of a tenant are told from those of others: nearly all, and the tenant is compared too. */
const OWNER = `right(tenant::text, 6)`;

/**
 * Every five characters in a row, in lower case, and at the end four and three; each after the tenant's mark. The cost
 * keeps the planner from computing them row by row where the index has them.
 */
const GRAMS = `
CREATE FUNCTION search_grams(tenant uuid, content text) RETURNS tsvector
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 2000 AS $$
DECLARE
  owner text := ${OWNER};
  lowered text := lower(content);
  places integer := length(lowered) - 2;
  piece text;
  grams text[] := '{}';
BEGIN
  FOR place IN 1 .. places BY ${STEP} LOOP
    piece := substr(lowered, place, ${STEP + LENGTH - 1});
    grams := grams || ARRAY[${CUT}];
  END LOOP;
  RETURN array_to_tsvector(grams[:places]);
END $$`;

/**
 * What a text has among its {@link GRAMS} when it is LIKE the pattern: \`%\`, a text of three characters or more with its
 * own \`%\`, \`_\` and \`\\\` escaped, \`%\`. A shorter one than a key is the beginning of one.
 */
const SEARCHED_GRAMS = `
CREATE FUNCTION searched_grams(tenant uuid, pattern text) RETURNS tsquery
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  owner text := ${OWNER};
  lowered text := lower(regexp_replace(substr(pattern, 2, length(pattern) - 2), '\\\\(.)', '\\1', 'g'));
  places integer := greatest(length(lowered) - ${LENGTH - 1}, 1);
  quoted text[] := '{}';
BEGIN
  FOR place IN 1 .. places LOOP
    quoted[place] := '''' || replace(replace(owner || substr(lowered, place, ${LENGTH}), '\\', '\\\\'), '''', '''''') || '''';
  END LOOP;
  RETURN (array_to_string(quoted, '&') || CASE WHEN length(lowered) < ${LENGTH} THEN ':*' ELSE '' END)::tsquery;
END $$`;

/** Texts that are looked through together: what is found across a seam is sorted out when they are compared. */
const ORDER_TEXTS = `po_number || E'\\n' || coalesce(notes, '')`;
const INVOICE_TEXTS = `coalesce(invoice_number, '') || E'\\n' || coalesce(vendor_invoice_number, '') || E'\\n' || coalesce(description, '')`;
const VENDOR_NAMES = `name || E'\\n' || coalesce(name_ar, '') || E'\\n' || coalesce(email, '')`;

const INDEXES: Readonly<Record<string, readonly [table: string, texts: string]>> = {
  ix_purchase_orders_grams: ['purchase_orders', ORDER_TEXTS],
  ix_purchase_order_items_grams: ['purchase_order_items', 'description'],
  ix_invoices_grams: ['invoices', INVOICE_TEXTS],
  ix_vendors_grams: ['vendors', VENDOR_NAMES],
};

/** What there was before. */
const TRIGRAMS: Readonly<Record<string, string>> = {
  ix_purchase_orders_number_trgm: 'purchase_orders USING gin (tenant_id, po_number gin_trgm_ops)',
  ix_purchase_orders_notes_trgm: 'purchase_orders USING gin (tenant_id, notes gin_trgm_ops)',
  ix_purchase_order_items_description_trgm: 'purchase_order_items USING gin (tenant_id, description gin_trgm_ops)',
  ix_invoices_numbers_trgm:
    'invoices USING gin (tenant_id, invoice_number gin_trgm_ops, vendor_invoice_number gin_trgm_ops)',
  ix_invoices_description_trgm: 'invoices USING gin (tenant_id, description gin_trgm_ops)',
  ix_vendors_search: `vendors USING gin (tenant_id, (${VENDOR_TEXTS}) gin_trgm_ops)`,
};

function grams(texts: string, schema = ''): string {
  return `${schema}search_grams(tenant_id, ${texts})`;
}

/**
 * Rows of the current tenant that have the pattern in one of these columns. The inner query has but one index to go
 * by, whatever is known or not known of the values; OFFSET keeps the tenant's own indexes out of it.
 */
function found(table: string, texts: string, columns: readonly string[]): string {
  return `(SELECT * FROM public.${table}
          WHERE ${grams(texts, 'public.')} @@ public.searched_grams(${CURRENT_TENANT}, pattern) OFFSET 0) f
   WHERE f.tenant_id = ${CURRENT_TENANT} AND (${columns.map((column) => `f.${column} ILIKE pattern`).join(' OR ')})`;
}

/** What a table has of the vendors that are found by their names; those are few, and each is looked up by itself. */
function ofVendors(table: string): string {
  return `SELECT theirs.id FROM (SELECT f.tenant_id, f.id FROM ${found('vendors', VENDOR_NAMES, ['name', 'name_ar'])}) v
   CROSS JOIN LATERAL (SELECT t.id FROM public.${table} t WHERE t.tenant_id = v.tenant_id AND t.vendor_id = v.id OFFSET 0) theirs`;
}

/**
 * As the owner, since neither ILIKE nor a search of grams is leakproof: under row level security they use no index. The
 * plan is made once: making it anew takes longer than what it is for. That it counts on thousands of hits, not knowing
 * the pattern, must only not lead it to workers or to compiling.
 */
function finding(name: string, body: string): string {
  return `CREATE OR REPLACE FUNCTION ${name}(pattern text) RETURNS SETOF bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  SET plan_cache_mode = force_generic_plan SET max_parallel_workers_per_gather = 0 SET jit = off AS $$
  ${body}
$$`;
}

const FIND_ORDERS = finding(
  'matching_purchase_orders',
  `SELECT f.id FROM ${found('purchase_orders', ORDER_TEXTS, ['po_number', 'notes'])}
  UNION
  SELECT f.purchase_order_id FROM ${found('purchase_order_items', 'description', ['description'])}
  UNION
  ${ofVendors('purchase_orders')}`,
);

const FIND_INVOICES = finding(
  'matching_invoices',
  `SELECT f.id FROM ${found('invoices', INVOICE_TEXTS, ['invoice_number', 'vendor_invoice_number', 'description'])}
  UNION
  ${ofVendors('invoices')}`,
);

const FIND_VENDORS = finding(
  'matching_vendors',
  `SELECT f.id FROM ${found('vendors', VENDOR_NAMES, ['name', 'name_ar', 'email'])}`,
);
