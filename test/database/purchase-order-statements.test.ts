import { Service, startApp } from '../support/app';
import { aDraft, anApproved, aSubmitted, aVendor, PAPER } from '../support/purchase-orders';
import { statementsOf, talkDuring } from '../support/statements';
import { WorkCounter } from '../support/work';
import { ONE_FORM } from '../support/sampled';

describe('The number of SQL statements of a response', () => {
  let service: Service;
  let vendorId: number;

  beforeAll(async () => {
    // No worker, whose sweeps would be counted too.
    service = await startApp({ env: { PROCESS_ROLE: 'api' } });
    vendorId = (await aVendor(admin())).id;
    for (let order = 0; order < 20; order++) await anApproved(admin(), vendorId);
  });
  afterAll(async () => service.stop());

  const admin = () => service.client();
  const lines = (count: number) => Array.from({ length: count }, () => PAPER);
  const count = async (work: () => Promise<unknown>): Promise<number> => {
    await work();
    return (await statementsOf(work)).length;
  };

  it.each(ONE_FORM)('is two for a list page of any size (Form %s)', async (form) => {
    const client = service.client({ form });
    for (const query of [{ per_page: 1 }, { per_page: 15 }, { per_page: 100, search: 'paper', sort: 'vendor' }]) {
      expect(await count(() => client.get('/purchase-orders', 200, query))).toBe(2);
    }
  });

  it('is one for an order with lines, steps, trail and documents, and two while it is pending', async () => {
    for (const size of [1, 100, 1000]) {
      const order = await aDraft(admin(), vendorId, { items: lines(size) });
      expect(await count(() => admin().get(`/purchase-orders/${order.id}`))).toBe(1);
    }
    const waiting = await aSubmitted(admin(), vendorId);
    expect(await count(() => admin().get(`/purchase-orders/${waiting.id}`))).toBe(2);
  });

  it('is the same for the creation of a thousand lines as of one', async () => {
    const create = (size: number) => count(() => aDraft(admin(), vendorId, { items: lines(size) }));
    const [one, three, thousand] = [await create(1), await create(3), await create(1000)];
    expect(three).toBe(one);
    expect(thousand).toBe(one);
    expect(one).toBeLessThanOrEqual(7);
  });

  it('is the same for an update of a thousand lines as of one', async () => {
    const update = async (size: number): Promise<number> => {
      const order = await aDraft(admin(), vendorId, { items: lines(size) });
      const items = order.items.map(({ id }: { id: number }) => ({ id, quantity: 2 }));
      return count(() => admin().put(`/purchase-orders/${order.id}`, { items }, 200));
    };
    expect(await update(1000)).toBe(await update(1));
  });

  it('is fixed for a submission, an approval and an amendment of any number of lines', async () => {
    const costs = async (size: number): Promise<number[]> => {
      const order = await aDraft(admin(), vendorId, { items: lines(size) });
      const path = `/purchase-orders/${order.id}`;
      const amendment = { reason: 'Less', items: order.items.map(({ id }: { id: number }) => ({ id, quantity: 2 })) };
      return [
        (await statementsOf(() => admin().post(`${path}/submit`, {}, 200))).length,
        (await statementsOf(() => admin().post(`${path}/approve`, {}, 200))).length,
        (await statementsOf(() => admin().post(`${path}/amendments`, amendment, 201))).length,
      ];
    };
    await costs(1);
    const few = await costs(1);
    expect(await costs(500)).toEqual(few);
  });

  it("includes no separate check of the caller for an approval: it is sent together with the order's lock", async () => {
    const approve = async (): Promise<string[]> => {
      const { id } = await aSubmitted(admin(), vendorId);
      return talkDuring(() => admin().post(`/purchase-orders/${id}/approve`, {}, 200));
    };
    await approve();
    const talk = await approve();
    const place = (what: string, text: RegExp): number =>
      talk.findIndex((line) => line.startsWith(what) && text.test(line));
    const places = [
      place('sent', /pg_advisory_xact_lock_shared/),
      place('sent', /FROM api_tokens k JOIN users u/),
      place('sent', /FROM "purchase_orders" .* FOR UPDATE/),
      place('answered', /pg_advisory_xact_lock_shared/),
    ];
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((one, other) => one - other));
  });

  it('and the work of creating, editing and reading a draft grow no faster than its lines', async () => {
    const work = async (size: number): Promise<{ operations: number; bytes: number }> => {
      const counter = new WorkCounter();
      const sent: string[] = [];
      await counter.counting(async () => {
        const order = await aDraft(admin(), vendorId, { items: lines(size) });
        const items = order.items.map(({ id }: { id: number }) => ({ id, quantity: 3 }));
        const path = `/purchase-orders/${order.id}`;
        sent.push((await admin().call('PUT', path, 200, { items })).text);
        sent.push((await admin().call('GET', path, 200)).text);
      });
      return { operations: counter.count, bytes: sent.join('').length };
    };
    const [small, large] = [await work(200), await work(1000)];
    expect(small.operations).toBeGreaterThan(200);
    expect(large.operations / small.operations).toBeLessThan(5.1);
    expect(large.bytes / small.bytes).toBeLessThan(5.1);
  });
});
