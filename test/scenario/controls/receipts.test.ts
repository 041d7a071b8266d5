import { Service, startApp, storyClock } from '../../support/app';
import type { Loose } from '../../support/client';
import { anOrder, type BilledOrderStory } from '../../support/invoices';
import { type Colleague, colleague } from '../../support/purchase-orders';
import { ONE_FORM } from '../../support/sampled';

describe('Goods receipts of a delivery', () => {
  const clock = storyClock();
  let service: Service;
  let officer: Colleague;

  beforeAll(async () => {
    service = await startApp({ clock });
    officer = await colleague(service, 'procurement_officer');
  });
  afterAll(async () => service.stop());

  describe.each(ONE_FORM)('in Form %s', (form) => {
    const post = async (order: BilledOrderStory, fields: object, status = 201): Promise<Loose> => {
      const lines = [{ item_id: order.items[0]?.id, quantity_received: 1 }];
      const path = `/purchase-orders/${order.id}/goods-receipts`;
      const reply = await officer.client.through(form).call('POST', path, status, { lines, ...fields });
      return reply.body.data ?? reply.body.error;
    };

    it('with a delivery note that another receipt has get a warning that refers to the other receipt', async () => {
      const order = await anOrder(service);
      const first = await post(order, { delivery_note_number: 'DN-5521' });
      expect(first).not.toHaveProperty('warnings');
      expect(await post(order, {})).not.toHaveProperty('warnings');
      const again = await post(order, { delivery_note_number: ' ｄｎ-5521 ' });
      expect(again.warnings).toEqual([
        { code: 'DUPLICATE_SUSPECTED', message: expect.stringContaining(`${first.gr_number} of this order`) },
      ]);
      const other = await anOrder(service);
      expect(await post(other, { delivery_note_number: 'DN-5521' })).not.toHaveProperty('warnings');
      for (const { id } of [first, again]) {
        await officer.client.through(form).post(`/goods-receipts/${id}/cancel`, { reason: 'Posted twice' }, 200);
      }
      expect(await post(order, { delivery_note_number: 'DN-5521' })).not.toHaveProperty('warnings');
    });

    it('get the warning in Arabic too', async () => {
      const order = await anOrder(service);
      const { gr_number } = await post(order, { delivery_note_number: '7' });
      const lines = [{ item_id: order.items[0]?.id, quantity_received: 1 }];
      const said = await officer.client
        .through(form)
        .post(`/purchase-orders/${order.id}/goods-receipts`, { lines, delivery_note_number: '7' }, 201, {
          headers: { 'accept-language': 'ar' },
        });
      expect(said.warnings[0].message).toMatch(/[\u0600-\u06ff]/u);
      expect(said.warnings[0].message).toContain(gr_number);
    });

    it('return 422 for a time in the far future or in the last century', async () => {
      const order = await anOrder(service);
      const hours = (count: number): string => new Date(clock.now().getTime() + count * 3_600_000).toISOString();
      for (const received_at of [hours(25), '2030-01-01T00:00:00Z', '1999-12-31T23:59:59Z']) {
        const refused = await post(order, { received_at }, 422);
        expect(refused).toMatchObject({ code: 'VALIDATION_ERROR', details: { received_at: [expect.any(String)] } });
      }
      expect(await officer.client.get(`/purchase-orders/${order.id}/goods-receipts`)).toEqual([]);
      await post(order, { received_at: hours(23) });
      await post(order, { received_at: '2000-01-01T00:00:00Z' });
    });
  });
});
