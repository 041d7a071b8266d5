import type { TenantId } from '../../src/common/records/ids';
import { UnitOfWork } from '../../src/platform/database';
import { type Service, startApp } from '../support/app';
import { asOwner } from '../support/purchase-orders';

describe('Work registered for the end of a transaction', () => {
  let service: Service;
  let units: UnitOfWork;
  let tenantId: TenantId;
  const done: string[] = [];

  beforeAll(async () => {
    service = await startApp();
    units = service.app.get(UnitOfWork);
    tenantId = service.tenant.tenant.id;
  });
  afterAll(async () => service.stop());
  beforeEach(() => (done.length = 0));

  const note = (text: string) => async (): Promise<void> => {
    done.push(text);
    return Promise.resolve();
  };

  it('runs after all other work, only the latest per key, in order', async () => {
    await units.run(tenantId, async (tx) => {
      tx.beforeCommit('a', note('a, too early'));
      tx.beforeCommit('b', note('b'));
      await units.run(tx, (inner) => Promise.resolve(inner.beforeCommit('a', note('a'))));
      done.push('work');
    });
    expect(done).toEqual(['work', 'a', 'b']);
  });

  it('may register further work for the end', async () => {
    await units.run(tenantId, (tx) => {
      tx.beforeCommit('first', () => {
        tx.beforeCommit('second', note('second'));
        return note('first')();
      });
      return Promise.resolve();
    });
    expect(done).toEqual(['first', 'second']);
  });

  it('is part of the transaction: it reads uncommitted changes, and its failure rolls everything back', async () => {
    const rename = units.run(tenantId, async (tx) => {
      tx.beforeCommit('fails', async () => {
        const [row] = await tx.query<{ name: string }>('SELECT name FROM tenants WHERE id = $1', [tenantId]);
        throw new Error(`no ${row?.name ?? ''}`);
      });
      await tx.query(`UPDATE tenants SET name = 'Renamed' WHERE id = $1`, [tenantId]);
    });
    await expect(rename).rejects.toThrow('no Renamed');
    const [row] = await asOwner<{ name: string }>(service, 'SELECT name FROM tenants WHERE id = $1', [tenantId]);
    expect(row?.name).not.toBe('Renamed');
  });

  it('is dropped with the savepoint that registered it', async () => {
    await units.run(tenantId, async (tx) => {
      tx.beforeCommit('kept', note('kept'));
      await tx
        .savepoint(() => {
          tx.beforeCommit('kept', note('replaced'));
          tx.beforeCommit('gone', note('gone'));
          return Promise.reject(new Error('undo'));
        })
        .catch(() => undefined);
    });
    expect(done).toEqual(['kept']);
  });

  it("does not run if the transaction's work fails", async () => {
    const failing = units.run(tenantId, (tx) => {
      tx.beforeCommit('never', note('never'));
      return Promise.reject(new Error('failed'));
    });
    await expect(failing).rejects.toThrow('failed');
    expect(done).toEqual([]);
  });
});
