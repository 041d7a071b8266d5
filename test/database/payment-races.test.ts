import { type Service, startApp, storyClock } from '../support/app';
import { disagreements } from '../support/books';
import { allAtOnce } from '../support/at-once';
import { aBudget, aDepartment } from '../support/budgets';
import type { Loose, Reply } from '../support/client';
import { anOrderOf, approved } from '../support/invoices';
import { asOwner, aVendor, settings } from '../support/purchase-orders';
import { ROUNDS } from '../support/sampled';

/** Two simultaneous movements of the same money. The outcome must be possible in sequence, and the books must agree. */
describe('Simultaneous payments, reversals and voids', () => {
  const clock = storyClock();
  let service: Service;
  let vendorId: number;
  let departmentId: number;

  beforeAll(async () => {
    service = await startApp({ clock });
    await settings(service, { matching_policy: 'two_way' });
    vendorId = (await aVendor(service.client())).id;
    departmentId = await aDepartment(service.client(), 'RACE');
    await aBudget(service.client(), { department_id: departmentId, allocated_amount: 1_000_000 });
  });
  // Each test has the rate limit of a new minute.
  beforeEach(() => clock.advance(60_000));
  afterEach(async () => {
    expect(await disagreements(service)).toEqual({});
    const rows = await asOwner<{ deadlocks: string }>(
      service,
      'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
    );
    expect(rows).toEqual([{ deadlocks: '0' }]);
  });
  afterAll(() => service.stop());

  const client = (round: number) => service.client({ form: round % 2 ? 'a' : 'b' });
  /** 100.00, approved, with these amounts paid. */
  async function anInvoice(...amounts: number[]): Promise<{ readonly id: number; readonly payments: number[] }> {
    const lines = [{ quantity: 1, unit_price: 100, vat_rate: 0 }];
    const order = await anOrderOf(service, vendorId, lines, { department_id: departmentId });
    const { id } = await approved(service.client(), order, [{ quantity: 1 }]);
    const payments: number[] = [];
    for (const amount of amounts) {
      payments.push((await service.client().post(`/invoices/${id}/payments`, { amount }, 201)).id);
    }
    return { id, payments };
  }
  /** Starts all requests while another connection locks the invoice. Returns `done` or the error code of each. */
  async function atOnce(round: number, id: number, asked: readonly (readonly [string, object])[]): Promise<string[]> {
    const lock = { sql: 'SELECT 1 FROM invoices WHERE id = $1 FOR UPDATE', values: [id] };
    const calls = asked.map(
      ([what, body]) =>
        (): Promise<Reply> =>
          client(round).raw('POST', `/invoices/${id}/${what}`, JSON.stringify(body)),
    );
    const replies = await allAtOnce(service, lock, round % 3 ? calls : [...calls].reverse());
    const inOrder = round % 3 ? replies : [...replies].reverse();
    return inOrder.map(({ status, body }) => (status < 300 ? 'done' : String(body.error?.code ?? status)));
  }
  const get = (id: number): Promise<Loose> => service.client().get(`/invoices/${id}`);
  const eventsOf = async (id: number, name: string): Promise<number> =>
    (
      await asOwner(
        service,
        `SELECT 1 FROM events WHERE name = $1 AND (body::json->'data'->>'invoice_id')::bigint = $2`,
        [name, id],
      )
    ).length;

  it('accept one of two reversals of a payment', async () => {
    for (const round of ROUNDS) {
      const { id, payments } = await anInvoice(100);
      const path = `payments/${payments[0]}/reverse`;
      const answers = await atOnce(round, id, [
        [path, { reason: 'Bounced' }],
        [path, { reason: 'Bounced, they say' }],
      ]);
      expect([...answers].sort()).toEqual(['INVALID_STATUS', 'done']);
      expect(await get(id)).toMatchObject({ status: 'approved', amount_paid: 0, amount_due: 100 });
      expect(await eventsOf(id, 'invoice.payment_reversed')).toBe(1);
    }
  });

  it('accept both a payment of the rest and the reversal of the first part, in either order', async () => {
    for (const round of ROUNDS) {
      const { id, payments } = await anInvoice(60);
      const answers = await atOnce(round, id, [
        ['payments', { amount: 40 }],
        [`payments/${payments[0]}/reverse`, { reason: 'Bounced' }],
      ]);
      expect(answers).toEqual(['done', 'done']);
      expect(await get(id)).toMatchObject({ status: 'approved', amount_paid: 40, amount_due: 60, paid_at: null });
    }
  });

  it('never pay more than is due with a full payment and the reversal of the previous one', async () => {
    for (const round of ROUNDS) {
      const { id, payments } = await anInvoice(100);
      const [paid, reversed] = await atOnce(round, id, [
        ['payments', { amount: 100 }],
        [`payments/${payments[0]}/reverse`, { reason: 'Bounced' }],
      ]);
      expect(reversed).toBe('done');
      expect(['done', 'INVALID_STATUS']).toContain(paid);
      const status = paid === 'done' ? 'paid' : 'approved';
      expect(await get(id)).toMatchObject({ status, amount_paid: paid === 'done' ? 100 : 0 });
      expect(await eventsOf(id, 'invoice.paid')).toBe(paid === 'done' ? 2 : 1);
    }
  });

  it('accept exactly one of a void and a payment', async () => {
    for (const round of ROUNDS) {
      const { id } = await anInvoice();
      const [voided, paid] = await atOnce(round, id, [
        ['void', { reason: 'Twice' }],
        ['payments', { amount: 100 }],
      ]);
      expect([voided, paid].sort()).toEqual(['INVALID_STATUS', 'done']);
      const { status, payments } = await get(id);
      expect([status, payments.length]).toEqual(voided === 'done' ? ['cancelled', 0] : ['paid', 1]);
    }
  });
});
