import { Service, startApp, storyClock } from '../support/app';
import type { Client, Loose } from '../support/client';
import { asOwner, aVendor, Colleague, colleague } from '../support/purchase-orders';
import { ONE_FORM } from '../support/sampled';

const DAY = 86_400_000;

/** Field names and statuses of the two forms, and a separate month for each on the shared clock. */
const WORDS = {
  a: { items: 'items', vat: 'vat_rate', total: 'total_amount', waits: 'pending_approval', month: '2026-03' },
  b: { items: 'lines', vat: 'vat_percentage', total: 'total_inc_vat', waits: 'pending', month: '2026-04' },
} as const;

/** Typical processes of a procurement department. Each test sets the clock as needed. */
describe('The approval of an order', () => {
  let service: Service;
  let vendorId: number;
  let requester: Colleague;
  let officer: Colleague;
  let manager: Colleague;
  let finance: Colleague;
  let deputy: Colleague;
  const clock = storyClock();

  beforeAll(async () => {
    service = await startApp({ clock });
    const admin = service.client();
    vendorId = (await aVendor(admin)).id;
    const [general] = await asOwner<{ id: string }>(service, `SELECT id FROM departments WHERE code = 'GEN'`);
    const inGeneral = (name: string) => ({ name, departmentId: Number(general?.id) });
    requester = await colleague(service, 'requester', inGeneral('Rana Requester'));
    officer = await colleague(service, 'procurement_officer', inGeneral('Omar Officer'));
    manager = await colleague(service, 'procurement_manager', inGeneral('Mona Manager'));
    finance = await colleague(service, 'finance_manager', inGeneral('Faisal Finance'));
    deputy = await colleague(service, 'finance_officer', inGeneral('Dina Deputy'));
    await admin.put(
      '/approval-workflows/purchase-orders',
      {
        rules: [
          {
            steps: [
              { name: 'Purchasing', role: 'procurement_officer' },
              { name: 'Management', role: 'procurement_manager', min_amount: 10_000 },
              { name: 'Finance', role: 'finance_manager', min_amount: 100_000 },
            ],
          },
        ],
      },
      200,
    );
  });
  afterAll(async () => service.stop());

  describe.each(ONE_FORM)('in Form %s', (form) => {
    const words = WORDS[form];
    const day = (date: string): string => `${words.month}-${date}`;
    beforeAll(() => clock.set(`${day('09')}T08:00:00.000Z`));

    const through = (who: Colleague): Client => who.client.through(form);
    const order = async (unit_price: number): Promise<number> => {
      const line = { description: 'A4 paper', quantity: 1, unit_price, [words.vat]: 0 };
      const body = { vendor_id: vendorId, [words.items]: [line] };
      const { id } = await through(requester).post('/purchase-orders', body, 201);
      expect(await through(requester).post(`/purchase-orders/${id}/submit`, {}, 200)).toMatchObject({
        status: words.waits,
        current_approval_step: 1,
      });
      return id;
    };
    const approve = (who: Colleague, id: number, status = 200): Promise<Loose> =>
      through(who).post(`/purchase-orders/${id}/approve`, { comments: `${who.name} agrees` }, status);
    const names = (shown: Loose): string[] => shown.pending_approvers.map(({ name }: Loose) => name);
    const get = (id: number): Promise<Loose> => through(requester).get(`/purchase-orders/${id}`);
    const published = async (id: number): Promise<string[]> =>
      (
        await asOwner<{ name: string }>(
          service,
          // A new version alone publishes only purchase_order.updated.
          `SELECT name FROM events WHERE name <> 'purchase_order.updated' AND (body::jsonb #>> '{data,purchase_order_id}')::bigint = $1 ORDER BY id`,
          [id],
        )
      ).map(({ name }) => name.replace('purchase_order.', ''));

    it('passes three steps, the last one by a delegate while Finance is on leave', async () => {
      const leave = { delegate_id: deputy.id, from: day('10'), to: day('14') };
      await through(finance).post(`/users/${finance.id}/delegations`, leave, 201);

      const id = await order(100_000);
      expect(names(await get(id))).toEqual(['Omar Officer']);
      expect(names(await approve(officer, id))).toEqual(['Mona Manager']);
      // The leave begins tomorrow: today only Finance itself is an approver.
      expect(names(await approve(manager, id))).toEqual(['Faisal Finance']);
      await approve(deputy, id, 403);

      clock.advance(DAY);
      expect(names(await get(id))).toEqual(['Faisal Finance', 'Dina Deputy']);
      const approved = await approve(deputy, id);
      expect(approved).toMatchObject({ status: 'approved', approved_at: `${day('10')}T08:00:00.000Z` });
      expect(approved.approvals).toMatchObject([
        { step: 1, approver: 'Omar Officer', status: 'approved', on_behalf_of: null },
        { step: 2, approver: 'Mona Manager', status: 'approved', on_behalf_of: null },
        {
          step: 3,
          approver: 'Dina Deputy',
          status: 'approved',
          on_behalf_of: 'Faisal Finance',
          comments: 'Dina Deputy agrees',
        },
      ]);
      expect(approved.audit_trail.map(({ action, user }: Loose) => `${user} ${action}`)).toEqual([
        'Rana Requester created',
        'Rana Requester submitted',
        'Omar Officer step_approved',
        'Mona Manager step_approved',
        'Dina Deputy approved',
      ]);
      expect(await published(id)).toEqual(['created', 'submitted', 'step_approved', 'step_approved', 'approved']);
    });

    it('stays pending past the end of a delegation, when the delegate can no longer decide', async () => {
      clock.set(`${day('14')}T23:59:59.000Z`);
      const id = await order(200_000);
      await approve(officer, id);
      await approve(manager, id);
      expect(names(await get(id))).toEqual(['Faisal Finance', 'Dina Deputy']);

      clock.advance(1_000);
      expect(names(await get(id))).toEqual(['Faisal Finance']);
      const refusal = await through(deputy).call('POST', `/purchase-orders/${id}/approve`, 403, {});
      expect(refusal.body.error.code).toBe('NOT_CURRENT_APPROVER');
      await through(deputy).post(`/purchase-orders/${id}/reject`, { reason: 'No' }, 403);
      expect(await approve(finance, id)).toMatchObject({ status: 'approved' });
    });

    it('is granted after a rejection and a revision, with every round on record', async () => {
      const id = await order(15_000);
      await approve(officer, id);
      await through(manager).post(`/purchase-orders/${id}/reject`, { reason: 'Ask for a second quote' }, 200);
      await approve(manager, id, 422);
      expect(await through(requester).post(`/purchase-orders/${id}/revise`, {}, 200)).toMatchObject({
        status: 'draft',
      });

      const [item] = (await get(id))[words.items];
      await through(requester).put(`/purchase-orders/${id}/items/${item.id}`, { unit_price: 9_000 }, 200);
      await through(requester).post(`/purchase-orders/${id}/submit`, {}, 200);
      // Now below 10,000: one step.
      const approved = await approve(officer, id);
      expect(approved.status).toBe('approved');
      expect(
        approved.approvals.map(({ round, step, approver, status }: Loose) => [round, step, approver, status]),
      ).toEqual([
        [1, 1, 'Omar Officer', 'approved'],
        [1, 2, 'Mona Manager', 'rejected'],
        [2, 1, 'Omar Officer', 'approved'],
      ]);
      const rounds = ['submitted', 'step_approved', 'rejected', 'revised', 'submitted', 'approved'];
      expect(await published(id)).toEqual(['created', ...rounds]);
    });

    it('is required again for an amendment that raises the order, not for one that lowers it', async () => {
      const id = await order(9_000);
      const { [words.items]: items } = await approve(officer, id);
      const path = `/purchase-orders/${id}/amendments`;
      const raise = { reason: 'Two are needed', items: [{ id: items[0].id, quantity: 2 }] };
      const amendment = await through(requester).post(path, raise, 201);
      expect(names(amendment)).toEqual(['Omar Officer']);
      expect(await get(id)).toMatchObject({ status: 'approved', version: 1, [words.total]: 9_000 });

      await through(officer).post(`${path}/${amendment.id}/approve`, {}, 200);
      expect(await get(id)).toMatchObject({ version: 1, [words.total]: 9_000 });
      await through(manager).post(`${path}/${amendment.id}/approve`, {}, 200);
      expect(await get(id)).toMatchObject({ version: 2, [words.total]: 18_000 });

      const less = await through(requester).post(
        path,
        { reason: 'Cheaper now', items: [{ id: items[0].id, unit_price: 8_500 }] },
        201,
      );
      expect(less.status).toBe('applied');
      const versions = await through(requester).get(`/purchase-orders/${id}/versions`);
      expect(versions.map(({ version, total_amount }: Loose) => [version, total_amount])).toEqual([
        [3, 17_000],
        [2, 18_000],
        [1, 9_000],
      ]);
      expect(await published(id)).toEqual(['created', 'submitted', 'approved', 'amended', 'amended']);
    });
  });
});
