import { Periodic } from '../../src/platform/periodic';
import { DailyRefresh, PerformanceRebuild } from '../../src/procurement/vendor-performance';
import { type Service, startApp, storyClock } from '../support/app';
import type { Loose } from '../support/client';
import { anOrderOf, approved, receive } from '../support/invoices';
import { asOwner, aVendor, settings } from '../support/purchase-orders';

describe('vendor performance', () => {
  let service: Service;
  const clock = storyClock('2026-03-10T09:00:00.000Z');

  beforeAll(async () => {
    service = await startApp({ clock });
    await settings(service, { matching_policy: 'two_way', price_tolerance_pct: 50 });
  });
  afterAll(async () => {
    expect(await service.app.get(PerformanceRebuild).all()).toMatchObject({
      ordersCorrected: 0,
      periodsCorrected: 0,
      scoresCorrected: 0,
    });
    await service.stop();
  });
  beforeEach(() => clock.set('2026-03-10T09:00:00.000Z'));

  const admin = () => service.client();
  const performance = (id: number): Promise<Loose> => admin().get(`/vendors/${id}/performance`);
  const score = async (id: number): Promise<number> => (await admin().get(`/vendors/${id}`)).performance_score;

  it('is 0 and unknown for a vendor without orders', async () => {
    const { id } = await aVendor(admin());
    expect(await performance(id)).toMatchObject({
      vendor_id: id,
      overall_score: 0,
      metrics: {
        delivery_time: { score: 0, average_days: 0, on_time_percentage: 0 },
        quality: { score: 0, defect_rate: 0, return_rate: 0 },
        pricing: { score: 0, competitiveness: 'unknown' },
        responsiveness: { score: 0, average_response_hours: 0 },
      },
      trends: { last_30_days: 0, last_90_days: 0, last_year: 0 },
    });
  });

  it('counts a quantity closed after its expected day as late, and ignores one closed before', async () => {
    const { id } = await aVendor(admin());
    const onTime = async (): Promise<number> => (await performance(id)).metrics.delivery_time.on_time_percentage;
    const order = await anOrderOf(service, id, [{}, {}], { expected_delivery_date: '2026-03-15' });
    const receipt = await receive(admin(), order, [4, 5]);
    const close = () => admin().post(`/purchase-orders/${order.id}/close`, { reason: 'The mill stopped' }, 200);
    await close();
    expect(await onTime()).toBe(100);
    clock.set('2026-03-17T09:00:00.000Z');
    const back = { lines: [{ item_id: order.items[0]?.id, quantity: 1 }], reason: 'Bent' };
    await admin().post(`/goods-receipts/${receipt.id}/returns`, back, 201);
    await close();
    expect(await onTime()).toBe(50);
    const other = await anOrderOf(service, id, [{}], { expected_delivery_date: '2026-03-16' });
    await receive(admin(), other, [4]);
    expect(await onTime()).toBeCloseTo(33.33);
    await admin().post(`/purchase-orders/${other.id}/close`, { reason: 'The mill stopped' }, 200);
    expect(await onTime()).toBeCloseTo(33.33);
    await admin().post(`/purchase-orders/${other.id}/reopen`, { reason: 'The mill runs again' }, 200);
    await receive(admin(), other, [6]);
    expect(await onTime()).toBeCloseTo(33.33);
  });

  it('counts an order closed on its expected day as delivered on time', async () => {
    const { id } = await aVendor(admin());
    const order = await anOrderOf(service, id, [{}], { expected_delivery_date: '2026-03-15' });
    await receive(admin(), order, [4]);
    clock.set('2026-03-15T23:59:00.000Z');
    await admin().post(`/purchase-orders/${order.id}/close`, { reason: 'The mill stopped' }, 200);
    expect((await performance(id)).metrics.delivery_time.on_time_percentage).toBe(100);
  });

  // 2 of 4 lines on time: 50. 40 received, 1 rejected, 1 returned: 5 %, so 50. Price 4 % above: 60. 96 h: 50.
  // 0.4 x 50 + 0.3 x 50 + 0.2 x 60 + 0.1 x 50 = 52.
  it('is recalculated after each receipt and invoice', async () => {
    const { id } = await aVendor(admin());
    const lines = [{ vat_rate: 0 }, { vat_rate: 0 }];
    const [early, late] = [
      await anOrderOf(service, id, lines, { expected_delivery_date: '2026-03-15' }),
      await anOrderOf(service, id, lines, { expected_delivery_date: '2026-03-13' }),
    ];
    clock.set('2026-03-14T09:00:00.000Z');
    await receive(admin(), early, [10, 10]);
    const { data: receipt } = (
      await admin().call('POST', `/purchase-orders/${late.id}/goods-receipts`, 201, {
        lines: [
          { item_id: late.items[0]?.id, quantity_received: 10, quantity_rejected: 1, rejection_reason: 'Scratched' },
          { item_id: late.items[1]?.id, quantity_received: 10 },
        ],
      })
    ).body;
    const back = { lines: [{ item_id: late.items[1]?.id, quantity: 1 }], reason: 'Wrong colour' };
    await admin().post(`/goods-receipts/${receipt.id}/returns`, back, 201);
    await approved(admin(), early, [
      { quantity: 10, unit_price: 108 },
      { quantity: 10, unit_price: 100 },
    ]);

    expect(await performance(id)).toMatchObject({
      overall_score: 52,
      metrics: {
        delivery_time: { score: 50, average_days: 4, on_time_percentage: 50 },
        quality: { score: 50, defect_rate: 2.5, return_rate: 2.5 },
        pricing: { score: 60, competitiveness: 'average' },
        responsiveness: { score: 50, average_response_hours: 96 },
      },
      trends: { last_30_days: 52, last_90_days: 52, last_year: 52 },
    });
    expect(await score(id)).toBe(52);
    const [listed] = await admin().get('/vendors', 200, { min_score: 52, search: 'Najd' });
    expect(listed).toMatchObject({ id, performance_score: 52, total_orders: 2 });
  });

  it('is recalculated after a cancelled receipt, a void invoice and a postponed delivery', async () => {
    const { id } = await aVendor(admin());
    const order = await anOrderOf(service, id, [{}], { expected_delivery_date: '2026-03-09' });
    const receipt = await receive(admin(), order, [10]);
    expect((await performance(id)).metrics.delivery_time.on_time_percentage).toBe(0);
    const later = { reason: 'Agreed', items: [], expected_delivery_date: '2026-03-20' };
    await admin().post(`/purchase-orders/${order.id}/amendments`, later, 201);
    expect((await performance(id)).metrics.delivery_time.on_time_percentage).toBe(100);

    const invoice = await approved(admin(), order, [{ quantity: 10, unit_price: 120 }]);
    expect((await performance(id)).metrics.pricing.competitiveness).toBe('expensive');
    await admin().post(`/invoices/${invoice.id}/void`, { reason: 'Wrong' }, 200);
    expect((await performance(id)).metrics.pricing.competitiveness).toBe('unknown');

    await admin().post(`/goods-receipts/${receipt.id}/cancel`, { reason: 'Not ours' }, 200);
    expect(await performance(id)).toMatchObject({ overall_score: 0, metrics: { responsiveness: { score: 0 } } });
  });

  it('changes with the date: late after the expected day, no longer counted after a year', async () => {
    const { id } = await aVendor(admin());
    const kept = await anOrderOf(service, id, [{}], { expected_delivery_date: '2026-03-10' });
    await receive(admin(), kept, [10]);
    await anOrderOf(service, id, [{}], { expected_delivery_date: '2026-03-12' });
    const delivery = async () => (await performance(id)).metrics.delivery_time.on_time_percentage;
    const refresh = () => service.app.get(DailyRefresh).refresh();

    clock.set('2026-03-12T23:59:00.000Z');
    expect(await delivery()).toBe(100);
    await refresh();
    expect(await score(id)).toBe(100);

    clock.set('2026-03-13T00:00:00.000Z');
    expect(await delivery()).toBe(50);
    expect(await refresh()).toBeGreaterThan(0);
    // (40 x 50 + 30 x 100 + 10 x 100) / 80.
    expect(await score(id)).toBe(75);

    clock.set('2026-05-01T00:00:00.000Z');
    expect((await performance(id)).trends).toEqual({ last_30_days: 0, last_90_days: 75, last_year: 75 });
    clock.set('2027-03-10T00:00:00.000Z');
    expect(await delivery()).toBe(0);
    clock.set('2027-03-13T00:00:00.000Z');
    await refresh();
    expect(await score(id)).toBe(0);
    expect(await refresh()).toBe(0);
    clock.set('2026-03-10T09:00:00.000Z');
    await asOwner(service, 'UPDATE tenants SET scores_as_of = NULL');
    await refresh();
  });

  it('includes exactly 30 days with today in the 30-day trend', async () => {
    const { id } = await aVendor(admin());
    const order = await anOrderOf(service, id, [{}], { expected_delivery_date: '2026-03-10' });
    await receive(admin(), order, [10]);
    const trend = async (): Promise<number> => (await performance(id)).trends.last_30_days;
    clock.set('2026-04-08T23:59:00.000Z');
    expect(await trend()).toBe(100);
    clock.set('2026-04-09T00:00:00.000Z');
    expect(await trend()).toBe(0);
    clock.set('2026-03-10T09:00:00.000Z');
  });

  it('is refreshed for all 201 vendors of a tenant', async () => {
    const today = storyClock();
    const one = await startApp({ clock: today, env: { PROCESS_ROLE: 'api' } });
    try {
      await aVendor(one.client());
      await asOwner(
        one,
        `INSERT INTO vendors (tenant_id, name, status, payment_terms, performance_score, created_at, updated_at)
         SELECT tenant_id, 'Vendor ' || n, status, payment_terms, performance_score, created_at, updated_at
           FROM vendors, generate_series(2, 201) n`,
      );
      await asOwner(one, 'UPDATE vendors SET performance_score = 50');
      await asOwner(one, 'UPDATE tenants SET scores_as_of = NULL');
      expect(await one.app.get(DailyRefresh).refresh()).toBe(201);
    } finally {
      await asOwner(one, 'UPDATE vendors SET performance_score = 0');
      await one.stop();
    }
  });

  it('is refreshed once a day by one of several processes', async () => {
    const today = storyClock();
    const one = await startApp({ clock: today, env: { PROCESS_ROLE: 'api' } });
    const other = await startApp({ clock: today, beside: one });
    try {
      for (let vendors = 0; vendors < 3; vendors += 1) await aVendor(one.client());
      await other.app.get(Periodic).stop();
      const wrong = () => asOwner(one, 'UPDATE vendors SET performance_score = 50');
      await asOwner(one, 'UPDATE tenants SET scores_as_of = NULL');
      await wrong();
      expect(await one.app.get(DailyRefresh).refresh()).toBe(3);
      await wrong();
      expect(await one.app.get(DailyRefresh).refresh()).toBe(0);
      today.advance(86_400_000);
      expect(await one.app.get(DailyRefresh).refresh()).toBe(3);
    } finally {
      await asOwner(one, 'UPDATE vendors SET performance_score = 0');
      await other.stop();
      await one.stop();
    }
  });

  it('is corrected by a rebuild, which reports the corrections', async () => {
    const { id } = await aVendor(admin());
    const order = await anOrderOf(service, id, [{}], { expected_delivery_date: '2026-03-10' });
    await receive(admin(), order, [10]);
    const before = await performance(id);
    await asOwner(service, 'UPDATE vendor_performance_periods SET rejected = 5 WHERE vendor_id = $1', [id]);
    await asOwner(service, `UPDATE vendor_performance_orders SET figures = '{}' WHERE vendor_id = $1`, [id]);
    await asOwner(service, 'UPDATE vendors SET performance_score = 3 WHERE id = $1', [id]);
    expect(await service.app.get(PerformanceRebuild).all()).toMatchObject({
      ordersCorrected: 1,
      periodsCorrected: 2,
      scoresCorrected: 1,
    });
    expect(await performance(id)).toEqual(before);
    expect(await score(id)).toBe(before.overall_score);
  });

  it('is corrected by a rebuild if only the sum of a month is wrong', async () => {
    const { id } = await aVendor(admin());
    await receive(admin(), await anOrderOf(service, id), [10]);
    await asOwner(
      service,
      `UPDATE vendor_performance_periods SET rejected = 5 WHERE vendor_id = $1 AND grain = 'month'`,
      [id],
    );
    const rebuild = () => service.app.get(PerformanceRebuild).all();
    expect(await rebuild()).toMatchObject({ ordersCorrected: 0, periodsCorrected: 1 });
    expect(await rebuild()).toMatchObject({ ordersCorrected: 0, periodsCorrected: 0 });
  });

  it('stops its refresh between two vendors at shutdown', async () => {
    const ending = storyClock();
    const own = await startApp({ clock: ending, env: { PROCESS_ROLE: 'api' } });
    try {
      for (let vendors = 0; vendors < 5; vendors += 1) await aVendor(own.client());
      await asOwner(own, 'UPDATE vendors SET performance_score = 50');
      const refresh = own.app.get(DailyRefresh);
      const now = ending.now.bind(ending);
      let asked = 0;
      // The first call is for the date, the second for the first corrected vendor.
      jest.spyOn(ending, 'now').mockImplementation(() => {
        if ((asked += 1) === 2) void own.app.get(Periodic).stop();
        return now();
      });
      expect(await refresh.refresh()).toBe(1);
    } finally {
      await own.stop();
    }
  });
});
