import type { EventData, EventName } from '../../../../common/events';
import type { JsonObject } from '../../../../platform/http';
import { amount, fieldNames, id, idOrNull, oneOf, percent, text, textOrNull, time } from './field-schemas';

const ORDER_STATUSES = ['draft', 'pending_approval', 'approved', 'rejected', 'completed', 'cancelled'];
const INVOICE_STATUSES = ['draft', 'submitted', 'pending', 'approved', 'paid', 'cancelled'];
const MATCH_STATUSES = ['full_match', 'partial_match', 'mismatch', 'pending_grn'];

const currency: JsonObject = {
  type: 'string',
  pattern: '^[A-Z]{3}$',
  description: 'The currency of the amounts, by ISO 4217.',
};

const externalId = textOrNull('What another system, such as an ERP, calls it; null where none has a name for it.');
const paymentExternalId = textOrNull('What another system calls the payment; null where none has a name for it.');

const order = {
  purchase_order_id: id('The order’s id.'),
  po_number: text('The order’s number.'),
  status: oneOf('The order’s status after the change, as Form A names it.', ...ORDER_STATUSES),
  total_amount: amount('What the order comes to after the change, VAT included.'),
  currency,
  vendor_id: id('The id of the vendor that it was ordered from.'),
  department_id: id('The id of the department that orders.'),
  external_id: externalId,
};

const receipt = {
  goods_receipt_id: id('The receipt’s id.'),
  gr_number: text('The receipt’s number.'),
  status: oneOf('The receipt’s status after the change.', 'posted', 'cancelled'),
  purchase_order_id: id('The id of the order whose goods arrived.'),
  po_number: text('The order’s number.'),
  vendor_id: id('The id of the order’s vendor.'),
  department_id: id('The id of the order’s department.'),
  external_id: externalId,
};

const invoice = {
  invoice_id: id('The invoice’s id.'),
  invoice_number: text('The invoice’s number in this service.'),
  vendor_invoice_number: text('The number that the vendor gave the invoice.'),
  status: oneOf('The invoice’s status after the change.', ...INVOICE_STATUSES),
  payment_status: oneOf('How far it is paid.', 'unpaid', 'partial', 'paid', 'overdue'),
  match_status: oneOf('How it agrees with its order and the receipts.', ...MATCH_STATUSES),
  total: amount('What the vendor bills, VAT included.'),
  currency,
  vendor_id: id('The id of the vendor that bills.'),
  purchase_order_id: idOrNull('The id of the order that is billed; null for an invoice without an order.'),
  department_id: idOrNull('The id of the order’s department; without an order, of the one whose budget is charged.'),
  external_id: externalId,
};

const vendor = {
  vendor_id: id('The vendor’s id.'),
  name: text('The vendor’s name.'),
  status: oneOf('The vendor’s status after the change.', 'active', 'inactive', 'blocked', 'blacklisted'),
  external_id: externalId,
};

const budgetAmounts = {
  budget_id: id('The budget’s id.'),
  name: text('The budget’s name.'),
  allocated_amount: amount('What may be spent in the year.'),
  committed_amount: amount('What approved orders bind and is not billed yet.'),
  spent_amount: amount('What approved invoices come to, credits taken off.'),
  available_amount: amount('Allocated less committed less spent; negative where more was bound than allocated.'),
  currency,
  fiscal_year: { type: 'integer', description: 'The fiscal year, by the calendar year in which it ends.' },
  department_id: id('The id of the department whose budget it is.'),
  external_id: externalId,
};

const budget = {
  ...budgetAmounts,
  status: oneOf('The budget’s status after the change.', 'draft', 'active', 'closed', 'frozen'),
  category: textOrNull('What may be bought with it; null for anything.'),
};

const user = {
  user_id: id('The user’s id.'),
  name: text('The user’s name.'),
  role: text('The user’s role.'),
  status: oneOf('The user’s status after the change.', 'active', 'inactive', 'invited'),
  department_id: idOrNull('The id of the user’s department; null for a user without one.'),
  external_id: externalId,
};

const amountPaid = amount('What is paid of the invoice now.');
const amountDue = amount('What is still to be paid of it; below zero it is a refund due.');

