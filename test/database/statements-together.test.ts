import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { type TenantId, tenantIdFrom } from '../../src/common/records/ids';
import { query, type Transaction, UnitOfWork } from '../../src/platform/database';
import { createDataSource } from '../../src/platform/database/connection/data-source';
import { Department } from '../../src/organisation/departments/entities/department.entity';
import { awaitedLater } from '../support/awaited-later';
import { FreshDatabase, freshDatabase } from '../support/servers/database';
import { isPooled } from '../support/servers/run';

const ROLE = 'procurement_service';
const NOW = new Date('2026-01-01T00:00:00Z');
const NAMES = query('SELECT name, id, created_at, code = $1 AS is_general FROM departments ORDER BY id', ['GEN']);
const REFUSED = query('SELECT 1 / (SELECT 0) AS nothing');

/** With a pooler nothing is prepared. The same must then be true of statements sent one by one. */
const prepares = !isPooled();

describe('Pipelined statements', () => {
  const tenants = Array.from({ length: 6 }, () => tenantIdFrom(randomUUID()));
  const first = tenants[0] as TenantId;
  let database: FreshDatabase;
  let dataSource: DataSource;
  let work: UnitOfWork;

  const stateOf = (error: unknown): unknown => (error as { code?: string }).code;
  const refusal = (promise: Promise<unknown>): Promise<unknown> => promise.then(() => 'none', stateOf);
  const insert = (tenant: TenantId, name: string): [string, unknown[]] => [
    `INSERT INTO departments (tenant_id, name, code, created_at, updated_at) VALUES ($1, $2, $3, $4, $4) RETURNING id`,
    [tenant, name, name.slice(0, 20), NOW],
  ];
  const namesOf = async (tenant: TenantId): Promise<string[]> => {
    const [rows] = await work.read<[{ name: string }]>(tenant, NAMES);
    return rows.map(({ name }) => name);
  };

  beforeAll(async () => {
    database = await freshDatabase();
    dataSource = await createDataSource({ url: database.url, role: ROLE, poolSize: 6, prepares }).initialize();
    work = new UnitOfWork(dataSource, { DATABASE_ROLE: ROLE, DATABASE_PREPARED_STATEMENTS: prepares });
    for (const [place, id] of tenants.entries()) {
      await work.run(id, async (tx) => {
        await tx.query(
          `INSERT INTO tenants (id, slug, name, status, plan, rate_table, currency, created_at, updated_at)
           VALUES ($1, $2, $2, 'active', 'basic', 'standard', 'SAR', $3, $3)`,
          [id, `tenant-${place}`, NOW],
        );
        await tx.query(
          `INSERT INTO departments (tenant_id, name, code, created_at, updated_at) VALUES ($1, $2, 'GEN', $3, $3)`,
          [id, `of tenant ${place}`, NOW],
        );
      });
    }
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  it('return the same results with the same types, prepared or not', async () => {
    const answers = [];
    for (let again = 0; again < 8; again++) answers.push(await work.readShared<[object]>(first, NAMES));
    const [row] = answers[0]?.[0] ?? [];
    expect(row).toEqual({ name: 'of tenant 0', id: expect.any(Number) as number, created_at: NOW, is_general: true });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  it('succeed even if another transaction failed before it prepared one of them', async () => {
    const fresh = query('SELECT name AS fresh FROM departments ORDER BY id');
    const asked = Array.from({ length: 40 }, (_, place) =>
      place < 4 ? work.readShared(first, REFUSED, fresh) : work.readShared<[object]>(first, fresh),
    );
    const answers = await Promise.allSettled(asked);
    const outcomes = answers.map((answer) => (answer.status === 'rejected' ? stateOf(answer.reason) : answer.value[0]));
    expect(outcomes.slice(0, 4)).toEqual(Array.from({ length: 4 }, () => '22012'));
    expect(outcomes.slice(4)).toEqual(Array.from({ length: 36 }, () => [{ fresh: 'of tenant 0' }]));
  });

  it('of many tenants on few connections read only their own rows, and each failure stays separate', async () => {
    const asked = Array.from({ length: 300 }, (_, place) => place);
    const answers = await Promise.allSettled(
      asked.map(async (place) => {
        const tenant = tenants[place % tenants.length] as TenantId;
        if (place % 7 === 3) return work.readShared(tenant, NAMES, REFUSED);
        return work.readShared<[{ name: string }, { name: string }]>(tenant, NAMES, NAMES);
      }),
    );
    for (const [place, answer] of answers.entries()) {
      if (place % 7 === 3) expect(stateOf((answer as PromiseRejectedResult).reason)).toBe('22012');
      else {
        const name = `of tenant ${place % tenants.length}`;
        const rows = (answer as PromiseFulfilledResult<[{ name: string }[], { name: string }[]]>).value;
        expect(rows.map((answered) => answered.map((row) => row.name))).toEqual([[name], [name]]);
      }
    }
  });

  it('leave a connection without a tenant, and reads change nothing', async () => {
    const write = query(`UPDATE departments SET name = 'changed' WHERE tenant_id = $1`, [first]);
    for (let again = 0; again < 4; again++) {
      expect(await refusal(work.readShared(first, write))).toBe('25006');
      expect(await refusal(work.read(first, write))).toBe('25006');
      const [left] = await work.unscoped<object>(
        query(`SELECT nullif(current_setting('app.tenant_id', true), '') AS tenant, current_user AS role,
                      current_setting('transaction_read_only') AS read_only`),
      );
      expect(left).toEqual({ tenant: null, role: ROLE, read_only: 'off' });
    }
    expect(await namesOf(first)).toEqual(['of tenant 0']);
  });

  it('are rejected for an invalid tenant id before anything is sent', async () => {
    await expect(work.readShared(`x'; DROP TABLE departments; --` as TenantId, NAMES)).rejects.toThrow(
      'Not a tenant id',
    );
    await expect(work.write('' as TenantId, NAMES)).rejects.toThrow('Not a tenant id');
  });

  it('with a value that cannot be serialized have no effect on their connection', async () => {
    const endless: { self?: unknown } = {};
    endless.self = endless;
    const unsendable = query('SELECT name FROM departments WHERE code = $1', [endless]);
    await work.readShared(first, NAMES, query(unsendable.statement.text, ['GEN']));
    for (let again = 0; again < 4; again++) {
      await expect(work.readShared(first, NAMES, unsendable)).rejects.toThrow('circular');
      await expect(work.run(first, (tx) => tx.execute(unsendable))).rejects.toThrow('circular');
      expect(await namesOf(tenants[1] as TenantId)).toEqual(['of tenant 1']);
      expect(await work.readShared<[{ name: string }]>(first, NAMES)).toMatchObject([[{ name: 'of tenant 0' }]]);
    }
  });

  it('are all executed or none', async () => {
    const statements = (name: string) => [query(...insert(first, name)), query(...insert(first, name))] as const;
    for (const name of ['once', 'again', 'thrice']) {
      expect(await refusal(work.write(first, ...statements(name)))).toBe('23505');
    }
    expect(await namesOf(first)).toEqual(['of tenant 0']);
  });

  it('in a transaction fail together: it is rolled back, and no later statement runs', async () => {
    for (let again = 0; again < 4; again++) {
      const seen: unknown[] = [];
      const failing = work.run(first, async (tx) => {
        await tx.execute(NAMES);
        const together = [tx.query(...insert(first, 'kept')), tx.execute(REFUSED), tx.execute(NAMES)];
        seen.push(...(await Promise.allSettled(together)).map((one) => one.status));
        await Promise.all(together);
      });
      expect(await refusal(failing)).toBe('22012');
      expect(seen.slice(-2)).toEqual(['rejected', 'rejected']);
    }
    expect(await namesOf(first)).toEqual(['of tenant 0']);
  });

  it('that the work has sent without awaiting them are not executed when the work fails', async () => {
    const lost: Promise<unknown>[] = [];
    for (let again = 0; again < 4; again++) {
      const failing = work.run(first, async (tx) => {
        await tx.execute(NAMES);
        lost.push(refusal(tx.query(...insert(first, 'too late'))));
        throw new Error('changed its mind');
      });
      await expect(failing).rejects.toThrow('changed its mind');
    }
    await Promise.all(lost);
    expect(await namesOf(first)).toEqual(['of tenant 0']);
  });

  it('of an ended transaction are rejected, because its connection may belong to another tenant', async () => {
    let over: Transaction | undefined;
    await work.run(first, async (tx) => {
      over = tx;
      await tx.execute(NAMES);
    });
    await expect(over?.execute(NAMES)).rejects.toThrow('The transaction is over');
  });

  it("keep their order relative to TypeORM's writes and savepoints", async () => {
    for (let again = 0; again < 4; again++) {
      const found = await work.run(first, async (tx) => {
        void tx.send(...insert(first, 'before'));
        const seen = await tx.repository(Department).find({ where: { tenantId: first }, order: { id: 'ASC' } });
        void tx.send(`UPDATE departments SET name = 'outside' WHERE tenant_id = $1 AND name = 'before'`, [first]);
        const undone = tx.savepoint(async () => {
          void tx.send(...insert(first, 'inside'));
          await tx.execute(NAMES);
          throw new Error('undone');
        });
        await expect(undone).rejects.toThrow('undone');
        const left = await tx.execute<{ name: string }>(NAMES);
        await tx.query(`DELETE FROM departments WHERE tenant_id = $1 AND code = 'before'`, [first]);
        return { seen: seen.map(({ name }) => name), left: left.map(({ name }) => name) };
      });
      expect(found).toEqual({ seen: ['of tenant 0', 'before'], left: ['of tenant 0', 'outside'] });
    }
  });

  it('are not reported as committed when the work ignored a failure', async () => {
    const swallowing = work.run(first, async (tx) => {
      await tx.query(...insert(first, 'never there'));
      await tx.execute(REFUSED).catch(() => undefined);
    });
    await expect(swallowing).rejects.toThrow('Nothing was committed');
    expect(await namesOf(first)).toEqual(['of tenant 0']);
  });

  it('all reject when their connection is lost, and later ones get another connection', async () => {
    const slow = query('SELECT pg_sleep(60), 1 AS one');
    // Prepared on every connection first, so that the statements below are sent at once.
    await Promise.all(Array.from({ length: 40 }, () => work.readShared(first, NAMES)));
    const waiting = awaitedLater(Array.from({ length: 12 }, () => refusal(work.readShared(first, NAMES, slow))));
    const admin = new Client({ connectionString: database.adminUrl });
    await admin.connect();
    const busy = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%pg_sleep(60), 1%'
                     AND state = 'active' AND pid <> pg_backend_pid()`;
    let outcomes: unknown[] | undefined;
    void Promise.all(waiting).then((all) => (outcomes = all));
    while (!outcomes) await admin.query(`SELECT pg_terminate_backend(pid) FROM (${busy}) AS b`);
    await admin.end();
    expect(outcomes.every((outcome) => outcome !== 'none')).toBe(true);
    expect(await namesOf(first)).toEqual(['of tenant 0']);
    expect(await work.readShared<[{ name: string }]>(first, NAMES)).toEqual([
      [expect.objectContaining({ name: 'of tenant 0' })],
    ]);
  });
});
