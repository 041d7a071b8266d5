import { type Service, startApp } from '../support/app';
import { asOwner, aSubmitted, aVendor, colleague } from '../support/purchase-orders';

describe('An approval step', () => {
  let service: Service;

  beforeAll(async () => {
    service = await startApp();
  });
  afterAll(() => service.stop());

  it('stores its eligible approvers when it opens, and none before', async () => {
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
    const kept = await asOwner<{ status: string; member_ids: string[] | null }>(
      service,
      'SELECT status, member_ids FROM approval_steps ORDER BY id',
    );
    expect(kept.map(({ status, member_ids: ids }) => [status, ids?.length])).toEqual(
      [2, 1, 2, 0].flatMap((members) => [
        ['pending', members],
        ['waiting', undefined],
      ]),
    );
  });
});