/** The schema of every field of every event's `data`. A field the type has and this lacks does not compile. */
export const EVENT_FIELDS: { readonly [Name in EventName]: Readonly<Record<keyof EventData[Name], JsonObject>> } = {
  'purchase_order.created': { ...order, created_at: time('When it was created.') },
  'purchase_order.submitted': { ...order, submitted_at: time('When it was submitted.') },
  'purchase_order.step_approved': {
    ...order,
    step: id('The step that was approved; 1 for the first.'),
    next_step: id('The step whose approvers may decide now.'),
    comments: textOrNull('What the approver said; null when nothing was said.'),
    step_approved_at: time('When the step was approved.'),
  },
  'purchase_order.approved': { ...order, approved_at: time('When its last step was approved.') },
  'purchase_order.rejected': {
    ...order,
    rejected_at: time('When it was rejected.'),
    rejection_reason: text('Why it was rejected.'),
  },
  'purchase_order.withdrawn': {
    ...order,
    withdrawn_at: time('When it was taken back.'),
    reason: textOrNull('Why it was taken back; null when nothing was said.'),
  },
  'purchase_order.revised': { ...order, revised_at: time('When it became a draft again.') },
  'purchase_order.amended': {
    ...order,
    amendment_id: id('The id of the amendment that was applied.'),
    document_version: id('The version of the order’s document that it made; the order as first approved is 1.'),
    previous_total_amount: amount('What the order came to before, VAT included.'),
    reason: text('Why it was asked for.'),
    amended_at: time('When it was applied.'),
  },
  'purchase_order.completed': { ...order, completed_at: time('When nothing was left to receive and to bill.') },
  'purchase_order.closed': {
    ...order,
    closed_at: time('When it was closed.'),
    close_reason: text('Why what is left of it is not wanted any more.'),
  },
  'purchase_order.reopened': {
    ...order,
    reopened_at: time('When it was opened again.'),
    reason: textOrNull('Why somebody opened it again; null where a return, a credit note or a voided invoice did.'),
  },
  'purchase_order.cancelled': {
    ...order,
    cancelled_at: time('When it was cancelled.'),
    cancellation_reason: text('Why it was cancelled.'),
  },
  'purchase_order.deleted': { ...order, deleted_at: time('When the draft was deleted.') },
  'goods_receipt.posted': {
    ...receipt,
    received_at: time('When the goods arrived.'),
    delivery_note_number: textOrNull('The number on the vendor’s delivery note; null when none was given.'),
  },
  'goods_receipt.cancelled': {
    ...receipt,
    cancelled_at: time('When the receipt was cancelled.'),
    cancellation_reason: text('Why it was cancelled.'),
  },
  'goods_receipt.returned': {
    ...receipt,
    return_id: id('The id of the return.'),
    returned_at: time('When the return was recorded.'),
    reason: text('Why the goods go back.'),
  },
  'invoice.created': { ...invoice, created_at: time('When it was entered.') },
  'invoice.submitted': { ...invoice, submitted_at: time('When it was submitted.') },
  'invoice.withdrawn': { ...invoice, withdrawn_at: time('When it was taken back.') },
  'invoice.match_changed': {
    ...invoice,
    previous_status: oneOf('The invoice’s status before.', ...INVOICE_STATUSES),
    previous_match_status: oneOf('What the match said before.', ...MATCH_STATUSES),
    matched_at: time('When it was matched again.'),
  },
  'invoice.approved': { ...invoice, approved_at: time('When it was approved.') },
  'invoice.rejected': {
    ...invoice,
    rejected_at: time('When it was rejected.'),
    rejection_reason: text('Why it was rejected.'),
  },
  'invoice.voided': {
    ...invoice,
    voided_at: time('When it was voided.'),
    void_reason: text('Why it was voided.'),
  },
  'invoice.credited': {
    ...invoice,
    credit_note_id: id('The id of the credit note.'),
    credit_note_number: text('The number that the vendor gave the credit note.'),
    amount: amount('What it takes off the invoice, VAT included.'),
    reason: text('Why the vendor credits it.'),
    credited_at: time('When it was recorded.'),
    amount_due: amountDue,
  },
  'invoice.credit_cancelled': {
    ...invoice,
    credit_note_id: id('The id of the credit note.'),
    credit_note_number: text('The number that the vendor gave the credit note; it is free again.'),
    amount: amount('What it had taken off the invoice, VAT included.'),
    reason: text('Why it was cancelled.'),
    cancelled_at: time('When it was cancelled.'),
    amount_due: amountDue,
  },
  'invoice.payment_recorded': {
    ...invoice,
    payment_id: id('The id of the payment.'),
    payment_external_id: paymentExternalId,
    amount: amount('What was paid; negative for a refund.'),
    method: textOrNull('How it was paid; null when it was not said.'),
    reference: textOrNull('The payer’s reference; null when none was given.'),
    paid_at: time('When it was paid.'),
    amount_paid: amountPaid,
    amount_due: amountDue,
  },
  'invoice.payment_reversed': {
    ...invoice,
    payment_id: id('The id of the payment that was taken back.'),
    payment_external_id: paymentExternalId,
    reversal_id: id('The id of the entry that takes it back.'),
    amount: amount('Of that entry: negative where a payment was taken back.'),
    reason: text('Why it was taken back.'),
    reversed_at: time('When it was taken back.'),
    amount_paid: amountPaid,
    amount_due: amountDue,
  },
  'invoice.paid': { ...invoice, paid_at: time('When it was paid in full.'), amount_paid: amountPaid },
  'vendor.created': { ...vendor, created_at: time('When it was created.') },
  'vendor.updated': {
    ...vendor,
    updated_fields: fieldNames('The fields that changed, as Form A names them.'),
    updated_at: time('When they changed.'),
  },
  'vendor.bank_account_changed': {
    ...vendor,
    bank_account_id: id('The id of this version of the bank details.'),
    bank_name: textOrNull('The name of the bank; null when it is not known.'),
    bank_account: textOrNull('Four stars and its last four characters; null when there is no account.'),
    verified: { type: 'boolean', description: 'false: it was entered. true: somebody else verified it.' },
    changed_at: time('When it was entered, or verified.'),
  },
  'budget.created': { ...budget, created_at: time('When it was created.') },
  'budget.updated': {
    ...budget,
    updated_fields: fieldNames('The fields that changed, as Form A names them.'),
    updated_at: time('When they changed.'),
  },
  'budget.threshold_reached': {
    ...budgetAmounts,
    threshold_percentage: percent('The highest threshold crossed, in percent of what is allocated.'),
    crossed_thresholds: {
      ...{ type: 'array', items: { type: 'number' }, minItems: 1 },
      description: 'All thresholds that this change crossed, in percent.',
    },
    utilization_percentage: percent('Committed and spent, in percent of what is allocated.'),
  },
  'user.invited': {
    ...user,
    invited_at: time('When the invitation was sent.'),
    expires_at: time('Until when its link can be used.'),
  },
  'user.activated': { ...user, activated_at: time('When the user became active.') },
  'user.deactivated': { ...user, deactivated_at: time('When the user’s access ended.') },
  'webhook.test': { message: text('A sentence that says what it is.') },
};
