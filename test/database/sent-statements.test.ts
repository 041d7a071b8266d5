import { type TenantId, tenantIdFrom } from '../../src/common/records/ids';
import { query, UnitOfWork } from '../../src/database';
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

describe('a statement that is sent and not waited for', () => {
  it('is written with the transaction, in the order of sending', async () => {
    await work.run(tenantId, async (tx) => {
      void tx.send(PROJECT, [tenantId, 'one']);
      await tx.query(PROJECT, [tenantId, 'two']);
      void tx.send(PROJECT, [tenantId, 'three']);
    });
    expect(await projects()).toEqual(['one', 'two', 'three']);
  });

  it('fails the transaction when it fails, although the work was done', async () => {
    const failing = work.run(tenantId, async (tx) => {
      await tx.query(PROJECT, [tenantId, 'kept?']);
      void tx.send(PROJECT, [tenantId, null]);
    });
    await expect(failing).rejects.toMatchObject({ code: '23502' });
    expect(await projects()).toEqual([]);
  });

  it('is named as the cause when a later statement fails because of it', async () => {
    const failing = work.run(tenantId, async (tx) => {
      void tx.send(PROJECT, [tenantId, null]);
      await tx.query(PROJECT, [tenantId, 'later']);
    });
    await expect(failing).rejects.toMatchObject({ code: '23502' });
    expect(await projects()).toEqual([]);
  });

  it('undoes only its savepoint when it was sent under one', async () => {
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

  it('never lets work that swallowed a failure report what was rolled back', async () => {
    const swallowing = work.run(tenantId, async (tx) => {
      await tx.query(PROJECT, [tenantId, 'kept?']);
      await tx.query(PROJECT, [tenantId, null]).catch(() => undefined);
      return 'done';
    });
    await expect(swallowing).rejects.toThrow('Nothing was committed');
    expect(await projects()).toEqual([]);
  });

  it('runs no after-commit work when COMMIT answers ROLLBACK', async () => {
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

  it('is retried with the whole work when it ran into a serialization failure', async () => {
    let attempts = 0;
    await work.run(tenantId, async (tx) => {
      attempts += 1;
      void tx.send(attempts === 1 ? `DO $$ BEGIN RAISE SQLSTATE '40001'; END $$` : 'SELECT 1');
      await tx.query(PROJECT, [tenantId, `attempt ${attempts}`]);
    });
    expect(await projects()).toEqual(['attempt 2']);
  });
});

describe('writes in one packet', () => {
  it('are done in their order, and answer in it', async () => {
    const written = await work.write<[unknown, { code: string }, unknown]>(
      tenantId,
      query(PROJECT, [tenantId, 'one']),
      query('SELECT code FROM projects WHERE tenant_id = $1', [tenantId]),
      query(PROJECT, [tenantId, 'two']),
    );
    expect(written).toEqual([[], [{ code: 'one' }], []]);
    expect(await projects()).toEqual(['one', 'two']);
  });

  it('are all undone by the first that fails, which is the one that is named', async () => {
    const writes = [query(PROJECT, [tenantId, 'kept?']), query(PROJECT, [tenantId, null]), query('SELECT 1')] as const;
    await expect(work.write(tenantId, ...writes)).rejects.toMatchObject({ code: '23502' });
    expect(await projects()).toEqual([]);
    // The connection goes back to the pool as it came.
    expect(await work.write<[{ one: number }]>(tenantId, query('SELECT 1 AS one'))).toEqual([[{ one: 1 }]]);
  });

  it('see the rows of their own tenant only', async () => {
    await work.write(tenantId, query(PROJECT, [tenantId, 'mine']));
    const stranger = tenantIdFrom('00000000-0000-4000-8000-000000000000');
    expect(await work.write(stranger, query('SELECT code FROM projects'))).toEqual([[]]);
    await expect(work.write(stranger, query(PROJECT, [tenantId, 'theirs']))).rejects.toMatchObject({ code: '42501' });
  });

  it('belong to the transaction they are handed', async () => {
    const failing = work.run(tenantId, async (tx) => {
      await work.write(tx, query(PROJECT, [tenantId, 'kept?']));
      throw new Error('undone');
    });
    await expect(failing).rejects.toThrow('undone');
    expect(await projects()).toEqual([]);
  });

  it('are done again after a deadlock', async () => {
    await asOwner(service, 'CREATE SEQUENCE IF NOT EXISTS once_only');
    await asOwner(service, 'GRANT USAGE ON SEQUENCE once_only TO PUBLIC');
    const once = `DO $$ BEGIN IF nextval('once_only') = 1 THEN RAISE SQLSTATE '40P01'; END IF; END $$`;
    await work.write(tenantId, query(PROJECT, [tenantId, 'one']), query(once));
    expect(await projects()).toEqual(['one']);
    await asOwner(service, 'DROP SEQUENCE once_only');
  });
});
