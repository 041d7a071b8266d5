import { BudgetVerification } from '../../src/procurement/budgets';
import { PerformanceRebuild } from '../../src/procurement/vendor-performance';
import { type Service, startApp } from '../support/app';
import { aBudget, aDepartment, thresholdEvents } from '../support/budgets';
import type { Loose } from '../support/client';
import { asOwner, aSubmitted, aVendor } from '../support/purchase-orders';

const YEAR = new Date().getUTCFullYear();

describe('Budgets under concurrency', () => {
  let service: Service;
  let vendorId: number;
  let departments = 0;

  beforeAll(async () => {
    // As many connections as clients, so that callers wait for the budget and not for a connection.
    service = await startApp({ env: { DATABASE_POOL_SIZE: '120' } });
    vendorId = (await aVendor(service.client())).id;
  });
  afterAll(async () => service.stop());

  const admin = () => service.client();
  const department = () => aDepartment(admin(), `R${(departments += 1)}`);
  const times = <T>(count: number, make: (index: number) => T): T[] =>
    Array.from({ length: count }, (_, index) => make(index));
  const order = async (departmentId: number, price: number): Promise<number> => {
    const items = [{ description: 'Desk', quantity: 1, unit_price: price, vat_rate: 0 }];
    return (await aSubmitted(admin(), vendorId, { department_id: departmentId, items })).id;
  };
  const approve = async (id: number): Promise<string> => {
    const { status, body } = await admin().raw('POST', `/purchase-orders/${id}/approve`, '{}');
    return status === 200 ? 'approved' : `${status} ${body.error.code}`;
  };
  const tally = (answers: readonly string[]): Record<string, number> => {
    const counts: Record<string, number> = {};
    for (const answer of answers) counts[answer] = (counts[answer] ?? 0) + 1;
    return counts;
  };
  const deadlocks = async (): Promise<number> => {
    const [row] = await asOwner<{ deadlocks: string }>(
      service,
      'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
    );
    return Number(row?.deadlocks);
  };
  const everythingAddsUp = async (): Promise<void> => {
    expect((await service.app.get(BudgetVerification).all()).differences).toEqual([]);
    expect(await service.app.get(PerformanceRebuild).all()).toMatchObject({
      ordersCorrected: 0,
      periodsCorrected: 0,
      scoresCorrected: 0,
    });
  };

  it('accept exactly 10 of 50 approvals if the budget covers 10', async () => {
    const departmentId = await department();
    const { id } = await aBudget(admin(), { department_id: departmentId, fiscal_year: YEAR, allocated_amount: 1000.5 });
    const orders = await Promise.all(times(50, () => order(departmentId, 100.05)));
    expect(await admin().get(`/budgets/${id}`)).toMatchObject({ reserved_amount: 5002.5 });

    expect(tally(await Promise.all(orders.map(approve)))).toEqual({ approved: 10, '422 BUDGET_EXCEEDED': 40 });
    expect(await admin().get(`/budgets/${id}`)).toMatchObject({
      committed_amount: 1000.5,
      available_amount: 0,
      reserved_amount: 4002,
      utilization_percentage: 100,
    });
    const crossed = (await thresholdEvents(service, id)).flatMap((event) => event.crossed_thresholds as number[]);
    expect(crossed).toEqual([80, 90, 100]);
    await everythingAddsUp();
    expect(await deadlocks()).toBe(0);
  });

  it('are never overspent when their amount is lowered meanwhile', async () => {
    const departmentId = await department();
    const { id } = await aBudget(admin(), { department_id: departmentId, fiscal_year: YEAR, allocated_amount: 1000 });
    const orders = await Promise.all(times(20, () => order(departmentId, 50)));
    const shrink = times(10, async (index): Promise<string> => {
      const body = JSON.stringify({ allocated_amount: 900 - index * 50 });
      const { status } = await admin().raw('PUT', `/budgets/${id}`, body);
      return `shrink ${status}`;
    });
    const answers = tally(await Promise.all([...orders.map(approve), ...shrink]));
    expect(
      Object.keys(answers).every((answer) => /^(approved|422 BUDGET_EXCEEDED|shrink (200|422))$/.test(answer)),
    ).toBe(true);
    const budget = await admin().get(`/budgets/${id}`);
    expect(budget.available_amount).toBeGreaterThanOrEqual(0);
    expect(budget.committed_amount).toBe(50 * (answers['approved'] ?? 0));
    await everythingAddsUp();
  });

  it('accept exactly 8 of 20 amendments if the budget covers 8 more', async () => {
    const departmentId = await department();
    const { id } = await aBudget(admin(), { department_id: departmentId, fiscal_year: YEAR, allocated_amount: 1000 });
    const orders = await Promise.all(times(20, () => order(departmentId, 10)));
    expect(tally(await Promise.all(orders.map(approve)))).toEqual({ approved: 20 });
    const raises = await Promise.all(
      orders.map(async (orderId) => {
        const [line] = (await admin().get(`/purchase-orders/${orderId}`)).items;
        const items = [{ id: line.id, description: 'Desk', quantity: 1, unit_price: 110, vat_rate: 0 }];
        const path = `/purchase-orders/${orderId}/amendments`;
        return `${path}/${(await admin().post(path, { reason: 'Dearer', items }, 201)).id}/approve`;
      }),
    );

    const raise = async (path: string): Promise<string> => {
      const { status, body } = await admin().raw('POST', path, '{}');
      return status === 200 ? 'raised' : `${status} ${body.error.code}`;
    };
    expect(tally(await Promise.all(raises.map(raise)))).toEqual({ raised: 8, '422 BUDGET_EXCEEDED': 12 });
    expect(await admin().get(`/budgets/${id}`)).toMatchObject({ committed_amount: 1000, available_amount: 0 });
    await everythingAddsUp();
  });

  it('accept exactly 10 of 20 invoices without an order if the budget covers 10', async () => {
    const departmentId = await department();
    const { id } = await aBudget(admin(), { department_id: departmentId, fiscal_year: YEAR, allocated_amount: 1000 });
    const invoices = await Promise.all(
      times(20, async (index): Promise<number> => {
        const body = {
          vendor_id: vendorId,
          department_id: departmentId,
          invoice_number: `R-${departmentId}-${index}`,
          invoice_date: `${YEAR}-01-10`,
          line_items: [{ description: 'Water', quantity: 1, unit_price: 100, vat_rate: 0 }],
          subtotal: 100,
          vat_amount: 0,
          total: 100,
        };
        const invoice = await admin().post('/invoices', body, 201);
        return (await admin().post(`/invoices/${invoice.id}/submit`, undefined, 200)).id;
      }),
    );

    const pass = async (invoiceId: number): Promise<string> => {
      const { status, body } = await admin().raw('POST', `/invoices/${invoiceId}/approve`, '{"comments":"Due"}');
      return status === 200 ? 'approved' : `${status} ${body.error.code}`;
    };
    expect(tally(await Promise.all(invoices.map(pass)))).toEqual({ approved: 10, '422 BUDGET_EXCEEDED': 10 });
    expect(await admin().get(`/budgets/${id}`)).toMatchObject({ spent_amount: 1000, available_amount: 0 });
    await everythingAddsUp();
  });

  it('add up after simultaneous receipts, invoices, payments, credits and cancellations', async () => {
    const departmentIds = await Promise.all(times(2, department));
    for (const department_id of departmentIds) {
      await aBudget(admin(), { department_id, fiscal_year: YEAR, allocated_amount: 3000 });
    }
    const call = async (method: string, path: string, body?: object, repeats = 2): Promise<Loose> => {
      const { status, body: answer } = await admin().raw(method, path, body && JSON.stringify(body));
      // On a busy machine a request may wait too long for the budget. It has changed nothing, and is sent again.
      if (status === 503 && repeats > 0) return call(method, path, body, repeats - 1);
      if (status >= 500) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer)}`);
      return answer?.data;
    };
    const live = async (index: number): Promise<void> => {
      const items = [{ description: 'Desk', quantity: 10, unit_price: 10 + index / 100, vat_rate: 15 }];
      const made = await aSubmitted(admin(), vendorId, {
        department_id: departmentIds[index % 2],
        expected_delivery_date: `${YEAR}-01-15`,
        items,
      });
      const [line] = (await call('GET', `/purchase-orders/${made.id}`)).items;
      await call('POST', `/purchase-orders/${made.id}/approve`, {});
      const receipt = { lines: [{ item_id: line.id, quantity_received: 10, quantity_rejected: index % 3 }] };
      const bill = async (quantity: number, number: string): Promise<void> => {
        const body = {
          purchase_order_id: made.id,
          invoice_number: `${index}-${number}`,
          invoice_date: `${YEAR}-01-10`,
          line_items: [{ po_line_id: line.id, quantity }],
        };
        const invoice = await call('POST', '/invoices', body);
        if (!invoice) return;
        await call('POST', `/invoices/${invoice.id}/approve`, { override: true, comments: 'Storm' });
        if (index % 4 === 0) await call('POST', `/invoices/${invoice.id}/void`, { reason: 'Storm' });
        await call('POST', `/invoices/${invoice.id}/payments`, { amount: 10 });
        const note = { credit_note_number: `${index}-${number}`, amount: 1.11, reason: 'Storm' };
        await call('POST', `/invoices/${invoice.id}/credit-notes`, note);
      };
      await Promise.all([
        call('POST', `/purchase-orders/${made.id}/goods-receipts`, receipt),
        bill(4, 'a'),
        bill(5, 'b'),
        index % 5 === 0 ? call('POST', `/purchase-orders/${made.id}/cancel`, { reason: 'Storm' }) : undefined,
        index % 7 === 0 ? call('POST', `/purchase-orders/${made.id}/close`, { reason: 'Storm' }) : undefined,
      ]);
    };
    await Promise.all(times(24, live));
    await everythingAddsUp();
    expect(await deadlocks()).toBe(0);
  });
});
