/** Bills the outstanding half of order 2. */
const FOR_AN_ORDER = {
  po_id: 2,
  invoice_number: 'B-2026-117',
  invoice_date: '2026-03-09',
  due_date: '2026-04-23',
  description: 'Second delivery of cement',
};
const CEMENT = { po_line_id: 3, quantity: 300, unit_price: 16.25, vat_rate: 15 };
const WITHOUT_AN_ORDER = {
  vendor_id: 6,
  department_id: 4,
  invoice_number: 'DC-889',
  invoice_date: '2026-03-09',
  currency: 'SAR',
  subtotal: 1200,
  vat_amount: 180,
  total: 1380,
};
const CLEANING = { description: 'Window cleaning, one day', quantity: 1, unit: 'job', unit_price: 1200, vat_rate: 15 };
const BILLED_LESS = { id: 5, quantity: 20 };
const NOTED = { description: 'Sorted bins for every floor', due_date: '2036-04-30' };
/** Ids in the demo tenant: a draft, a pending invoice, and an approved invoice without payments. */
const DRAFT = { id: 4 };
const WAITING = { id: 2 };
const PAYABLE = { id: 3 };
/** A paid invoice and its payment. */
const PAID = { id: 1, payment_id: 1 };

const AT = '2026-11-21T09:30:00.000Z';
const UNMATCHED = { po_variance_pct: null, gr_variance_pct: null, policy: null, lines: [], last_matched_at: null };
/** Response fields per status; a response contains some of them. */
const STATES = {
  draft: {
    status: 'draft',
    match_status: 'pending_grn',
    submitted_at: null,
    approvals: [],
    match_summary: { match_status: 'pending_grn', reasons: [], ...UNMATCHED },
  },
  pending: {
    status: 'pending',
    current_approval_step: 1,
    pending_approvers: [{ id: 5, name: 'Sara Al-Qahtani', role: 'finance_manager' }],
    approvals: [],
  },
  rejected: { status: 'cancelled', rejected_at: AT, rejection_reason: 'The purchase order number is not on it.' },
  voided: { status: 'cancelled', voided_at: AT, void_reason: 'Billed to the wrong company.' },
};
const UNVERIFIED = {
  warnings: [
    {
      code: 'BANK_DETAILS_UNVERIFIED',
      message:
        'The newest bank details of Al Wadi Cement are not verified. A user who did not enter them must verify them.',
    },
  ],
};
const APPROVED = { purchase_order: { status: 'completed' }, paid_at: null, payments: [] };

type LinesField = 'line_items' | 'lines';

const created = (lines: LinesField) => ({
  bodies: {
    'For an order': { ...FOR_AN_ORDER, [lines]: [CEMENT] },
    'Without an order, with printed totals': { ...WITHOUT_AN_ORDER, [lines]: [CLEANING] },
  },
  answer: STATES.draft,
});

const updated = (lines: LinesField) => ({
  path: DRAFT,
  bodies: { 'Lower quantity': { [lines]: [BILLED_LESS] }, 'Description and due date': NOTED },
  answer: STATES.draft,
});

/** Request and response examples for the demo tenant; see `Examples`. */
export const INVOICE_EXAMPLES = {
  create: { a: created('line_items'), b: created('lines') },
  update: { a: updated('line_items'), b: updated('lines') },
  externalId: {
    path: PAYABLE,
    bodies: {
      'Set the ERP number': { external_id: 'ERP-AP-5105600771', metadata: { cost_center: 'RUH-201' } },
      'Clear the ERP number': { external_id: null, metadata: null },
    },
    answer: APPROVED,
  },
  lineExternalId: {
    path: { ...PAYABLE, line_item_id: 4 },
    bodies: { 'Set the ERP number': { external_id: 'ERP-AP-5105600771-1' } },
    answer: APPROVED,
  },
  paymentExternalId: {
    path: PAID,
    bodies: { 'Set the ERP number': { external_id: 'ERP-PAY-1500000318' } },
    answer: { status: 'paid', payment_status: 'paid', purchase_order: { status: 'completed' } },
  },
  submit: { path: DRAFT, answer: STATES.pending },
  withdraw: { path: WAITING, answer: STATES.draft },
  approve: {
    path: WAITING,
    bodies: {
      'With a comment': { comments: 'Matches the delivery.' },
      'Despite the match result': { override: true, comments: 'Agreed with the vendor on the phone.' },
    },
    answer: UNVERIFIED,
  },
  reject: {
    path: WAITING,
    bodies: { 'With a reason': { reason: STATES.rejected.rejection_reason } },
    answer: { ...STATES.rejected, ...UNVERIFIED },
  },
  void: {
    path: PAYABLE,
    bodies: { 'With a reason': { reason: STATES.voided.void_reason } },
    answer: STATES.voided,
  },
  pay: {
    path: PAYABLE,
    bodies: {
      'Partial payment': { amount: 1000, method: 'bank_transfer', reference: 'TRF-20260310-01' },
      'Full amount due': { amount: 7176, paid_at: '2026-03-10T09:00:00Z', method: 'cheque', reference: 'CHQ-004512' },
    },
    answer: { reason: null, invoice: { payment_status: 'partial' } },
  },
  reverse: {
    path: PAID,
    bodies: {
      'With a reason': { reason: 'The bank returned the transfer: the account is closed.' },
    },
    answer: { reverses_id: 1 },
  },
  credit: {
    path: PAYABLE,
    bodies: {
      'Quantity of a line': {
        credit_note_number: 'CN-2026-014',
        lines: [{ line_item_id: 4, quantity: 1 }],
        reason: 'One printer came without its tray.',
      },
      'Amount only': { credit_note_number: 'CN-2026-015', amount: 250, reason: 'Discount agreed afterwards.' },
    },
  },
  cancelCredit: {
    bodies: { 'With a reason': { reason: 'Recorded on the wrong invoice.' } },
    answer: {
      status: 'cancelled',
      cancelled_at: AT,
      cancelled_by: { id: 5, name: 'Sara Al-Qahtani' },
      cancellation_reason: 'Recorded on the wrong invoice.',
    },
  },
};
