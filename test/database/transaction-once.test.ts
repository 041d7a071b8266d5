import { UnitOfWork } from '../../src/platform/database';
import { TenantSettings } from '../../src/organisation/tenants';
import { type Service, startApp } from '../support/app';
import { statementsOf } from '../support/statements';

describe('A value computed once per transaction', () => {
  let service: Service;

  beforeAll(async () => {
    service = await startApp({ env: { PROCESS_ROLE: 'api' } });
  });
  afterAll(() => service.stop());

  const inTransaction: UnitOfWork['run'] = (scope, work) => service.app.get(UnitOfWork).run(scope, work);

  it('is read with one statement by three parallel reads', async () => {
    const settings = service.app.get(TenantSettings);
    const sent = await statementsOf(() =>
      inTransaction(service.tenant.tenant.id, async (tx) => {
        const [first, ...others] = await Promise.all([settings.of(tx), settings.of(tx), settings.of(tx)]);
        expect(others).toEqual([first, first]);
      }),
    );
    expect(sent.filter((text) => text.includes('FROM tenants'))).toHaveLength(1);
  });

  it('is computed again after a failure', async () => {
    const key = Symbol('value');
    const compute = jest.fn<Promise<number>, []>().mockRejectedValueOnce(new Error('busy')).mockResolvedValue(1);
    await inTransaction(service.tenant.tenant.id, async (tx) => {
      const both = await Promise.allSettled([tx.once(key, compute), tx.once(key, compute)]);
      expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
      expect(await tx.once(key, compute)).toBe(1);
    });
    expect(compute).toHaveBeenCalledTimes(2);
  });
});
