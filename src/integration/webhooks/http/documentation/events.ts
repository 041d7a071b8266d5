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

/** All events. An undescribed field of an event's data is a compile error. */
export const EVENTS: { readonly [Name in EventName]: EventDescription<FieldsOf<EventData[Name]>> } = {
  'purchase_order.created': about(order('draft'), 'A purchase order was created.', {
    created_at: time('When the order was created.', '2026-11-21T09:30:00.000Z'),
  }),
  'purchase_order.submitted': about(order('pending_approval'), 'A purchase order was submitted for approval.', {
    submitted_at: time('When the order was submitted.', '2026-11-21T09:45:00.000Z'),
  }),
  'purchase_order.step_approved': about(
    order('pending_approval'),
    'An approval step of a purchase order was approved, and the next step is pending.',
    {
      step: id('The number of the approved step; the first is 1.', 1),
      next_step: id('The number of the step that is pending now.', 2),
      comments: textOrNull('The approver’s comment; null without one.', 'Needed for the first pour'),
      step_approved_at: time('When the step was approved.', '2026-11-21T10:20:31.000Z'),
    },
  ),
  'purchase_order.approved': about(order('approved'), 'A purchase order was approved.', {
    approved_at: time('When the last step was approved.', '2026-11-21T11:05:12.480Z'),
  }),
  'purchase_order.rejected': about(order('rejected'), 'A purchase order was rejected.', {
    rejected_at: time('When the order was rejected.', '2026-11-21T11:05:12.480Z'),
    rejection_reason: text('The reason of the rejection.', 'Not budgeted this quarter'),
  }),
  'purchase_order.withdrawn': about(
    order('draft'),
    'A purchase order was withdrawn from approval and is a draft again.',
    {
      withdrawn_at: time('When the order was withdrawn.', '2026-11-21T10:02:00.000Z'),
      reason: textOrNull('The reason of the withdrawal; null without one.', 'The vendor changed its offer'),
    },
  ),
  'purchase_order.revised': about(order('draft'), 'A rejected purchase order became a draft again.', {
    revised_at: time('When the order became a draft again.', '2026-11-21T11:30:00.000Z'),
  }),
  'purchase_order.amended': about(
    order('approved', 32_568),
    'An amendment of an approved purchase order was applied.',
    {
      amendment_id: id('The id of the applied amendment.', 1),
      document_version: id(
        'The order’s document version after the amendment. The order as first approved is version 1.',
        2,
      ),
      previous_total_amount: amount('The order’s total before the amendment, VAT included.', 29635.5),
      reason: text('The reason of the amendment.', 'The second pour begins earlier'),
      amended_at: time('When the amendment was applied.', '2026-11-23T08:00:00.000Z'),
    },
  ),
  'purchase_order.completed': about(
    order('completed'),
    'A purchase order was completed: everything is received and billed.',
    { completed_at: time('When everything was received and billed.', '2026-11-25T10:00:00.000Z') },
  ),
  'purchase_order.closed': about(
    order('approved'),
    'A purchase order was closed before everything was received and billed.',
    {
      closed_at: time('When the order was closed.', '2026-12-01T07:30:00.000Z'),
      close_reason: text('The reason for closing the order.', 'The rest is not needed any more'),
    },
  ),
  'purchase_order.reopened': about(
    order('approved'),
    'A purchase order was reopened: by a user, or by a return, a credit note or a voided invoice.',
    {
      reopened_at: time('When the order was reopened.', '2026-12-02T07:30:00.000Z'),
      reason: textOrNull(
        'The user’s reason; null if a return, a credit note or a voided invoice reopened the order.',
        'The vendor delivers the rest after all',
      ),
    },
  ),
  'purchase_order.cancelled': about(order('cancelled'), 'A purchase order was cancelled.', {
    cancelled_at: time('When the order was cancelled.', '2026-11-22T07:00:00.000Z'),
    cancellation_reason: text('The reason of the cancellation.', 'Ordered twice'),
  }),
  'purchase_order.deleted': about(order('draft'), 'A draft purchase order was deleted.', {
    deleted_at: time('When the draft was deleted.', '2026-11-21T09:40:00.000Z'),
  }),
  'goods_receipt.posted': about(receipt('posted'), 'Goods of a purchase order arrived.', {
    received_at: time('When the goods arrived.', '2026-11-24T06:45:00.000Z'),
    delivery_note_number: textOrNull('The number of the vendor’s delivery note; null without one.', 'DN-8841'),
  }),
  'goods_receipt.cancelled': about(receipt('cancelled'), 'A goods receipt was cancelled.', {
    cancelled_at: time('When the receipt was cancelled.', '2026-11-24T07:10:00.000Z'),
    cancellation_reason: text('The reason of the cancellation.', 'Entered on the wrong order'),
  }),
  'goods_receipt.returned': about(receipt('posted'), 'Goods of a receipt were sent back to the vendor.', {
    return_id: id('The id of the return.', 1),
    returned_at: time('When the return was recorded.', '2026-11-26T09:00:00.000Z'),
    reason: text('The reason of the return.', 'Two tonnes were rusty'),
  }),
  'invoice.created': about(invoice('draft', 'unpaid', 'pending_grn'), 'An invoice was created.', {
    created_at: time('When the invoice was created.', '2026-11-24T08:15:30.000Z'),
  }),
  'invoice.submitted': about(invoice('pending'), 'An invoice was submitted and matched.', {
    submitted_at: time('When the invoice was submitted.', '2026-11-24T08:20:00.000Z'),
  }),
  'invoice.withdrawn': about(
    invoice('draft', 'unpaid', 'pending_grn'),
    'A submitted invoice was withdrawn and is a draft again.',
    { withdrawn_at: time('When the invoice was withdrawn.', '2026-11-24T08:40:00.000Z') },
  ),
  'invoice.match_changed': about(
    invoice('pending'),
    'A pending invoice was matched again (for example after a receipt), and its match or status changed.',
    {
      previous_status: oneOf('The invoice’s status before.', INVOICE_STATUSES, 'submitted'),
      previous_match_status: oneOf('The match status before.', MATCH_STATUSES, 'pending_grn'),
      matched_at: time('When the invoice was matched again.', '2026-11-24T09:00:00.000Z'),
    },
  ),
  'invoice.approved': about(invoice('approved'), 'An invoice was approved.', {
    approved_at: time('When the invoice was approved.', '2026-11-25T10:00:00.000Z'),
  }),
  'invoice.rejected': about(invoice('cancelled'), 'An invoice was rejected: it is cancelled.', {
    rejected_at: time('When the invoice was rejected.', '2026-11-25T10:00:00.000Z'),
    rejection_reason: text('The reason of the rejection.', 'Billed to the wrong company'),
  }),
  'invoice.voided': about(invoice('cancelled'), 'An approved invoice was voided: it is cancelled.', {
    voided_at: time('When the invoice was voided.', '2026-11-26T08:00:00.000Z'),
    void_reason: text('The reason for voiding the invoice.', 'The vendor replaces it'),
  }),
  'invoice.credited': about(invoice('approved'), 'A credit note of an invoice was recorded.', {
    credit_note_id: id('The id of the credit note.', 1),
    credit_note_number: text('The vendor’s number of the credit note.', 'NS-CN-118'),
    amount: amount('The amount credited, VAT included.', 5865),
    reason: text('The vendor’s reason for the credit.', 'Two tonnes went back'),
    credited_at: time('When the credit note was recorded.', '2026-11-28T09:30:00.000Z'),
    amount_due: amountDue(23770.5),
  }),
  'invoice.credit_cancelled': about(
    invoice('approved'),
    'A credit note of an invoice was cancelled: its amount is due again.',
    {
      credit_note_id: id('The id of the credit note.', 1),
      credit_note_number: text('The vendor’s number of the credit note. It can be used again.', 'NS-CN-118'),
      amount: amount('The amount that had been credited, VAT included.', 5865),
      reason: text('The reason of the cancellation.', 'Recorded on the wrong invoice'),
      cancelled_at: time('When the credit note was cancelled.', '2026-11-28T11:00:00.000Z'),
      amount_due: amountDue(29635.5),
    },
  ),
  'invoice.payment_recorded': about(
    invoice('approved', 'partial'),
    'A payment or a refund of an invoice was recorded.',
    {
      ...payment('The id of the payment.'),
      amount: amount('The amount paid; negative for a refund.', 10_000),
      method: textOrNull('The payment method; null if unknown.', 'bank_transfer'),
      reference: textOrNull('The payer’s reference; null without one.', 'TRX-55120'),
      paid_at: time('When it was paid.', '2026-12-15T12:00:00.000Z'),
      amount_paid: amountPaid(10_000),
      amount_due: amountDue(19635.5),
    },
  ),
  'invoice.payment_reversed': about(invoice('approved'), 'A payment of an invoice was reversed.', {
    ...payment('The id of the reversed payment.'),
    reversal_id: id('The id of the reversing entry.', 2),
    amount: amount('The amount of the reversing entry; negative if it reverses a payment.', -10_000),
    reason: text('The reason of the reversal.', 'The bank returned the transfer'),
    reversed_at: time('When the payment was reversed.', '2026-12-17T08:30:00.000Z'),
    amount_paid: amountPaid(0),
    amount_due: amountDue(29635.5),
  }),
  'invoice.paid': about(invoice('paid', 'paid'), 'An invoice was marked as paid.', {
    paid_at: time('When the invoice was paid in full.', '2026-12-20T12:00:00.000Z'),
    amount_paid: amountPaid(29635.5),
  }),
  'vendor.created': about(vendor, 'A vendor was created.', {
    created_at: time('When the vendor was created.', '2026-01-12T08:00:00.000Z'),
  }),
  'vendor.updated': about(vendor, 'Vendor details were updated.', {
    updated_fields: fieldNames('The changed fields, as named in Form A.', ['payment_terms', 'phone']),
    updated_at: time('When they changed.', '2026-03-01T08:00:00.000Z'),
  }),
  'vendor.bank_account_changed': about(vendor, 'Bank details of a vendor were entered or verified.', {
    bank_account_id: id('The id of this version of the bank details.', 1),
    bank_name: textOrNull('The name of the bank; null if unknown.', 'Saudi National Bank'),
    bank_account: textOrNull('Four asterisks and the last four characters; null without an account.', '****7519'),
    verified: field({ type: 'boolean' }, 'false: the details were entered. true: a second user verified them.', false),
    changed_at: time('When the details were entered or verified.', '2026-03-01T08:00:00.000Z'),
  }),
  'budget.created': about(budget('draft', 0, 0), 'A budget was created.', {
    created_at: time('When the budget was created.', '2026-01-02T06:00:00.000Z'),
  }),
  'budget.updated': about(budget('frozen'), 'The terms or the status of a budget were changed.', {
    updated_fields: fieldNames('The changed fields, as named in Form A.', ['status', 'notes']),
    updated_at: time('When they changed.', '2026-11-30T15:00:00.000Z'),
  }),
  'budget.threshold_reached': about(budgetAmounts(), 'A budget crossed its alert threshold.', {
    threshold_percentage: field(
      { type: 'number' },
      'The highest threshold crossed, in percent of the allocated amount.',
      90,
    ),
    crossed_thresholds: field(
      { type: 'array', items: { type: 'number' }, minItems: 1 },
      'All thresholds that this change crossed, in percent.',
      [80, 90],
    ),
    utilization_percentage: field({ type: 'number' }, 'Committed and spent, in percent of the allocated amount.', 91.5),
  }),
  'user.invited': about(user('invited'), 'An invitation was sent to a user.', {
    invited_at: time('When the invitation was sent.', '2026-01-05T07:00:00.000Z'),
    expires_at: time('When the link of the invitation expires.', '2026-01-12T07:00:00.000Z'),
  }),
  'user.activated': about(user('active'), 'A user became active.', {
    activated_at: time('When the user became active.', '2026-01-05T09:12:00.000Z'),
  }),
  'user.deactivated': about(user('inactive'), 'A user was deactivated.', {
    deactivated_at: time('When the user’s access ended.', '2026-10-31T16:00:00.000Z'),
  }),
  'webhook.test': about({ fields: {} }, 'Synthetic event sent by the test operation.', {
    message: text('A fixed text.', 'This is a test.'),
  }),
};
