import { createApplication } from '../../src/application';
import { seedDemo } from '../../src/operations/demo/demo-tenant';
import { type Service, startApp } from '../support/app';
import type { Client, Loose } from '../support/client';

describe('The demo tenant with strict controls', () => {
  let service: Service;
  let owner: Client;

  beforeAll(async () => {
    service = await startApp({ redis: false });
    const app = await createApplication({ ...service.environment, PROCESS_ROLE: 'api' });
    const { tenant, token } = await seedDemo(app, 'demo-strict').finally(() => app.close());
    expect(tenant).toMatchObject({ slug: 'demo-strict', name: 'Hijaz Contracting' });
    owner = service.client({ token: token?.token ?? '' });
  });
  afterAll(() => service.stop());

  it('has an order from request to payment, with a different user for each step', async () => {
    const [order] = await owner.get('/purchase-orders', 200, { status: 'completed' });
    const [invoice] = await owner.get('/invoices', 200, { status: 'paid' });
    const { created_by, approvals } = await owner.get(`/purchase-orders/${order.id}`);
    const { approved_by, payments } = await owner.get(`/invoices/${invoice.id}`);
    const people = [created_by.name, approvals[0].approver, approved_by.name, payments[0].recorded_by.name];
    expect(people).toEqual(['Huda Al-Zahrani', 'Yusuf Al-Ghamdi', 'Saad Al-Subaie', 'Rania Al-Shahrani']);
    expect(payments[0].bank_account).toMatchObject({ verified: true });
  });

  it('has something pending for each control', async () => {
    expect(await owner.get('/settings')).toMatchObject({ controls: 'strict' });
    const waiting = await owner.get('/approvals');
    const names = (approvers: Loose[]) => approvers.map(({ name }) => name);
    expect(
      waiting.map(({ type, asked_by, pending_approvers }: Loose) => [type, asked_by.name, names(pending_approvers)]),
    ).toEqual([
      ['purchase_order', 'Huda Al-Zahrani', ['Yusuf Al-Ghamdi']],
      ['purchase_order', 'Yusuf Al-Ghamdi', ['Layla Al-Hijazi']],
      ['invoice', 'Maha Al-Amri', ['Yusuf Al-Ghamdi']],
    ]);
  });

  it('returns 422 for a payment to unverified bank details', async () => {
    const [unpaid] = await owner.get('/invoices', 200, { status: 'approved' });
    const payment = { amount: unpaid.total, reference: 'PAY-1' };
    const { body } = await owner.call('POST', `/invoices/${unpaid.id}/payments`, 422, payment);
    expect(body.error.code).toBe('BANK_DETAILS_UNVERIFIED');
  });
});
