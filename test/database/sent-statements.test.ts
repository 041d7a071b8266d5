import { type TenantId, tenantIdFrom } from '../../src/common/records/ids';
import { query, type Transaction, UnitOfWork } from '../../src/platform/database';
import { Department } from '../../src/organisation/departments/entities/department.entity';
import { type Service, startApp } from '../support/app';
import { asOwner } from '../support/purchase-orders';

let service: Service;
let tenantId: TenantId;
let work: UnitOfWork;

beforeAll(async () => {
  service = await startApp({ redis: false });
  tenantId = service.tenant.tenant.id;
  work = service.app.get(UnitOfWork);
});

afterAll(() => service.stop());

const PROJECT = `INSERT INTO projects (tenant_id, name, code, created_at, updated_at) VALUES ($1, $2, $2, now(), now())`;

async function projects(): Promise<string[]> {
  const rows = await asOwner<{ code: string }>(service, 'SELECT code FROM projects WHERE tenant_id = $1 ORDER BY id', [
    tenantId,
  ]);
  return rows.map(({ code }) => code);
}

beforeEach(() => asOwner(service, 'DELETE FROM projects WHERE tenant_id = $1', [tenantId]));

describe('A statement sent without awaiting it', () => {
  it('is part of the transaction, in the order of sending', async () => {
    await work.run(tenantId, async (tx) => {
      void tx.send(PROJECT, [tenantId, 'one']);
      await tx.query(PROJECT, [tenantId, 'two']);
      void tx.send(PROJECT, [tenantId, 'three']);
    });
    expect(await projects()).toEqual(['one', 'two', 'three']);
  });

  it('fails the transaction when it fails, even after the work has ended', async () => {
    const failing = work.run(tenantId, async (tx) => {
      await tx.query(PROJECT, [tenantId, 'kept?']);
      void tx.send(PROJECT, [tenantId, null]);
    });
    await expect(failing).rejects.toMatchObject({ code: '23502' });
    expect(await projects()).toEqual([]);
  });

  it('is reported as the cause when a later statement fails because of it', async () => {
    const failing = work.run(tenantId, async (tx) => {
      void tx.send(PROJECT, [tenantId, null]);
      await tx.query(PROJECT, [tenantId, 'later']);
    });
    await expect(failing).rejects.toMatchObject({ code: '23502' });
    expect(await projects()).toEqual([]);
  });

  it('rolls back only its savepoint if it was sent within one', async () => {
    await work.run(tenantId, async (tx) => {
      await tx.query(PROJECT, [tenantId, 'before']);
      const part = tx.savepoint(async () => {
        await tx.query(PROJECT, [tenantId, 'inside']);
        void tx.send(PROJECT, [tenantId, null]);
      });
      await expect(part).rejects.toMatchObject({ code: '23502' });
      await tx.query(PROJECT, [tenantId, 'after']);
    });
    expect(await projects()).toEqual(['before', 'after']);
  });

  it('makes the transaction fail even if the work ignored a failure', async () => {
    const swallowing = work.run(tenantId, async (tx) => {
      await tx.query(PROJECT, [tenantId, 'kept?']);
      await tx.query(PROJECT, [tenantId, null]).catch(() => undefined);
      return 'done';
    });
    await expect(swallowing).rejects.toThrow('Nothing was committed');
    expect(await projects()).toEqual([]);
  });

  it('prevents after-commit work when COMMIT results in ROLLBACK', async () => {
    let ran = false;
    const failing = work.run(tenantId, (tx) => {
      tx.afterCommit(() => {
        ran = true;
      });
      void tx.send(PROJECT, [tenantId, null]);
      return Promise.resolve();
    });
    await expect(failing).rejects.toMatchObject({ code: '23502' });
    expect(ran).toBe(false);
  });

  it('is retried with the whole work after a serialization failure', async () => {
    let attempts = 0;
    await work.run(tenantId, async (tx) => {
      attempts += 1;
      void tx.send(attempts === 1 ? `DO $$ BEGIN RAISE SQLSTATE '40001'; END $$` : 'SELECT 1');
      await tx.query(PROJECT, [tenantId, `attempt ${attempts}`]);
    });
    expect(await projects()).toEqual(['attempt 2']);
  });
});

const raising = (state: string): string => `DO $$ BEGIN RAISE SQLSTATE '${state}'; END $$`;

