import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withClient } from '../../tools/servers/databases';
import { freshDatabase, type FreshDatabase } from '../support/servers/database';

/** Tables that are not distributed by tenant, with the reason. */
const NOT_DISTRIBUTED: Readonly<Record<string, string>> = {
  tenants: 'a reference table: a slug is unique among all tenants, and every node asks for a tenant by its id',
  database_timelines: 'local to the coordinator: a row for each restore, of which every start reads the last',
  encryption_keys: 'local to the coordinator: a row for each key that sealed with an id, which every start asks for',
  encryption_canary: 'local to the coordinator: one row, which every start asks for once',
  schema_migrations: 'local to the coordinator: which migrations have run',
  tenant_erasures: 'local to the coordinator: which tenants were erased; the operator alone asks for it',
  verification_results: 'local to the coordinator: three rows, which workers read every ten seconds',
};

/** Unique constraints across tenants, which a distributed table cannot enforce, and why they can be dropped. */
const UNIQUE_OVER_ALL: Readonly<Record<string, string>> = {
  uq_api_tokens_token_hash: 'the hash of 256 random bits',
  uq_invitations_token_hash: 'the hash of 256 random bits',
  uq_stored_objects_key: 'begins with the tenant, and ends in a random UUID',
};

interface Table {
  readonly name: string;
  readonly nullable: boolean | null;
}

interface UniqueIndex {
  readonly table: string;
  readonly index: string;
  readonly primary: boolean;
  readonly columns: string[];
}

interface ForeignKey {
  readonly name: string;
  readonly table: string;
  readonly target: string;
  readonly pairs: string[];
}

const TABLES = `
  SELECT c.relname AS name, NOT a.attnotnull AS nullable
    FROM pg_class c LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped
   WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') ORDER BY c.relname`;

const UNIQUE_INDEXES = `
  SELECT t.relname AS table, c.relname AS index, i.indisprimary AS primary,
         array_agg(a.attname::text) FILTER (WHERE a.attname IS NOT NULL) AS columns
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
         LEFT JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = ANY (i.indkey)
   WHERE t.relnamespace = 'public'::regnamespace AND i.indisunique GROUP BY 1, 2, 3`;

const FOREIGN_KEYS = `
  SELECT k.conname AS name, k.conrelid::regclass::text AS table, k.confrelid::regclass::text AS target,
         array_agg(mine.attname || ' -> ' || theirs.attname) AS pairs
    FROM pg_constraint k CROSS JOIN LATERAL unnest(k.conkey, k.confkey) AS pair (mine, theirs)
         JOIN pg_attribute mine ON mine.attrelid = k.conrelid AND mine.attnum = pair.mine
         JOIN pg_attribute theirs ON theirs.attrelid = k.confrelid AND theirs.attnum = pair.theirs
   WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace GROUP BY 1, 2, 3`;

/** The section about Citus in docs/scaling.md must match the schema. */
describe('A schema that can be distributed by tenant', () => {
  let database: FreshDatabase;
  let tables: Table[];
  let distributed: string[];

  const read = async <Row extends object>(sql: string): Promise<Row[]> =>
    withClient(database.adminUrl, async (client) => (await client.query<Row>(sql)).rows);

  beforeAll(async () => {
    database = await freshDatabase();
    tables = await read<Table>(TABLES);
    distributed = tables.map(({ name }) => name).filter((name) => !(name in NOT_DISTRIBUTED));
  });
  afterAll(() => database.drop());

  it('has a tenant in every row of every table except those listed', () => {
    expect(tables.filter(({ nullable }) => nullable !== false).map(({ name }) => name)).toEqual(
      Object.keys(NOT_DISTRIBUTED).sort(),
    );
    expect(distributed.length).toBeGreaterThan(30);
  });

  it('has the tenant in every primary key and unique constraint except those listed', async () => {
    const indexes = (await read<UniqueIndex>(UNIQUE_INDEXES)).filter(({ table }) => distributed.includes(table));
    const keyed = indexes.filter(({ primary }) => primary).map(({ table }) => table);
    expect(keyed.sort()).toEqual(distributed);
    const without = indexes.filter(({ columns }) => !columns.includes('tenant_id')).map(({ index }) => index);
    expect(without.sort()).toEqual(Object.keys(UNIQUE_OVER_ALL).sort());
  });

  it('has foreign keys only within the tenant or to the tenant itself', async () => {
    const keys = await read<ForeignKey>(FOREIGN_KEYS);
    expect(keys.length).toBeGreaterThan(distributed.length);
    const wrong = keys.filter(({ target, pairs }) =>
      target === 'tenants' ? pairs.join() !== 'tenant_id -> id' : !pairs.includes('tenant_id -> tenant_id'),
    );
    expect(wrong).toEqual([]);
    expect(keys.filter(({ table }) => table in NOT_DISTRIBUTED)).toEqual([]);
  });

  it('is distributed table by table by the statements of docs/scaling.md', () => {
    const page = readFileSync(join(__dirname, '../../docs/scaling.md'), 'utf8');
    const named = [...page.matchAll(/create_distributed_table\('(\w+)', 'tenant_id'/g)].map(([, name]) => name);
    expect(named.sort()).toEqual(distributed);
    expect(page).toContain("create_reference_table('tenants')");
    for (const name of Object.keys(UNIQUE_OVER_ALL)) expect(page).toContain(name);
  });
});
