import fc from 'fast-check';
import { systemActor } from '../../src/common/actor';
import { type Decimal, decimal } from '../../src/common/money';
import type { OrderId, OrderItemId } from '../../src/common/records/ids';
import { UnitOfWork } from '../../src/platform/database';
import { type BudgetPort, OrderPorts, OrderProgressService } from '../../src/procurement/purchase-orders';
import { Service, startApp } from '../support/app';
import type { Loose } from '../support/client';
import { anApproved, aVendor } from '../support/purchase-orders';

interface Facts {
  accepted: Record<number, number>;
  billed: Record<number, number>;
  live: number;
  waiting: number;
  threeWay: boolean;
}

describe('The progress of an order from facts', () => {
  let service: Service;
  let vendorId: number;
  const facts: Facts = { accepted: {}, billed: {}, live: 0, waiting: 0, threeWay: true };
  const published: [string, number][] = [];

  const asMap = (figures: Record<number, number>): ReadonlyMap<OrderItemId, Decimal> =>
    new Map(Object.entries(figures).map(([id, quantity]) => [Number(id) as OrderItemId, decimal(quantity)]));

  beforeAll(async () => {
    // The facts are set by the test, without receipts and invoices.
    service = await startApp({ books: false });
    vendorId = (await aVendor(service.client())).id;
    const ports = service.app.get(OrderPorts);
    ports.receipts = {
      acceptedByItem: () => Promise.resolve(asMap(facts.accepted)),
      returnedByItem: () => Promise.resolve(new Map()),
      isThreeWay: () => Promise.resolve(facts.threeWay),
    };
    ports.invoices = {
      billedByItem: () => Promise.resolve(asMap(facts.billed)),
      creditedByItem: () => Promise.resolve(new Map()),
      approvedOf: () => Promise.resolve([]),
      openCounts: () => Promise.resolve({ live: facts.live, waiting: facts.waiting }),
    };
    const hear = (what: string, amount: Decimal): Promise<never[]> => {
      published.push([what, Number(amount)]);
      return Promise.resolve([]);
    };
    const budgets: BudgetPort = {
      reserve: (_tx, _actor, { total }) => hear('reserve', total),
      release: async (_tx, _actor, { total }) => {
        await hear('release', total);
      },
      lockReserving: (_tx, _actor, { total }) => Promise.resolve(() => hear('commit', total)),
      adjust: (_tx, _actor, _order, { commitment, cause }) => hear(cause, commitment),
    };
    ports.budgets = budgets;
  });
  afterAll(async () => service.stop());
  beforeEach(() => Object.assign(facts, { accepted: {}, billed: {}, live: 0, waiting: 0, threeWay: true }));

  const settle = (id: OrderId) => {
    const tenantId = service.tenant.tenant.id;
    const progress = service.app.get(OrderProgressService);
    return service.app.get(UnitOfWork).run(tenantId, async (tx) => {
      const locked = await progress.lock(tx, id);
      await progress.settle(tx, systemActor(tenantId), locked);
      return locked.order.status;
    });
  };
  const get = (id: number) => service.client().get(`/purchase-orders/${id}`);
  const since = (mark: number) => published.slice(mark);

  it('completes when the last line is received and billed, and reopens when that is reverted', async () => {
    const mark = published.length;
    const order = await anApproved(service.client(), vendorId);
    const [item] = order.items;
    expect(since(mark)).toEqual([
      ['reserve', 293.25],
      ['commit', 293.25],
    ]);

    facts.accepted = { [item.id]: 8 };
    facts.billed = { [item.id]: 5 };
    expect(await settle(order.id)).toBe('approved');
    expect(await get(order.id)).toMatchObject({
      status: 'approved',
      items: [{ received_quantity: 8, invoiced_quantity: 5, open_quantity: 5 }],
    });
    expect(published.at(-1)).toEqual(['fulfilment', 146.63]);

    facts.billed = { [item.id]: 10 };
    expect(await settle(order.id)).toBe('approved');
    facts.accepted = { [item.id]: 10 };
    expect(await settle(order.id)).toBe('completed');
    expect(await settle(order.id)).toBe('completed');
    const done = await get(order.id);
    expect(done).toMatchObject({ status: 'completed', completed_at: expect.any(String), closed_at: null });
    expect(published.at(-1)).toEqual(['fulfilment', 0]);

    facts.billed = { [item.id]: 7 };
    expect(await settle(order.id)).toBe('approved');
    const open = await get(order.id);
    expect(open).toMatchObject({ status: 'approved', completed_at: null, items: [{ open_quantity: 3 }] });
    expect(open.audit_trail.map(({ action }: Loose) => action).slice(-2)).toEqual(['completed', 'reopened']);
    expect(published.at(-1)).toEqual(['fulfilment', 87.98]);
  });

  it('needs no receipt under two-way matching', async () => {
    const order = await anApproved(service.client(), vendorId);
    facts.threeWay = false;
    facts.billed = { [order.items[0].id]: 10 };
    expect(await settle(order.id)).toBe('completed');
  });

  it('returns to approved when a billed quantity is reverted after a close', async () => {
    const order = await anApproved(service.client(), vendorId);
    const id = order.items[0].id;
    facts.accepted = { [id]: 6 };
    facts.billed = { [id]: 6 };
    await settle(order.id);
    const closed = await service.client().post(`/purchase-orders/${order.id}/close`, { reason: 'Enough' }, 200);
    expect(closed).toMatchObject({
      status: 'completed',
      items: [{ quantity: 10, invoiced_quantity: 6, open_quantity: 0 }],
    });
    expect(published.at(-1)).toEqual(['close', 0]);
    facts.billed = {};
    expect(await settle(order.id)).toBe('approved');
    expect(published.at(-1)).toEqual(['fulfilment', 175.95]);
  });

  it('prevents the cancellation of a received or invoiced order, and a close while an invoice is pending', async () => {
    const order = await anApproved(service.client(), vendorId);
    const refusal = async (action: string) => {
      const reply = await service.client().call('POST', `/purchase-orders/${order.id}/${action}`, 422, { reason: 'x' });
      expect(reply.body.error.code).toBe('INVALID_STATUS');
      return reply.body.error.message;
    };
    facts.accepted = { [order.items[0].id]: 1 };
    expect(await refusal('cancel')).toContain('received');
    Object.assign(facts, { accepted: {}, live: 1 });
    expect(await refusal('cancel')).toContain('invoice');
    Object.assign(facts, { waiting: 1 });
    expect(await refusal('close')).toContain('is waiting');
    Object.assign(facts, { live: 0, waiting: 0 });
    const mark = published.length;
    await service.client().post(`/purchase-orders/${order.id}/cancel`, { reason: 'x' }, 200);
    expect(since(mark)).toEqual([['cancel', 0]]);
  });

  it('releases the reservation of a rejected or cancelled order', async () => {
    const submit = async (): Promise<number> => {
      const draft = await service
        .client()
        .post(
          '/purchase-orders',
          { vendor_id: vendorId, items: [{ description: 'x', quantity: 1, unit_price: 9 }] },
          201,
        );
      await service.client().post(`/purchase-orders/${draft.id}/submit`, {}, 200);
      return draft.id;
    };
    const mark = published.length;
    await service.client().post(`/purchase-orders/${await submit()}/reject`, { reason: 'no' }, 200);
    await service.client().post(`/purchase-orders/${await submit()}/cancel`, { reason: 'no' }, 200);
    expect(since(mark)).toEqual([
      ['reserve', 9],
      ['release', 9],
      ['reserve', 9],
      ['release', 9],
    ]);
  });

  it('rejects an amendment below the received or billed quantity, and completes an order that is then done', async () => {
    const order = await anApproved(service.client(), vendorId);
    const [item] = order.items;
    Object.assign(facts, { accepted: { [item.id]: 6 }, billed: { [item.id]: 6 } });
    await settle(order.id);
    const path = `/purchase-orders/${order.id}/amendments`;
    const amend = (quantity: number, status: number) =>
      service.client().call('POST', path, status, { reason: 'Less', items: [{ id: item.id, quantity }] });
    const refusal = await amend(5.9999, 422);
    expect(refusal.body.error.details).toEqual({
      'items.0.quantity': ['Must not be below the quantity that is already received or billed: 6.'],
    });
    await amend(8, 201);
    expect(published.at(-1)).toEqual(['fulfilment', 58.65]);
    await amend(6, 201);
    expect(await get(order.id)).toMatchObject({ status: 'completed', version: 3, total_amount: 175.95 });
  });

  it('checks an amendment again at its approval', async () => {
    const order = await anApproved(service.client(), vendorId);
    const [item] = order.items;
    const path = `/purchase-orders/${order.id}/amendments`;
    const body = { reason: 'Other', items: [{ id: item.id, quantity: 5, unit_price: 100 }] };
    const { id } = await service.client().post(path, body, 201);
    facts.accepted = { [item.id]: 6 };
    const overtaken = await service.client().call('POST', `${path}/${id}/approve`, 422, {});
    expect(Object.keys(overtaken.body.error.details)).toEqual(['items.0.quantity']);
    expect(await service.client().get(`${path}/${id}`)).toMatchObject({
      status: 'pending',
      approvals: [{ status: 'pending' }],
    });
  });

  it('stores the facts on each line, regardless of earlier ones', async () => {
    const order = await anApproved(service.client(), vendorId, {
      items: [1, 2, 3].map((line) => ({ description: `Line ${line}`, quantity: 10, unit_price: line })),
    });
    const ids: number[] = order.items.map(({ id }: { id: number }) => id);
    const quantity = fc.integer({ min: 0, max: 120_000 }).map((n) => n / 10_000);
    const figures = fc.tuple(quantity, quantity, quantity);
    await fc.assert(
      fc.asyncProperty(figures, figures, fc.boolean(), async (accepted, billed, threeWay) => {
        facts.accepted = Object.fromEntries(ids.map((id, index) => [id, accepted[index] ?? 0]));
        facts.billed = Object.fromEntries(ids.map((id, index) => [id, billed[index] ?? 0]));
        facts.threeWay = threeWay;
        const status = await settle(order.id);
        const now = await get(order.id);
        expect(now.items.map((item: Loose) => [item.received_quantity, item.invoiced_quantity])).toEqual(
          ids.map((_, index) => [accepted[index], billed[index]]),
        );
        const done = billed.every((each) => each >= 10) && (!threeWay || accepted.every((each) => each >= 10));
        expect([status, now.status]).toEqual(done ? ['completed', 'completed'] : ['approved', 'approved']);
      }),
      {
        numRuns: 25,
        examples: [
          [[10, 10, 10], [10, 12, 10], true],
          [[0, 0, 0], [10, 10, 10], false],
          [[0, 0, 0], [0, 0, 0], true],
        ],
      },
    );
  });
});
