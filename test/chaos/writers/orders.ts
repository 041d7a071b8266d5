import type { Loose } from '../../support/client';
import { oneOf } from './hand';
import { draft, lines, receive } from './trade';
import { name, some, line, reason, external, link, act, put, remove, onPart, onListed, type Verb } from './verb';

/** Changes of orders and receipts. */
export const orders: Record<string, Verb> = {
  draft,
  changeOrder: put('purchase-orders', () => ({ notes: name() })),
  nameOrderOutside: (hand) => hand.change('purchase-orders', 'PUT', '/external-id', external()),
  addLine: act('purchase-orders', 'items', line),
  changeLine: onPart('purchase-orders', lines, 'PUT', 'items/{id}', line),
  removeLine: onPart('purchase-orders', lines, 'DELETE', 'items/{id}'),
  nameLineOutside: onPart('purchase-orders', lines, 'PUT', 'items/{id}/external-id', external),
  deleteOrder: remove('purchase-orders'),
  submit: act('purchase-orders', 'submit'),
  submitAgain: act('purchase-orders', 'submit'),
  approve: act('purchase-orders', 'approve', () => ({ comments: name() })),
  approveAgain: act('purchase-orders', 'approve'),
  decide: async (hand) =>
    (
      await hand.send('POST', 'approvals/decide', {
        decisions: Array.from({ length: some(3) }, () => ({
          ...{ type: 'purchase_order', id: hand.some('purchase-orders') ?? 1, outcome: 'approve', step: 1 },
        })),
      })
    ).status,
  reject: act('purchase-orders', 'reject', reason),
  withdraw: act('purchase-orders', 'withdraw', reason),
  revise: act('purchase-orders', 'revise'),
  cancel: act('purchase-orders', 'cancel', reason),
  close: act('purchase-orders', 'close', reason),
  reopen: act('purchase-orders', 'reopen', reason),
  amend: (hand) =>
    hand.changeRead('purchase-orders', async (order, path) => {
      const items = lines(order).map(({ id }) => ({ id: id, quantity: some(20), description: name() }));
      return (await hand.send('POST', `${path}/amendments`, { ...reason(), items, notes: name() })).status;
    }),
  approveAmendment: onListed('purchase-orders', 'amendments', 'POST', '/approve', () => ({})),
  rejectAmendment: onListed('purchase-orders', 'amendments', 'POST', '/reject', reason),
  withdrawAmendment: onListed('purchase-orders', 'amendments', 'POST', '/withdraw', () => ({})),
  upload: (hand) => {
    const body = new FormData();
    body.set('file', new Blob(['Ten boxes\n']), 'quotation.txt');
    return hand.change(oneOf(['purchase-orders', 'invoices', 'goods-receipts']) ?? '', 'POST', '/documents', body);
  },
  receive: (hand) => hand.changeRead('purchase-orders', (order) => receive(hand, order)),
  receiveAgain: (hand) => hand.changeRead('purchase-orders', (order) => receive(hand, order)),
  giveBack: (hand) =>
    hand.changeRead('goods-receipts', async ({ lines: received }, path) => {
      const [{ item_id }] = received as [Loose];
      const body = { ...reason(), lines: [{ item_id: item_id, quantity: 1 }] };
      return (await hand.send('POST', `${path}/returns`, body)).status;
    }),
  cancelReceipt: act('goods-receipts', 'cancel', reason),
  nameReceiptOutside: (hand) => hand.change('goods-receipts', 'PUT', '/external-id', external()),
  linkReceipt: act('goods-receipts', 'documents/links', link),
  unlinkReceipt: onPart('goods-receipts', ({ attachments }) => attachments, 'DELETE', 'documents/{id}'),
};
