import type { QueryRunner } from 'typeorm';
import { WhoCouldDecide1763700001110 } from '../../src/database/migrations/1763700001110-who-could-decide';
import { type Service, startApp } from '../support/app';
import { asOwner, aSubmitted, aVendor, colleague, meanwhile } from '../support/purchase-orders';

/** What the migration gives the steps that are open as it runs is what the service would have kept of them. */
describe('steps that were open before they kept who is eligible', () => {
  let service: Service;

  beforeAll(async () => {
    service = await startApp();
  });
  afterAll(() => service.stop());

  it('keep who is eligible as the migration runs', async () => {
    const admin = service.client();
    const vendor = await aVendor(admin);
    const head = await colleague(service, 'viewer');
    const { id: department } = await admin.post(
      '/departments',
      { name: 'Labs', code: 'LABS', head_user_id: head.id },
      201,
    );
    await colleague(service, 'department_head', { departmentId: department });
    await colleague(service, 'department_head');
    const [officer, gone] = [await colleague(service, 'procurement_officer'), await colleague(service, 'viewer')];
    const steps = [
      { role: 'department_head' },
      { role: 'procurement_officer', mode: 'all' },
      { user_ids: [gone.id, head.id, officer.id] },
      { role: 'finance_manager' },
    ];
    await admin.delete(`/users/${gone.id}`, 200);
    for (const step of steps) {
      await admin.put('/approval-workflows/purchase-orders', { rules: [{ steps: [step, { role: 'admin' }] }] }, 200);
      await aSubmitted(admin, vendor.id, { department_id: department });
    }
    const kept = () =>
      asOwner<{ member_ids: string[] | null }>(service, 'SELECT status, member_ids FROM approval_steps ORDER BY id');
    const before = await kept();
    expect(before.map(({ member_ids: ids }) => ids?.length)).toEqual([
      2,
      undefined,
      1,
      undefined,
      2,
      undefined,
      0,
      undefined,
    ]);
    const runner = { query: (sql: string) => service.owner.query(sql) } as unknown as QueryRunner;
    const migrated = () => new WhoCouldDecide1763700001110().up(runner);
    await meanwhile(service, 'UPDATE approval_steps SET member_ids = NULL', 'SELECT 1', migrated);
    expect(await kept()).toEqual(before);
  });
});
