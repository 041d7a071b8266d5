import type { EventData, EventName } from '../../../../common/events';
import {
  about,
  type EventDescription,
  type FieldsOf,
  field,
  id,
  text,
  textOrNull,
  amount,
  time,
  oneOf,
  fieldNames,
  INVOICE_STATUSES,
  MATCH_STATUSES,
  payment,
  amountPaid,
  amountDue,
  order,
  receipt,
  invoice,
  vendor,
  budgetAmounts,
  budget,
  user,
} from './event-records';

/** All events. A field that an event's data has and that is not described does not compile. */
export const EVENTS: { readonly [Name in EventName]: EventDescription<FieldsOf<EventData[Name]>> } = {
  'purchase_order.created': about(order('draft'), 'A purchase order was created.', {
    created_at: time('When it was created.', '2026-11-21T09:30:00.000Z'),
  }),
  'purchase_order.submitted': about(
    order('pending_approval'),
    'A purchase order was submitted: it waits for approval.',
    { submitted_at: time('When it was submitted.', '2026-11-21T09:45:00.000Z') },
  ),
  'purchase_order.step_approved': about(
    order('pending_approval'),
    'A step of an order’s approval was approved and another one waits.',
    {
      step: id('The step that was approved; 1 for the first.', 1),
      next_step: id('The step whose approvers may decide now.', 2),
      comments: textOrNull('What the approver said; null when nothing was said.', 'Needed for the first pour'),
      step_approved_at: time('When the step was approved.', '2026-11-21T10:20:31.000Z'),
    },
  ),
  'purchase_order.approved': about(order('approved'), 'A purchase order was approved.', {
    approved_at: time('When its last step was approved.', '2026-11-21T11:05:12.480Z'),
  }),
  'purchase_order.rejected': about(order('rejected'), 'A purchase order was rejected.', {
    rejected_at: time('When it was rejected.', '2026-11-21T11:05:12.480Z'),
    rejection_reason: text('Why it was rejected.', 'Not budgeted this quarter'),
  }),
  'purchase_order.withdrawn': about(
    order('draft'),
    'A purchase order that waited for approval was taken back: it is a draft.',
    {
      withdrawn_at: time('When it was taken back.', '2026-11-21T10:02:00.000Z'),
      reason: textOrNull('Why it was taken back; null when nothing was said.', 'The vendor changed its offer'),
    },
  ),
  'purchase_order.revised': about(order('draft'), 'A rejected purchase order became a draft again.', {
    revised_at: time('When it became a draft again.', '2026-11-21T11:30:00.000Z'),
  }),
  'purchase_order.amended': about(
    order('approved', 32_568),
    'An amendment of an approved purchase order was applied.',
    {
      amendment_id: id('The id of the amendment that was applied.', 1),
      document_version: id('The version of the order’s document that it made; the order as first approved is 1.', 2),
      previous_total_amount: amount('What the order came to before, VAT included.', 29635.5),
      reason: text('Why it was asked for.', 'The second pour begins earlier'),
      amended_at: time('When it was applied.', '2026-11-23T08:00:00.000Z'),
    },
  ),
  'purchase_order.completed': about(
    order('completed'),
    'A purchase order was completed: nothing is left to receive and to bill.',
    { completed_at: time('When nothing was left to receive and to bill.', '2026-11-25T10:00:00.000Z') },
  ),
  'purchase_order.closed': about(
    order('approved'),
    'A purchase order was closed: what is left of it is not wanted any more.',
    {
      closed_at: time('When it was closed.', '2026-12-01T07:30:00.000Z'),
      close_reason: text('Why what is left of it is not wanted any more.', 'The rest is not needed any more'),
    },
  ),
  'purchase_order.reopened': about(
    order('approved'),
    'A purchase order was opened again: by somebody, or by a return, a credit note or a voided invoice.',
    {
      reopened_at: time('When it was opened again.', '2026-12-02T07:30:00.000Z'),
      reason: textOrNull(
        'Why somebody opened it again; null where a return, a credit note or a voided invoice did.',
        'The vendor delivers the rest after all',
      ),
    },
  ),
  'purchase_order.cancelled': about(order('cancelled'), 'A purchase order was cancelled.', {
    cancelled_at: time('When it was cancelled.', '2026-11-22T07:00:00.000Z'),
    cancellation_reason: text('Why it was cancelled.', 'Ordered twice'),
  }),
  'purchase_order.deleted': about(order('draft'), 'A draft purchase order was deleted.', {
    deleted_at: time('When the draft was deleted.', '2026-11-21T09:40:00.000Z'),
  }),
  'goods_receipt.posted': about(receipt('posted'), 'Goods of a purchase order arrived.', {
    received_at: time('When the goods arrived.', '2026-11-24T06:45:00.000Z'),
    delivery_note_number: textOrNull('The number on the vendor’s delivery note; null when none was given.', 'DN-8841'),
  }),
  'goods_receipt.cancelled': about(receipt('cancelled'), 'A goods receipt was cancelled.', {
    cancelled_at: time('When the receipt was cancelled.', '2026-11-24T07:10:00.000Z'),
    cancellation_reason: text('Why it was cancelled.', 'Entered on the wrong order'),
  }),
  'goods_receipt.returned': about(receipt('posted'), 'Goods of a receipt were sent back to the vendor.', {
    return_id: id('The id of the return.', 1),
    returned_at: time('When the return was recorded.', '2026-11-26T09:00:00.000Z'),
    reason: text('Why the goods go back.', 'Two tonnes were rusty'),
  }),
  'invoice.created': about(invoice('draft', 'unpaid', 'pending_grn'), 'An invoice was created.', {
    created_at: time('When it was entered.', '2026-11-24T08:15:30.000Z'),
  }),
  'invoice.submitted': about(invoice('pending'), 'An invoice was submitted and matched.', {
    submitted_at: time('When it was submitted.', '2026-11-24T08:20:00.000Z'),
  }),
  'invoice.withdrawn': about(
    invoice('draft', 'unpaid', 'pending_grn'),
    'An invoice that was submitted was taken back: it is a draft.',
    { withdrawn_at: time('When it was taken back.', '2026-11-24T08:40:00.000Z') },
  ),
  'invoice.match_changed': about(
    invoice('pending'),
    'An invoice that waits was matched again, and its match or its status is another: after a receipt, a credit note or an amendment, say.',
    {
      previous_status: oneOf('The invoice’s status before.', INVOICE_STATUSES, 'submitted'),
      previous_match_status: oneOf('What the match said before.', MATCH_STATUSES, 'pending_grn'),
      matched_at: time('When it was matched again.', '2026-11-24T09:00:00.000Z'),
    },
  ),
  'invoice.approved': about(invoice('approved'), 'An invoice was approved.', {
    approved_at: time('When it was approved.', '2026-11-25T10:00:00.000Z'),
  }),
  'invoice.rejected': about(invoice('cancelled'), 'An invoice was rejected: it is cancelled.', {
    rejected_at: time('When it was rejected.', '2026-11-25T10:00:00.000Z'),
    rejection_reason: text('Why it was rejected.', 'Billed to the wrong company'),
  }),
  'invoice.voided': about(invoice('cancelled'), 'An approved invoice was voided: it is cancelled.', {
    voided_at: time('When it was voided.', '2026-11-26T08:00:00.000Z'),
    void_reason: text('Why it was voided.', 'The vendor replaces it'),
  }),
  'invoice.credited': about(invoice('approved'), 'A credit note of an invoice was recorded.', {
    credit_note_id: id('The id of the credit note.', 1),
    credit_note_number: text('The number that the vendor gave the credit note.', 'NS-CN-118'),
    amount: amount('What it takes off the invoice, VAT included.', 5865),
    reason: text('Why the vendor credits it.', 'Two tonnes went back'),
    credited_at: time('When it was recorded.', '2026-11-28T09:30:00.000Z'),
    amount_due: amountDue(23770.5),
  }),
  'invoice.credit_cancelled': about(
    invoice('approved'),
    'A credit note of an invoice was cancelled: its amount is owed again.',
    {
      credit_note_id: id('The id of the credit note.', 1),
      credit_note_number: text('The number that the vendor gave the credit note; it is free again.', 'NS-CN-118'),
      amount: amount('What it had taken off the invoice, VAT included.', 5865),
      reason: text('Why it was cancelled.', 'Recorded on the wrong invoice'),
      cancelled_at: time('When it was cancelled.', '2026-11-28T11:00:00.000Z'),
      amount_due: amountDue(29635.5),
    },
  ),
  'invoice.payment_recorded': about(
    invoice('approved', 'partial'),
    'A payment of an invoice was recorded, or a refund.',
    {
      ...payment('The id of the payment.'),
      amount: amount('What was paid; negative for a refund.', 10_000),
      method: textOrNull('How it was paid; null when it was not said.', 'bank_transfer'),
      reference: textOrNull('The payer’s reference; null when none was given.', 'TRX-55120'),
      paid_at: time('When it was paid.', '2026-12-15T12:00:00.000Z'),
      amount_paid: amountPaid(10_000),
      amount_due: amountDue(19635.5),
    },
  ),
  'invoice.payment_reversed': about(invoice('approved'), 'A payment of an invoice was reversed.', {
    ...payment('The id of the payment that was taken back.'),
    reversal_id: id('The id of the entry that takes it back.', 2),
    amount: amount('Of that entry: negative where a payment was taken back.', -10_000),
    reason: text('Why it was taken back.', 'The bank returned the transfer'),
    reversed_at: time('When it was taken back.', '2026-12-17T08:30:00.000Z'),
    amount_paid: amountPaid(0),
    amount_due: amountDue(29635.5),
  }),
  'invoice.paid': about(invoice('paid', 'paid'), 'An invoice was marked as paid.', {
    paid_at: time('When it was paid in full.', '2026-12-20T12:00:00.000Z'),
    amount_paid: amountPaid(29635.5),
  }),
  'vendor.created': about(vendor, 'A vendor was created.', {
    created_at: time('When it was created.', '2026-01-12T08:00:00.000Z'),
  }),
  'vendor.updated': about(vendor, 'Vendor details were updated.', {
    updated_fields: fieldNames('The fields that changed, as Form A names them.', ['payment_terms', 'phone']),
    updated_at: time('When they changed.', '2026-03-01T08:00:00.000Z'),
  }),
  'vendor.bank_account_changed': about(vendor, 'Bank details of a vendor were entered, or verified.', {
    bank_account_id: id('The id of this version of the bank details.', 1),
    bank_name: textOrNull('The name of the bank; null when it is not known.', 'Saudi National Bank'),
    bank_account: textOrNull('Four stars and its last four characters; null when there is no account.', '****7519'),
    verified: field({ type: 'boolean' }, 'false: it was entered. true: somebody else verified it.', false),
    changed_at: time('When it was entered, or verified.', '2026-03-01T08:00:00.000Z'),
  }),
  'budget.created': about(budget('draft', 0, 0), 'A budget was created.', {
    created_at: time('When it was created.', '2026-01-02T06:00:00.000Z'),
  }),
  'budget.updated': about(budget('frozen'), 'The terms or the status of a budget were changed.', {
    updated_fields: fieldNames('The fields that changed, as Form A names them.', ['status', 'notes']),
    updated_at: time('When they changed.', '2026-11-30T15:00:00.000Z'),
  }),
  'budget.threshold_reached': about(budgetAmounts(), 'A budget crossed its alert threshold.', {
    threshold_percentage: field(
      { type: 'number' },
      'The highest threshold crossed, in percent of what is allocated.',
      90,
    ),
    crossed_thresholds: field(
      { type: 'array', items: { type: 'number' }, minItems: 1 },
      'All thresholds that this change crossed, in percent.',
      [80, 90],
    ),
    utilization_percentage: field({ type: 'number' }, 'Committed and spent, in percent of what is allocated.', 91.5),
  }),
  'user.invited': about(user('invited'), 'A user was sent an invitation.', {
    invited_at: time('When the invitation was sent.', '2026-01-05T07:00:00.000Z'),
    expires_at: time('Until when its link can be used.', '2026-01-12T07:00:00.000Z'),
  }),
  'user.activated': about(user('active'), 'A user became active.', {
    activated_at: time('When the user became active.', '2026-01-05T09:12:00.000Z'),
  }),
  'user.deactivated': about(user('inactive'), 'A user was deactivated.', {
    deactivated_at: time('When the user’s access ended.', '2026-10-31T16:00:00.000Z'),
  }),
  'webhook.test': about({ fields: {} }, 'Synthetic event sent by the test operation.', {
    message: text('A sentence that says what it is.', 'This is a test.'),
  }),
};
