import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { type TenantId, tenantIdFrom } from '../../src/common/records/ids';
import { query } from '../../src/platform/database';
import { createDataSource } from '../../src/platform/database/connection/data-source';
import { assertLesserRole } from '../../src/platform/database/checks/startup-checks';
import { UnitOfWork } from '../../src/platform/database/transaction/unit-of-work';
import { Department } from '../../src/organisation/departments/entities/department.entity';
import { FreshDatabase, freshDatabase } from '../support/servers/database';
import { isPooled } from '../support/servers/run';

const ROLE = 'procurement_service';
const NOW = new Date('2026-01-01T00:00:00Z');

describe('The unit of work', () => {
  let database: FreshDatabase;
  let dataSource: DataSource;
  let work: UnitOfWork;
  const one = tenantIdFrom(randomUUID());
  const two = tenantIdFrom(randomUUID());

  async function provision(id: TenantId, slug: string): Promise<void> {
    await work.run(id, async (tx) => {
      await tx.query(
        `INSERT INTO tenants (id, slug, name, status, plan, rate_table, currency, created_at, updated_at)
         VALUES ($1, $2, $2, 'active', 'basic', 'standard', 'SAR', $3, $3)`,
        [id, slug, NOW],
      );
      await tx.query(
        `INSERT INTO departments (tenant_id, name, code, created_at, updated_at) VALUES ($1, $2, 'GEN', $3, $3)`,
        [id, slug, NOW],
      );
    });
  }

  const departments = async (tenant: TenantId): Promise<string[]> => {
    const [rows] = await work.read<[{ name: string }]>(tenant, query('SELECT name FROM departments ORDER BY name'));
    return rows.map((row) => row.name);
  };

  const code = (promise: Promise<unknown>): Promise<string> =>
    promise.then(
      () => 'no error',
      (error: unknown) => (error as { code?: string }).code ?? 'an error without a code',
    );

  beforeAll(async () => {
    database = await freshDatabase();
    dataSource = await createDataSource({
      url: database.url,
      role: ROLE,
      poolSize: 4,
      prepares: !isPooled(),
    }).initialize();
    work = new UnitOfWork(dataSource, { DATABASE_ROLE: ROLE, DATABASE_PREPARED_STATEMENTS: !isPooled() });
    await provision(one, 'one');
    await provision(two, 'two');
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  it("returns only the tenant's own rows for a query without a condition", async () => {
    expect(await departments(one)).toEqual(['one']);
    expect(await departments(two)).toEqual(['two']);
    const entities = await work.run(one, (tx) => tx.repository(Department).find());
    expect(entities.map((department) => department.tenantId)).toEqual([one]);
  });

  it('returns no rows without a tenant, even on a pooled connection that has just served one', async () => {
    await departments(one);
    for (let again = 0; again < 8; again++) {
      expect(await work.unscoped(query('SELECT * FROM departments'))).toEqual([]);
      const [setting] = await work.unscoped<{ tenant: string | null }>(
        query(`SELECT current_setting('app.tenant_id', true) AS tenant`),
      );
      expect(setting?.tenant ?? '').toBe('');
    }
  });

  /**
   * On a connection without a role setting, the login can read everything. Only the SET ROLE inside each transaction
   * makes row level security apply. Examples are a developer's superuser, and a pooler that drops startup options for a
   * login without its own role setting.
   */
  it.each([
    ['prepared', true, false],
    ['unprepared', false, false],
    ["unprepared, with a sandbox's gate", false, true],
    ["prepared, with a sandbox's gate", true, true],
  ])("returns only the tenant's own rows on an unrestricted connection: %s", async (_, prepared, sandbox) => {
    const all = await createDataSource({ url: database.adminUrl, poolSize: 2, prepares: prepared }).initialize();
    const settings = { DATABASE_ROLE: ROLE, DATABASE_PREPARED_STATEMENTS: prepared, SANDBOX: sandbox };
    const careless = new UnitOfWork(all, settings);
    const EVERY = query('SELECT tenant_id FROM departments ORDER BY tenant_id');
    type Row = { tenant_id: string };
    try {
      expect((await all.query<Row[]>(EVERY.statement.text)).map((row) => row.tenant_id).sort()).toEqual(
        [one, two].sort(),
      );
      // The second time, the statement is already prepared on the connection.
      for (let time = 1; time <= 2; time += 1) {
        for (const tenant of [one, two]) {
          const own = [{ tenant_id: tenant }];
          expect(await careless.read(tenant, EVERY)).toEqual([own]);
          expect(await careless.readShared(tenant, EVERY)).toEqual([own]);
          expect(await careless.write(tenant, EVERY)).toEqual([own]);
          expect(await careless.run(tenant, (tx) => tx.execute(EVERY))).toEqual(own);
          const entities = await careless.run(tenant, (tx) => tx.repository(Department).find());
          expect(entities.map(({ tenantId }) => tenantId)).toEqual([tenant]);
        }
        expect(await careless.unscoped(EVERY)).toEqual([]);
      }
    } finally {
      await all.destroy();
    }
  });

  it("rejects a write with another tenant's id, and changes none of its rows", async () => {
    const insert = work.run(one, (tx) =>
      tx.query(
        `INSERT INTO departments (tenant_id, name, code, created_at, updated_at) VALUES ($1, 'x', 'X', $2, $2)`,
        [two, NOW],
      ),
    );
    expect(await code(insert)).toBe('42501');
    const moved = work.run(one, (tx) => tx.query('UPDATE departments SET tenant_id = $1', [two]));
    expect(await code(moved)).toBe('42501');
    await work.run(one, (tx) => tx.query(`UPDATE departments SET name = 'stolen' WHERE tenant_id = $1`, [two]));
    await work.run(one, (tx) => tx.query('DELETE FROM departments WHERE tenant_id = $1', [two]));
    expect(await departments(two)).toEqual(['two']);
  });

  it('rejects a foreign key across tenants', async () => {
    const user = await work.run(two, async (tx) => {
      const [row] = await tx.query<{ id: number }>(
        `INSERT INTO users (tenant_id, name_en, email, role, status, created_at, updated_at)
         VALUES ($1, 'Two', 'two@example.com', 'viewer', 'active', $2, $2) RETURNING id`,
        [two, NOW],
      );
      return row?.id;
    });
    expect(await code(work.run(one, (tx) => tx.query('UPDATE departments SET head_user_id = $1', [user])))).toBe(
      '23503',
    );
  });

  it('prevents changes of append-only tables', async () => {
    await work.run(one, (tx) =>
      tx.query(
        `INSERT INTO audit_log (tenant_id, occurred_at, action, entity_type) VALUES ($1, $2, 'created', 'test')`,
        [one, NOW],
      ),
    );
    for (const sql of [`UPDATE audit_log SET action = 'x'`, 'DELETE FROM audit_log', 'TRUNCATE audit_log']) {
      expect(await code(work.run(one, (tx) => tx.query(sql)))).toBe('42501');
    }
  });

  it('prevents the service from lifting row level security, dropping a policy or creating a table', async () => {
    for (const sql of [
      'ALTER TABLE departments DISABLE ROW LEVEL SECURITY',
      'DROP POLICY tenant_isolation ON departments',
      'CREATE TABLE mine (id int)',
    ]) {
      expect(await code(work.run(one, (tx) => tx.query(sql)))).toBe('42501');
    }
    await assertLesserRole(dataSource, ROLE);
    const owner = await createDataSource({ url: database.adminUrl, poolSize: 1 }).initialize();
    const [row] = await owner.query<{ user: string }[]>('SELECT current_user AS user');
    await expect(assertLesserRole(owner, row?.user ?? '')).rejects.toThrow(/not bound by row level security|owns/);
    await owner.destroy();
  });

  it('isolates every table with a tenant, and its primary key begins with the tenant', async () => {
    const owner = await createDataSource({ url: database.adminUrl, poolSize: 1 }).initialize();
    const tables = await owner.query<{ table_name: string; forced: boolean; keyed: boolean }[]>(`
      SELECT c.relname AS table_name, c.relrowsecurity AND c.relforcerowsecurity AS forced,
             EXISTS (SELECT 1 FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary AND i.indkey[0] =
               (SELECT attnum FROM pg_attribute WHERE attrelid = c.oid AND attname = CASE WHEN c.relname = 'tenants' THEN 'id' ELSE 'tenant_id' END)) AS keyed
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p')
         AND c.relname NOT IN ('schema_migrations', 'encryption_canary', 'encryption_keys', 'database_timelines',
                               'verification_results', 'tenant_erasures')`);
    const references = await owner.query<{ name: string }[]>(`
      SELECT k.conname AS name FROM pg_constraint k
        JOIN pg_class target ON target.oid = k.confrelid
       WHERE k.contype = 'f' AND target.relname <> 'tenants'
         AND NOT EXISTS (SELECT 1 FROM unnest(k.conkey) WITH ORDINALITY AS col(num, place)
                          JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = col.num WHERE a.attname = 'tenant_id')`);
    await owner.destroy();
    expect(tables.length).toBeGreaterThan(7);
    expect(tables.filter((table) => !table.forced || !table.keyed)).toEqual([]);
    expect(references).toEqual([]);
  });

  it('rolls back everything on an error, and runs no after-commit work', async () => {
    const published: string[] = [];
    const failed = work.run(one, async (tx) => {
      tx.afterCommit(() => void published.push('told'));
      await tx.query(`UPDATE departments SET name = 'changed'`);
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await departments(one)).toEqual(['one']);
    expect(published).toEqual([]);
  });

  it('runs and awaits the work before the response after the outermost commit', async () => {
    const NAMES = query('SELECT name FROM departments');
    const seen: unknown[] = [];
    const look = (what: string) => async (): Promise<void> => {
      const [rows] = await work.read<[{ name: string }]>(one, NAMES);
      seen.push([what, ...rows.map(({ name }) => name)]);
    };
    await work.run(one, (outer) =>
      work.around(outer, async () => {
        await work.run(one, async (tx) => {
          tx.beforeAnswer('look', look('earlier'));
          tx.beforeAnswer('fail', () => Promise.reject(new Error('is logged')));
          tx.beforeAnswer('look', look('later'));
          const part = tx.savepoint(() => {
            tx.beforeAnswer('look', look('undone'));
            return Promise.reject(new Error('part'));
          });
          await part.catch(() => undefined);
          await tx.query(`UPDATE departments SET name = 'answered'`);
        });
        expect(seen).toEqual([]);
      }),
    );
    expect(seen).toEqual([['later', 'answered']]);
    await work.run(one, (tx) => tx.query(`UPDATE departments SET name = 'one'`));

    const failed = work.run(one, (tx) => {
      tx.beforeAnswer('look', look('never'));
      return Promise.reject(new Error('no'));
    });
    await expect(failed).rejects.toThrow('no');
    expect(seen).toHaveLength(1);
  });

  it('joins a transaction passed as argument, and reads its uncommitted changes', async () => {
    const NAMES = query('SELECT name FROM departments');
    const failed = work.run(one, async (tx) => {
      await work.run(tx, (joined) => joined.query(`UPDATE departments SET name = 'inner'`));
      expect(await work.read(tx, NAMES)).toEqual([[{ name: 'inner' }]]);
      expect(await work.readShared(tx, NAMES)).toEqual([[{ name: 'inner' }]]);
      throw new Error('outer');
    });
    await expect(failed).rejects.toThrow('outer');
    expect(await departments(one)).toEqual(['one']);
  });

  it('rejects a tenant id inside a transaction: the caller must pass the transaction', async () => {
    const ONE = query('SELECT 1 AS one');
    const inside = (way: () => Promise<unknown>): Promise<unknown> => work.run(one, () => way());
    for (const way of [
      () => work.read(one, ONE),
      () => work.readShared(one, ONE),
      () => work.write(one, ONE),
      () => work.run(one, () => Promise.resolve()),
    ]) {
      await expect(inside(way)).rejects.toThrow('hand it down instead of the tenant id');
    }
    await expect(inside(() => work.run(two, () => Promise.resolve()))).rejects.toThrow('another tenant');
  });

  it('makes work opened by a handler part of the outer transaction, where a tenant id is still rejected', async () => {
    const NAMES = query('SELECT name FROM departments');
    const failed = work.run(one, (outer) =>
      work.around(outer, async () => {
        await work.run(one, async (tx) => {
          expect(tx).toBe(outer);
          await tx.query(`UPDATE departments SET name = 'handled'`);
          await expect(work.read(one, NAMES)).rejects.toThrow('hand it down instead of the tenant id');
        });
        expect(await work.read(one, NAMES)).toEqual([[{ name: 'handled' }]]);
        await expect(work.read(two, NAMES)).rejects.toThrow('another tenant');
        throw new Error('undone');
      }),
    );
    await expect(failed).rejects.toThrow('undone');
    expect(await departments(one)).toEqual(['one']);
  });

  it('rolls back only a failed savepoint', async () => {
    await work.run(one, async (tx) => {
      await tx.query(`UPDATE departments SET code = 'KEPT'`);
      await tx
        .savepoint(async () => {
          await tx.query(`UPDATE departments SET code = 'LOST'`);
          tx.outboxEvents.raised('department', 1, new Date());
          throw new Error('part');
        })
        .catch(() => undefined);
    });
    const [rows] = await work.read<[{ code: string }]>(one, query('SELECT code FROM departments'));
    expect(rows).toEqual([{ code: 'KEPT' }]);
    // No event is published for its changes.
    expect(await work.read<[unknown]>(one, query('SELECT name FROM events'))).toEqual([[]]);
  });

  it('retries the whole work on a serialization failure, and only then', async () => {
    let attempts = 0;
    const result = await work.run(one, async (tx) => {
      attempts += 1;
      await tx.query(`UPDATE departments SET code = $1`, [`TRY${attempts}`]);
      if (attempts < 3) await tx.query(`DO $$ BEGIN RAISE EXCEPTION 'again' USING ERRCODE = '40001'; END $$`);
      return attempts;
    });
    expect(result).toBe(3);
    let others = 0;
    const failed = work.run(one, async (tx) => {
      others += 1;
      await tx.query('SELECT 1 / 0');
    });
    expect(await code(failed)).toBe('22012');
    expect(others).toBe(1);
  });

  it('recovers from a real deadlock between two transactions', async () => {
    await work.run(one, (tx) =>
      tx.query(
        `INSERT INTO departments (tenant_id, name, code, created_at, updated_at) VALUES ($1, 'second', 'SEC', $2, $2)`,
        [one, NOW],
      ),
    );
    const [rows] = await work.read<[{ id: number }]>(one, query('SELECT id FROM departments ORDER BY id'));
    const [first, second] = rows.map((row) => row.id);
    let waiting = 0;
    let release: () => void = () => undefined;
    const both = new Promise<void>((resolve) => (release = resolve));
    const cross = (a: number | undefined, b: number | undefined): Promise<void> =>
      work.run(one, async (tx) => {
        await tx.query('UPDATE departments SET version = version + 1 WHERE id = $1', [a]);
        waiting += 1;
        if (waiting === 2) release();
        await both;
        await tx.query('UPDATE departments SET version = version + 1 WHERE id = $1', [b]);
      });
    await Promise.all([cross(first, second), cross(second, first)]);
    const [versions] = await work.read<[{ version: number }]>(one, query('SELECT version FROM departments'));
    expect(versions.map((row) => row.version)).toEqual([3, 3]);
    expect(waiting).toBeGreaterThan(2);
  });

  it('separates many tenants on few connections', async () => {
    const seen = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        departments(index % 2 ? one : two).then((names) => [index % 2, names.includes('two')]),
      ),
    );
    expect(seen.every(([odd, sawTwo]) => (odd ? !sawTwo : sawTwo))).toBe(true);
  });

  it('rejects a tenant id that is not a UUID', async () => {
    await expect(work.run(`x'; DROP TABLE departments; --` as TenantId, () => Promise.resolve())).rejects.toThrow(
      'Not a tenant id',
    );
  });
});
