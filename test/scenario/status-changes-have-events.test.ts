import fc from 'fast-check';
import { type Service, startApp } from '../support/app';
import type { Loose } from '../support/client';
import { invoiceBody } from '../support/invoices';
import { asOwner, aVendor, settings } from '../support/purchase-orders';

/** Orders and invoices whose status differs from the one in their latest event. */
const WITHOUT_EVENT = `
  SELECT * FROM (
    SELECT 'order ' || o.id AS record, o.status,
           (SELECT body::jsonb #>> '{data,status}' FROM events e
             WHERE e.tenant_id = o.tenant_id AND e.name LIKE 'purchase_order.%' AND e.name <> 'purchase_order.updated'
               AND (body::jsonb #>> '{data,purchase_order_id}')::bigint = o.id ORDER BY e.id DESC LIMIT 1) AS told
      FROM purchase_orders o
    UNION ALL
    SELECT 'invoice ' || i.id, i.status,
           (SELECT body::jsonb #>> '{data,status}' FROM events e
             WHERE e.tenant_id = i.tenant_id AND e.name LIKE 'invoice.%' AND e.name <> 'invoice.updated'
               AND (body::jsonb #>> '{data,invoice_id}')::bigint = i.id ORDER BY e.id DESC LIMIT 1)
      FROM invoices i) AS records
   WHERE status IS DISTINCT FROM told`;

const ORDER_VERBS = ['submit', 'approve', 'reject', 'withdraw', 'revise', 'cancel', 'close', 'reopen', 'amendments'];
const INVOICE_VERBS = ['submit', 'approve', 'reject', 'withdraw', 'void', 'payments', 'credit-notes', 'reverse'];

/** A random step: a request about the order, a receipt or one of its invoices. Many are rejected. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ what: fc.constant('order'), verb: fc.constantFrom(...ORDER_VERBS) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('receive'), verb: fc.constantFrom('1', '4', '10') }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('receipt'), verb: fc.constantFrom('cancel', 'returns') }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('bill'), verb: fc.constantFrom('2', '4', '10') }) },
  { weight: 6, arbitrary: fc.record({ what: fc.constant('invoice'), verb: fc.constantFrom(...INVOICE_VERBS) }) },
);

describe('Orders and invoices under random use', () => {
  let service: Service;
  const calls = { taken: 0, refused: 0 };

  beforeAll(async () => {
    service = await startApp();
    await settings(service, { matching_policy: 'auto' });
  });
  afterAll(async () => service.stop());

  async function ask(path: string, body: object): Promise<Loose> {
    const reply = await service.client().raw('POST', path, JSON.stringify(body));
    if (reply.status >= 500) throw new Error(`POST ${path}: ${reply.status} ${reply.text}`);
    if (reply.status < 300) calls.taken += 1;
    else calls.refused += 1;
    return reply.status < 300 ? reply.body.data : undefined;
  }

  /** An approved order and an invoice, which most steps need. */
  async function begin() {
    const { id: vendorId } = await aVendor(service.client());
    const items = [{ description: 'Steel', quantity: 10, unit_price: 100, vat_rate: 15 }];
    const order = await ask('/purchase-orders', { vendor_id: vendorId, items });
    return { order, vendorId, invoices: [] as number[], receipts: [] as number[], payments: [] as number[] };
  }

  async function take(story: Awaited<ReturnType<typeof begin>>, { what, verb }: { what: string; verb: string }) {
    const reason = 'Because';
    const path = `/purchase-orders/${story.order.id}`;
    const item_id = story.order.items[0].id;
    const [invoice, receipt, payment] = [story.invoices, story.receipts, story.payments].map((all) => all.at(-1));
    switch (what) {
      case 'order': {
        const fewer = { reason, items: [{ id: item_id, quantity: 9 - story.receipts.length }] };
        await ask(`${path}/${verb}`, verb === 'amendments' ? fewer : REASONED.includes(verb) ? { reason } : {});
        return;
      }
      case 'receive': {
        const lines = [{ item_id, quantity_received: Number(verb) }];
        const posted = await ask(`${path}/goods-receipts`, { lines });
        if (posted) story.receipts.push(posted.id);
        return;
      }
      case 'receipt':
        await ask(`/goods-receipts/${receipt}/${verb}`, {
          reason,
          ...(verb === 'returns' && { lines: [{ item_id, quantity: 1 }] }),
        });
        return;
      case 'bill': {
        const order = { id: story.order.id, vendorId: story.vendorId, items: story.order.items };
        const entered = await ask('/invoices', invoiceBody('a', order, [{ quantity: Number(verb) }]));
        if (entered) story.invoices.push(entered.id);
        return;
      }
      default:
        await askOfInvoice(story, verb, invoice, payment);
    }
  }

  async function askOfInvoice(
    story: Awaited<ReturnType<typeof begin>>,
    verb: string,
    invoice: number | undefined,
    payment: number | undefined,
  ) {
    const reason = 'Because';
    const path = `/invoices/${invoice}`;
    if (verb === 'reverse') return ask(`${path}/payments/${payment}/reverse`, { reason });
    if (verb === 'payments') {
      const { amount_due = 1 } = (await service.client().raw('GET', path)).body.data ?? {};
      const paid = await ask(`${path}/payments`, { amount: amount_due });
      if (paid) story.payments.push(paid.id);
      return paid;
    }
    if (verb === 'credit-notes') {
      return ask(`${path}/credit-notes`, { credit_note_number: `C-${calls.taken}`, amount: 10, reason });
    }
    return ask(`${path}/${verb}`, verb === 'reject' || verb === 'void' ? { reason } : {});
  }

  it('always have the status of their latest event', async () => {
    const stories = fc.array(step, { minLength: 10, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(stories, async (steps) => {
        const story = await begin();
        for (const verb of ['submit', 'approve']) await take(story, { what: 'order', verb });
        for (const one of steps) {
          await take(story, one);
          expect({ one, untold: await asOwner(service, WITHOUT_EVENT) }).toEqual({ one, untold: [] });
        }
      }),
      { numRuns: 15, endOnFailure: true },
    );
    expect(calls.taken).toBeGreaterThan(80);
  });
});

const REASONED = ['reject', 'cancel', 'close', 'reopen'];
