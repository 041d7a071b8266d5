import { DataSource } from 'typeorm';
import type { TenantId } from '../../src/common/records/ids';
import { UnitOfWork } from '../../src/platform/database';
import { createDataSource } from '../../src/platform/database/connection/data-source';
import { Department } from '../../src/organisation/departments/entities/department.entity';
import { Periodic } from '../../src/platform/periodic';
import { type Service, startApp } from '../support/app';
import { talkDuring } from '../support/statements';

/** Undocumented behaviour of TypeORM that `transaction/typeorm-adapter.ts` relies on. A new version may change it. */
describe("TypeORM in the unit of work's transaction", () => {
  let service: Service;
  let tenantId: TenantId;
  let work: UnitOfWork;

  beforeAll(async () => {
    service = await startApp({ redis: false });
    tenantId = service.tenant.tenant.id;
    work = service.app.get(UnitOfWork);
    // Work that runs every second would appear in the recorded statements.
    await service.app.get(Periodic).stop();
  });
  afterAll(() => service.stop());

  const department = (code: string) => ({
    tenantId,
    name: code,
    code,
    createdAt: new Date('2026-01-01'),
    updatedAt: new Date('2026-01-01'),
  });
  const transactionsIn = (talk: readonly string[]): string[] =>
    talk.flatMap((line) => /^sent (BEGIN|START TRANSACTION|COMMIT|ROLLBACK|SAVEPOINT)/.exec(line)?.[1] ?? []);

  it('saves in that transaction and opens no other one', async () => {
    const talk = await talkDuring(() =>
      work.run(tenantId, async (tx) => {
        await tx.repository(Department).save(department('SAVED'));
        await tx.repository(Department).delete({ tenantId, code: 'SAVED' });
      }),
    );
    expect(transactionsIn(talk)).toEqual(['BEGIN', 'COMMIT']);
  });

  it('locks rows in that transaction', async () => {
    const talk = await talkDuring(() =>
      work.run(tenantId, (tx) =>
        tx.repository(Department).find({ where: { tenantId }, lock: { mode: 'pessimistic_write' } }),
      ),
    );
    expect(talk).toContainEqual(expect.stringMatching(/^sent SELECT .*FOR UPDATE/s));
    expect(transactionsIn(talk)).toEqual(['BEGIN', 'COMMIT']);
  });

  it('is rolled back with that transaction', async () => {
    const failing = work.run(tenantId, async (tx) => {
      await tx.repository(Department).save(department('UNDONE'));
      throw new Error('changed its mind');
    });
    await expect(failing).rejects.toThrow('changed its mind');
    expect(await work.run(tenantId, (tx) => tx.repository(Department).countBy({ tenantId, code: 'UNDONE' }))).toBe(0);
  });

  it('sends its first statement with the BEGIN, without waiting in between', async () => {
    const talk = await talkDuring(() => work.run(tenantId, (tx) => tx.repository(Department).countBy({ tenantId })));
    const answered = talk.findIndex((line) => line.startsWith('answered BEGIN'));
    const sent = talk.findIndex((line) => /^sent SELECT COUNT/.test(line));
    expect(sent).toBeGreaterThan(0);
    expect(sent).toBeLessThan(answered);
  });
});

describe('The registered entities', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startApp({ redis: false });
  });
  afterAll(() => service.stop());

  it('are the same in the modules, the command line and the drift check', async () => {
    const every = await createDataSource({ url: service.adminUrl, poolSize: 1 }).initialize();
    const names = (dataSource: DataSource): string[] => dataSource.entityMetadatas.map(({ name }) => name).sort();
    try {
      expect(names(service.app.get(DataSource))).toEqual(names(every));
    } finally {
      await every.destroy();
    }
  });
});
