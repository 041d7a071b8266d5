import type { TenantId } from '../../src/common/records/ids';
import { PipelinedClient } from '../../src/platform/database/connection/pipelined-client';
import { NumberSeries, query, UnitOfWork } from '../../src/platform/database';
import { type Service, startApp } from '../support/app';
import { asOwner, aVendor } from '../support/purchase-orders';
import { isPooled } from '../support/servers/run';

/** With a pooler nothing is prepared, so nothing becomes outdated. */
const OUTDATED = isPooled() ? 0 : 1;
const MANY = Array.from({ length: 30 }, (_, place) => place);

describe('A migration during operation', () => {
  let service: Service;
  let tenantId: TenantId;
  let work: UnitOfWork;

  beforeAll(async () => {
    service = await startApp({ redis: false });
    tenantId = service.tenant.tenant.id;
    work = service.app.get(UnitOfWork);
    await asOwner(service, `CREATE TABLE changing (one int DEFAULT 1)`);
    await asOwner(service, 'GRANT SELECT, INSERT ON changing TO PUBLIC');
    await asOwner(service, 'INSERT INTO changing DEFAULT VALUES');
  });
  afterAll(async () => service.stop());

  const EVERYTHING = query('SELECT * FROM changing LIMIT 1');
  const ADDED = query('INSERT INTO changing DEFAULT VALUES RETURNING *');

  /** Uses every kind of database access, on as many connections as the pool has. */
  const onEveryWay = async (): Promise<unknown[]> => {
    const answers = await Promise.all(
      MANY.map(async () => [
        ...(await work.read(tenantId, EVERYTHING)).flat(),
        ...(await work.readShared(tenantId, EVERYTHING)).flat(),
        ...(await work.write(tenantId, ADDED)).flat(),
        ...(await work.unscoped(EVERYTHING)),
        ...(await work.run(tenantId, async (tx) => [
          ...(await tx.execute(EVERYTHING)),
          ...(await tx.execute(ADDED)),
          ...(await work.read(tx, EVERYTHING)).flat(),
        ])),
      ]),
    );
    return answers.flat();
  };

  const everywhere = (row: object): object[] => MANY.flatMap(() => Array.from({ length: 7 }, () => row));

  it('fails no read and no write whose prepared statement has other columns than before', async () => {
    for (let again = 0; again < 2; again += 1) expect(await onEveryWay()).toEqual(everywhere({ one: 1 }));
    await asOwner(service, 'ALTER TABLE changing ADD COLUMN two int DEFAULT 2');
    expect(await onEveryWay()).toEqual(everywhere({ one: 1, two: 2 }));
    await asOwner(service, `ALTER TABLE changing ALTER COLUMN one TYPE text, ALTER COLUMN one SET DEFAULT 'text'`);
    const changed = await onEveryWay();
    expect(changed.every((row) => typeof (row as { one: unknown }).one === 'string')).toBe(true);
  });

  it('costs a single read one more attempt, however many idle connections have prepared its statement', async () => {
    await onEveryWay();
    await asOwner(service, 'ALTER TABLE changing ADD COLUMN three int DEFAULT 3');
    const forgotten = jest.spyOn(PipelinedClient, 'forgetPrepared');
    try {
      expect(await work.read(tenantId, EVERYTHING)).toEqual([[expect.objectContaining({ three: 3 })]]);
      expect(forgotten).toHaveBeenCalledTimes(OUTDATED);
    } finally {
      forgotten.mockRestore();
    }
  });

  it('outdates the connections once, however many statements fail at the same time', async () => {
    await onEveryWay();
    const { generation } = PipelinedClient;
    await asOwner(service, 'ALTER TABLE changing ADD COLUMN four int DEFAULT 4');
    await onEveryWay();
    expect(PipelinedClient.generation).toBe(generation + OUTDATED);
  });

  it('fails no request', async () => {
    const client = service.client();
    const vendor = await aVendor(client);
    const requests = () =>
      Promise.all(
        MANY.slice(0, 12).flatMap((place) => [
          client.get(`/vendors/${vendor.id}`, 200),
          client.get('/vendors', 200),
          client.post('/departments', { name: `Made ${place}`, code: `M${Date.now() % 1e9}-${place}` }, 201),
        ]),
      );
    await requests();
    await asOwner(service, 'ALTER TABLE vendors ALTER COLUMN phone TYPE varchar(1000)');
    await asOwner(service, 'ALTER TABLE departments ALTER COLUMN name TYPE varchar(1000)');
    await requests();
  });

  it('may also happen with a pooler that drops prepared statements, without failures', async () => {
    const numbers = service.app.get(NumberSeries);
    await numbers.next(tenantId, 'PO', 2031);
    for (let again = 0; again < 2; again += 1) {
      await onEveryWay();
      await Promise.all(MANY.map(() => work.unscoped(query('DEALLOCATE ALL'))));
      expect(await onEveryWay()).toHaveLength(MANY.length * 7);
    }
    expect(await numbers.next(tenantId, 'PO', 2031)).toBe('PO-2031-000002');
  });
});
