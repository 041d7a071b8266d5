import { oneOf } from './hand';
import { bill, billed, today } from './trade';
import { name, code, some, line, reason, external, link, act, put, onPart, type Verb } from './verb';

/** Changes of invoices, payments and credit notes. */
export const invoices: Record<string, Verb> = {
  bill: (hand) => hand.changeRead('purchase-orders', async (order) => ((await bill(hand, order)) ? 201 : 0)),
  billAgain: (hand) => hand.changeRead('purchase-orders', async (order) => ((await bill(hand, order)) ? 201 : 0)),
  billWithoutOrder: async (hand) =>
    (
      await hand.create('invoices', {
        ...{ vendor_id: hand.some('vendors'), invoice_number: code(), invoice_date: today(), due_date: '2036-01-01' },
        line_items: [line()],
      })
    ).status,
  changeInvoice: put('invoices', () => ({ description: name() })),
  correctLines: (hand) =>
    hand.changeRead('invoices', async (invoice, path) => {
      const line_items = billed(invoice).map(({ id }) => ({ id: id, quantity: some(5) }));
      return (await hand.send('PUT', path, { line_items })).status;
    }),
  submitInvoice: act('invoices', 'submit'),
  withdrawInvoice: act('invoices', 'withdraw'),
  approveInvoice: act('invoices', 'approve', () => ({ override: true, comments: name() })),
  approveInvoiceAgain: act('invoices', 'approve'),
  rejectInvoice: act('invoices', 'reject', reason),
  void: act('invoices', 'void', reason),
  pay: act('invoices', 'payments', () => ({ amount: some(50), method: 'cheque' })),
  payAll: (hand) =>
    hand.changeRead('invoices', async ({ amount_due }, path) => {
      return (await hand.send('POST', `${path}/payments`, { amount: amount_due })).status;
    }),
  reverse: onPart('invoices', ({ payments }) => payments, 'POST', 'payments/{id}/reverse', reason),
  namePaymentOutside: onPart('invoices', ({ payments }) => payments, 'PUT', 'payments/{id}/external-id', external),
  credit: act('invoices', 'credit-notes', () => ({ credit_note_number: code(), ...reason(), amount: some(20) })),
  creditLine: (hand) =>
    hand.changeRead('invoices', async (invoice, path) => {
      const credited = [{ line_item_id: oneOf(billed(invoice))?.id, quantity: 1 }];
      const body = { credit_note_number: code(), ...reason(), lines: credited };
      return (await hand.send('POST', `${path}/credit-notes`, body)).status;
    }),
  nameInvoiceOutside: (hand) => hand.change('invoices', 'PUT', '/external-id', external()),
  nameInvoiceLineOutside: onPart('invoices', billed, 'PUT', 'line-items/{id}/external-id', external),
  linkInvoice: act('invoices', 'documents/links', link),
  unlinkInvoice: onPart('invoices', ({ attachments }) => attachments, 'DELETE', 'documents/{id}'),
};