describe('Two statements sent together', () => {
  /** Sends the first statement first, and returns its result after that of the second. */
  const together = (first: () => Promise<unknown>, second: () => Promise<unknown>): Promise<unknown> => {
    const slowly = async (depth: number): Promise<unknown> => (depth === 0 ? first() : slowly(depth - 1));
    return Promise.all([slowly(8), second()]);
  };
  const select = (tx: Transaction) => (): Promise<unknown> => tx.query('SELECT 1');
  const find = (tx: Transaction) => (): Promise<unknown> => tx.repository(Department).findBy({ tenantId });
  const fail = (tx: Transaction, state: string) => (): Promise<unknown> => tx.query(raising(state));
  /** Through TypeORM, whose results take longer than those of the unit of work. */
  const failInTypeOrm = (tx: Transaction, state: string) => (): Promise<unknown> =>
    tx.repository(Department).query(raising(state));

  it.each([
    ['the lock timeout', '55P03'],
    ['the statement timeout', '57014'],
    ['any other error', '22012'],
  ])('reject with %s of the first', async (_what, state) => {
    for (const [failing, other] of [
      [fail, select],
      [fail, find],
      [failInTypeOrm, select],
    ] as const) {
      const failed = work.run(tenantId, (tx) => together(failing(tx, state), other(tx)));
      await expect(failed).rejects.toMatchObject({ code: state });
      const inPart = work.run(tenantId, (tx) => tx.savepoint(() => together(failing(tx, state), other(tx))));
      await expect(inPart).rejects.toMatchObject({ code: state });
    }
  });

  it.each(['40P01', '40001'])('run again when the first failed with %s', async (state) => {
    for (const failing of [fail, failInTypeOrm]) {
      let attempts = 0;
      await work.run(tenantId, (tx) => {
        attempts += 1;
        return together(attempts === 1 ? failing(tx, state) : select(tx), select(tx));
      });
      expect(attempts).toBe(2);
    }
  });

  it('do not report an error that a savepoint has rolled back', async () => {
    const failing = work.run(tenantId, async (tx) => {
      await expect(tx.savepoint(fail(tx, '55P03'))).rejects.toMatchObject({ code: '55P03' });
      await together(fail(tx, '22012'), select(tx));
    });
    await expect(failing).rejects.toMatchObject({ code: '22012' });
  });
});

describe('Writes in one packet', () => {
  it('are executed in order and return their results in order', async () => {
    const written = await work.write<[unknown, { code: string }, unknown]>(
      tenantId,
      query(PROJECT, [tenantId, 'one']),
      query('SELECT code FROM projects WHERE tenant_id = $1', [tenantId]),
      query(PROJECT, [tenantId, 'two']),
    );
    expect(written).toEqual([[], [{ code: 'one' }], []]);
    expect(await projects()).toEqual(['one', 'two']);
  });

  it('are all rolled back by the first failure, which is reported', async () => {
    const writes = [query(PROJECT, [tenantId, 'kept?']), query(PROJECT, [tenantId, null]), query('SELECT 1')] as const;
    await expect(work.write(tenantId, ...writes)).rejects.toMatchObject({ code: '23502' });
    expect(await projects()).toEqual([]);
    // The connection returns to the pool in its original state.
    expect(await work.write<[{ one: number }]>(tenantId, query('SELECT 1 AS one'))).toEqual([[{ one: 1 }]]);
  });

  it('affect only rows of their own tenant', async () => {
    await work.write(tenantId, query(PROJECT, [tenantId, 'mine']));
    const stranger = tenantIdFrom('00000000-0000-4000-8000-000000000000');
    expect(await work.write(stranger, query('SELECT code FROM projects'))).toEqual([[]]);
    await expect(work.write(stranger, query(PROJECT, [tenantId, 'theirs']))).rejects.toMatchObject({ code: '42501' });
  });

  it('belong to the transaction passed to them', async () => {
    const failing = work.run(tenantId, async (tx) => {
      await work.write(tx, query(PROJECT, [tenantId, 'kept?']));
      throw new Error('undone');
    });
    await expect(failing).rejects.toThrow('undone');
    expect(await projects()).toEqual([]);
  });

  it('are repeated after a deadlock', async () => {
    await asOwner(service, 'CREATE SEQUENCE IF NOT EXISTS once_only');
    await asOwner(service, 'GRANT USAGE ON SEQUENCE once_only TO PUBLIC');
    const once = `DO $$ BEGIN IF nextval('once_only') = 1 THEN RAISE SQLSTATE '40P01'; END IF; END $$`;
    await work.write(tenantId, query(PROJECT, [tenantId, 'one']), query(once));
    expect(await projects()).toEqual(['one']);
    await asOwner(service, 'DROP SEQUENCE once_only');
  });
});
