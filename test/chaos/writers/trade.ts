import type { Loose } from '../../support/client';
import { type Hand } from './hand';
import { name, code, some, line, type Verb } from './verb';

export const lines = ({ items }: Loose): readonly Loose[] => items;
export const billed = ({ line_items }: Loose): readonly Loose[] => line_items;

const newOrder = (hand: Hand): object => ({
  vendor_id: hand.some('vendors'),
  ...(Math.random() < 0.3 ? { department_id: hand.some('departments') } : {}),
  ...(Math.random() < 0.3 ? { project_id: hand.some('projects') } : {}),
  items: Array.from({ length: some(3) }, line),
});

/** Receives part of the open quantities. */
export const receive = (hand: Hand, order: Loose): Promise<number> => {
  const received = lines(order).map(({ id, open_quantity }) => ({
    item_id: id,
    quantity_received: some(Math.max(1, Number(open_quantity))),
    ...(Math.random() < 0.2 ? { quantity_rejected: 1, rejection_reason: 'Torn' } : {}),
  }));
  const at = `purchase-orders/${order.id}/goods-receipts`;
  return hand.create('goods-receipts', { lines: received, notes: name() }, at).then(({ status }) => status);
};
/** Bills part of an order. */
export const bill = (hand: Hand, order: Loose): Promise<Loose> => {
  const line_items = lines(order).map(({ id, quantity, unit_price }) => ({
    ...{ po_line_id: id, quantity: some(Number(quantity)), unit_price: unit_price, vat_rate: 15 },
  }));
  const head = { purchase_order_id: order.id, invoice_number: code(), invoice_date: today() };
  return hand.create('invoices', { ...head, due_date: '2036-01-01', line_items }).then(({ data }) => data);
};
export const today = (): string => new Date().toISOString().slice(0, 10);

export const draft: Verb = async (hand) => (await hand.create('purchase-orders', newOrder(hand))).status;
/** Takes an order from creation to payment. */
export const trade: Verb = async (hand) => {
  const { data } = await hand.create('purchase-orders', newOrder(hand));
  if (!data) return 0;
  const at = `purchase-orders/${data.id}`;
  for (const action of ['submit', 'approve', 'approve']) await hand.send('POST', `${at}/${action}`, {});
  const { data: order } = await hand.send('GET', at);
  if (!order) return 0;
  await receive(hand, order);
  const invoice = await bill(hand, order);
  if (!invoice) return 0;
  const bills = `invoices/${invoice.id}`;
  await hand.send('POST', `${bills}/submit`);
  await hand.send('POST', `${bills}/approve`, { override: true, comments: name() });
  return (await hand.send('POST', `${bills}/payments`, { amount: some(20) })).status;
};
