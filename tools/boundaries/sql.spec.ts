import { type Boundaries, type SourceFile, sqlViolations } from './sql';

const BOUNDARIES: Boundaries = {
  ORDER: [['database'], ['vendors', 'users'], ['orders'], ['reports']],
  TABLES_WITHOUT_ENTITY: { schema_migrations: 'database' },
  SQL_READERS: [],
  SQL_FUNCTIONS: {},
};
const entity = (module: string, table: string): SourceFile => ({
  path: `src/group/${module}/entities/${table}.entity.ts`,
  text: `@Entity('${table}') export class It {}`,
});
const TABLES = [
  entity('vendors', 'vendors'),
  entity('users', 'users'),
  entity('orders', 'orders'),
  entity('orders', 'order_items'),
  entity('reports', 'report_figures'),
];

const violations = (path: string, text: string, boundaries: Partial<Boundaries> = {}): string[] =>
  sqlViolations([...TABLES, { path, text }], { ...BOUNDARIES, ...boundaries });

const reads = (table: string, owner: string, path: string): string =>
  `${path} reads ${table}, a table of ${owner}: only a *.sql.ts may, which .boundaries.cjs lists with the reason`;

describe('the SQL check', () => {
  it('allows a module to read and write its tables, with substitutions in the text', () => {
    const text =
      "const page = `SELECT * FROM orders o JOIN public.order_items i USING (tenant_id) WHERE ${where}`; run('UPDATE orders SET x = 1')";
    expect(violations('src/group/orders/orders.queries.ts', text)).toEqual([]);
  });

  it.each([
    ['FROM', "'SELECT * FROM vendors'"],
    ['FROM with a schema', "'SELECT * FROM public.vendors v'"],
    ['a join', "'SELECT * FROM orders o LEFT JOIN vendors v ON true'"],
    ['a lateral join', "'SELECT * FROM orders o CROSS JOIN LATERAL vendors v'"],
    ['a list', "'SELECT * FROM orders o, vendors v'"],
    ['USING of a removal', "'DELETE FROM orders o USING vendors v WHERE true'"],
    ['a query inside', '`SELECT (SELECT name FROM vendors v WHERE v.id = o.vendor_id) FROM orders o`'],
    ['a template', '`SELECT ${columns} FROM vendors WHERE ${condition}`'],
    ['a part of a text', "'JOIN vendors v ON v.id = o.vendor_id'"],
  ])("finds another module's table after %s", (_where, text) => {
    const path = 'src/group/orders/orders.queries.ts';
    expect(violations(path, `\nquery(${text})`)).toEqual([reads('vendors', 'vendors', `${path}:2`)]);
  });

  it.each([
    ['INSERT INTO vendors (id) VALUES (1)', 'an insertion'],
    ['UPDATE vendors SET name = $1', 'a change'],
    ['UPDATE public.vendors v SET name = $1', 'a change'],
    ['DELETE FROM vendors WHERE true', 'a removal'],
    ['TRUNCATE vendors', 'a removal of all'],
  ])('rejects writes to a table of another module, listed or not: %s', (sql) => {
    const path = 'src/group/orders/vendor-names.sql.ts';
    const SQL_READERS = [{ file: path, reads: ['vendors'], because: 'They are shown beside each order.' }];
    expect(violations(path, `query('${sql}')`, { SQL_READERS })).toEqual([
      `${path}:1 writes to vendors, a table of vendors: only vendors writes there`,
    ]);
  });

  it('allows a file to write to its listed tables, and reports unused entries', () => {
    const path = 'src/group/orders/vendor-names.sql.ts';
    const listed = {
      file: path,
      reads: [],
      writes: ['vendors'],
      because: 'The operator does it as the owner of the schema.',
    };
    expect(violations(path, "query('DELETE FROM vendors WHERE true')", { SQL_READERS: [listed] })).toEqual([]);
    expect(violations(path, "query('SELECT 1')", { SQL_READERS: [listed] })).toEqual([
      `.boundaries.cjs lets ${path} write to vendors, which it does not`,
    ]);
  });

  it('treats words as tables only in SQL', () => {
    const text =
      "path('/vendors'); fail('Nothing from vendors'); /* FROM vendors */ const vendors = `vendors FOR UPDATE OF o`; 'DO UPDATE SET x = 1'";
    expect(violations('src/group/orders/orders.service.ts', text)).toEqual([]);
  });

  it('reports the line in a text of several lines', () => {
    expect(violations('src/group/orders/orders.queries.ts', '\nquery(`\n  SELECT *\n    FROM users`)')).toEqual([
      reads('users', 'users', 'src/group/orders/orders.queries.ts:4'),
    ]);
  });

  it('allows a listed *.sql.ts to read only its listed tables', () => {
    const path = 'src/group/orders/parties.sql.ts';
    const SQL_READERS = [{ file: path, reads: ['vendors'], because: 'They are shown beside each order.' }];
    const text = "query('SELECT * FROM vendors, users'); counted('report_figures')";
    expect(violations(path, text, { SQL_READERS })).toEqual([
      reads('users', 'users', `${path}:1`),
      `${path}:1 reads report_figures, a table of reports, which is further down the order: only a *.sql.ts may, which .boundaries.cjs lists with the reason`,
    ]);
  });

  it('requires correct lists: a *.sql.ts, a reason, and no unused entry', () => {
    const path = 'src/group/orders/orders.queries.ts';
    const SQL_READERS = [{ file: path, reads: ['vendors', 'users'], because: ' ' }];
    expect(violations(path, "query('SELECT * FROM vendors')", { SQL_READERS })).toEqual([
      `.boundaries.cjs lists ${path}, which is no *.sql.ts`,
      `.boundaries.cjs gives no reason for ${path}`,
      `.boundaries.cjs lets ${path} read users, which it does not`,
    ]);
  });

  it('also checks files outside the modules', () => {
    expect(violations('src/main.ts', "query('SELECT * FROM users')")).toHaveLength(1);
  });

  it.each(['src/group/orders/orders.queries.spec.ts', 'src/platform/database/migrations/1-all.ts'])(
    'excludes %s',
    (path) => {
      expect(violations(path, "query('SELECT * FROM users')")).toEqual([]);
    },
  );

  it('requires an owner for every table and every SQL function', () => {
    const migration = "run('CREATE TABLE strays (id integer)')";
    expect(() => violations('src/platform/database/migrations/1-all.ts', migration)).toThrow(
      /whose these tables are: strays$/,
    );
    const SQL_FUNCTIONS = { reports: ['fold'], nobody: ['gone'] };
    expect(violations('src/platform/database/functions/stray.sql', '', { SQL_FUNCTIONS })).toEqual([
      '.boundaries.cjs does not say whose the SQL function stray is',
      '.boundaries.cjs names the SQL function fold, which has no file',
      '.boundaries.cjs names the SQL function gone, which has no file',
      '.boundaries.cjs gives SQL functions to nobody, which is no module',
    ]);
  });
});
