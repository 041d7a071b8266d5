import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { tenantIdFrom } from '../../src/common/records/ids';
import { query, statement, UnitOfWork } from '../../src/platform/database';
import { createDataSource } from '../../src/platform/database/connection/data-source';
import { MOST_PREPARED } from '../../src/platform/database/connection/pipelined-client';
import { type FreshDatabase, freshDatabase } from '../support/servers/database';
import { isPooled } from '../support/servers/run';

const ROLE = 'procurement_service';
const prepares = !isPooled();

/** Like lists with ever new combinations of filters and sorts: each has a different SQL text. */
const combination = (number: number) => query(`SELECT ${number} AS number, $1::int AS value`, [number]);
const failing = (number: number) => query(`SELECT ${number} AS number, 1 / (SELECT 0) AS nothing`);
const HOT = query('SELECT 7 AS hot');
const COUNT = query('SELECT count(*)::int AS count FROM pg_prepared_statements');

describe('The prepared statements of a connection', () => {
  const tenant = tenantIdFrom(randomUUID());
  let database: FreshDatabase;
  let dataSource: DataSource;
  let work: UnitOfWork;

  beforeEach(async () => {
    database = await freshDatabase();
    dataSource = await createDataSource({ url: database.url, role: ROLE, poolSize: 1, prepares }).initialize();
    work = new UnitOfWork(dataSource, { DATABASE_ROLE: ROLE, DATABASE_PREPARED_STATEMENTS: prepares });
  });
  afterEach(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const numbers = (from: number, count: number): number[] => Array.from({ length: count }, (_, place) => from + place);
  const prepared = async (): Promise<number> => (await work.unscoped<{ count: number }>(COUNT))[0]?.count ?? -1;
  const isBounded = async (): Promise<void> => {
    expect(await prepared()).toBeLessThanOrEqual(MOST_PREPARED);
  };

  it('are limited: a connection that has prepared the maximum is closed', async () => {
    const connections = new Set<unknown>();
    const used = async (): Promise<void> => {
      const [found] = await work.unscoped<{ pid: number }>(query('SELECT pg_backend_pid() AS pid'));
      connections.add(found?.pid);
    };
    for (let from = 0; from < 1800; from += 20) {
      const answers = await Promise.all(
        numbers(from, 20).map((number) => work.readShared<[object, object]>(tenant, combination(number), HOT)),
      );
      expect(answers).toEqual(numbers(from, 20).map((number) => [[{ number, value: number }], [{ hot: 7 }]]));
      await used();
      expect(await prepared()).toBeLessThanOrEqual(MOST_PREPARED);
    }
    // One connection per MOST_PREPARED statements; the frequent statement is prepared on each.
    if (prepares) expect(connections.size).toBe(Math.ceil(1800 / MOST_PREPARED));
  });

  it('remain prepared below the limit, and their connection stays open', async () => {
    for (let again = 0; again < 300; again += 1) await work.readShared(tenant, HOT, combination(again % 100));
    const plans = query(
      'SELECT (generic_plans + custom_plans)::int AS used FROM pg_prepared_statements WHERE name = $1',
      [HOT.statement.name],
    );
    expect(await work.unscoped(plans)).toEqual(prepares ? [{ used: 300 }] : []);
  });

  it('include those of TypeORM that have values', async () => {
    const text = 'SELECT $1::int AS value';
    expect(await dataSource.query(text, [1])).toEqual([{ value: 1 }]);
    const named = query('SELECT statement FROM pg_prepared_statements WHERE name = $1', [statement(text).name]);
    expect(await work.unscoped(named)).toEqual(prepares ? [{ statement: text }] : []);
  });

  it('are limited on every kind of connection', async () => {
    for (const number of numbers(0, MOST_PREPARED + 50)) {
      await work.run(tenant, async (tx) => {
        void tx.send(combination(number).statement.text, [number]);
        expect(await tx.execute(combination(number + 10_000))).toEqual([
          { number: number + 10_000, value: number + 10_000 },
        ]);
        await tx.savepoint(() => tx.execute(failing(number))).catch(() => undefined);
        expect(await tx.execute(combination(number))).toEqual([{ number, value: number }]);
      });
      expect(await work.unscoped(combination(number + 20_000))).toEqual([
        { number: number + 20_000, value: number + 20_000 },
      ]);
    }
    await isBounded();
  });

  it('fail no request when their connection reaches the maximum while other requests use it', async () => {
    // More at a time than the limit, so that a statement closes while another request is about to use it.
    const asked = [...numbers(0, MOST_PREPARED + 100), ...numbers(0, 100), ...numbers(200, MOST_PREPARED)];
    for (let round = 1; round <= 3; round += 1) {
      const answers = await Promise.allSettled(
        asked.map((number, place) =>
          place % 9 === 4
            ? work.readShared<[object]>(tenant, failing(number))
            : work.readShared<[object]>(tenant, combination(number)),
        ),
      );
      const outcomes = answers.map((answer) =>
        answer.status === 'fulfilled' ? answer.value : (answer.reason as { code?: string }).code,
      );
      expect(outcomes).toEqual(
        asked.map((number, place) => (place % 9 === 4 ? '22012' : [[{ number, value: number }]])),
      );
    }
    // While requests were open no connection could be closed. The next requests correct this.
    for (const number of numbers(50_000, 600)) await work.readShared(tenant, combination(number));
    await isBounded();
  });
});

describe('The names of statements', () => {
  it('are dropped after a thousand newer ones, and are the same when computed again', () => {
    const first = statement('SELECT 1 AS first');
    expect(statement('SELECT 1 AS first')).toBe(first);
    for (let number = 0; number < 1000; number += 1) statement(`SELECT ${number} AS later`);
    expect(statement('SELECT 1 AS first')).not.toBe(first);
    expect(statement('SELECT 1 AS first')).toEqual(first);
  });
});
