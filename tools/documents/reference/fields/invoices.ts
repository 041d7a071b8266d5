import { type Fields, describeField } from './describe-field';

export const INVOICE_FIELDS: Fields = {
  invoice: describeField('The invoice; null if there is none.'),
  invoice_id: describeField('Id of the invoice.', 1),
  invoice_number: describeField(
    'The service’s number of the invoice: `INV-`, the year and six digits.',
    'INV-2026-000001',
  ),
  vendor_invoice_number: describeField(
    'The vendor’s number of the invoice. Unique per vendor and fiscal year, ignoring case, the script of ' +
      'digits and the kind of dash.',
    'NS-2026-0117',
  ),
  line_items: describeField('The billed lines.'),
  line_item_id: describeField('Id of the invoice line.', 1),
  po_line_id: describeField('Id of the order line that this line bills; null if none matches.', 1),
  'InvoiceReceiptResponse.status': describeField('The status of the receipt.', 'posted'),
  match_status: describeField('The result of matching.', 'full_match'),
  match_summary: describeField('The comparison of the invoice with its order and receipts, line by line.'),
  last_matched_at: describeField('When the invoice was last matched, UTC; null if never.', '2026-03-12T10:00:00.000Z'),
  po_variance_pct: describeField(
    'Percent by which the lines differ from the ordered price of the same quantity; positive if the ' +
      'invoice is more expensive. Null without an order to compare with.',
    2.5,
  ),
  gr_variance_pct: describeField(
    'Percent by which the billed amount differs from the received amount; positive if more is billed. ' +
      'Null if nothing was received.',
    0,
  ),
  average_gr_variance_pct: describeField(
    'Average of the invoices’ `gr_variance_pct`; null if no invoice has one.',
    0.75,
  ),
  reasons: describeField('Why the invoice does not match in full; empty if it does.'),
  figure: describeField('The figure that the reason is about; null if there is none.', 'unit_price'),
  expected: describeField('The value of the order or the receipts; null without a value to compare with.', 2550),
  actual: describeField('The value of the invoice; null without a value to compare with.', 2600),
  tolerance: describeField(
    'The maximum difference that the tenant’s settings allow, in the unit of the figure; null without a ' +
      'tolerance.',
    0,
  ),
  ordered_quantity: describeField('The ordered quantity of the order line; null if the line matches none.', 10),
  accepted_quantity: describeField('The quantity accepted so far; null if the line matches none.', 10),
  billed_before: describeField('The quantity billed by other invoices; null if the line matches none.', 0),
  order_unit_price: describeField('The order’s unit price without VAT; null if the line matches none.', 2550),
  credited_quantity: describeField('The quantity credited by credit notes.', 0),
  payment_status: describeField('The current payment status.', 'unpaid'),
  payments: describeField('Payments and reversals, oldest first.'),
  payment_id: describeField('Id of the payment.', 1),
  paid_at: describeField('When the invoice was paid in full, UTC; null before.', '2026-03-28T00:00:00.000Z'),
  amount_paid: describeField('Payments less reversals, in the invoice’s currency.', 0),
  amount_due: describeField('The amount still to be paid; negative if the vendor owes a refund.', 7176),
  method: describeField('The payment method, as free text; null if unknown.', 'bank transfer'),
  reference: describeField(
    'The payment’s bank reference; null without one. A request with the same reference and amount returns ' +
      'the first payment.',
    'TRX-20260328-0117',
  ),
  recorded_by: describeField('The user who recorded it; null for old records without this information.'),
  reversal_id: describeField('Id of the reversing entry.', 2),
  reversed_at: describeField('When the payment was reversed, UTC.', '2026-03-30T09:00:00.000Z'),
  credit_notes: describeField('Credit notes, oldest first.'),
  credit_note_number: describeField('The vendor’s number of the credit note.', 'NS-CN-0009'),
  credit_note_id: describeField('Id of the credit note.', 1),
  'CreditedLineResponse.amount': describeField(
    'The credited amount of the line, VAT included, in the invoice’s currency.',
    500,
  ),
  voided_at: describeField(
    'When the approved invoice was voided, UTC; null if it was not.',
    '2026-03-15T13:10:00.000Z',
  ),
  void_reason: describeField(
    'The reason for voiding the invoice; null if it was not voided.',
    'Billed to the wrong company',
  ),
  vendor_blocked: describeField('Whether the vendor is blocked, which prevents the approval.', false),
  amount_credited: describeField('The total of credit notes, in the invoice’s currency.', 0),
  line_total: describeField('Quantity times unit price, VAT included, in the invoice’s currency.', 7176),
  verified: describeField('Whether a second user had verified these bank details.', true),
};
