import type { EventData, EventName } from '../../../../common/events';

// The records of the demo tenant's first order.
const order = {
  purchase_order_id: 1,
  po_number: 'PO-2026-000001',
  total_amount: 29635.5,
  currency: 'SAR',
  vendor_id: 1,
  department_id: 2,
  external_id: null,
};

const receipt = {
  goods_receipt_id: 1,
  gr_number: 'GR-2026-000001',
  status: 'posted',
  purchase_order_id: 1,
  po_number: 'PO-2026-000001',
  vendor_id: 1,
  department_id: 2,
  external_id: null,
};

const invoice = {
  invoice_id: 1,
  invoice_number: 'INV-2026-000001',
  vendor_invoice_number: 'NS-2291',
  total: 29635.5,
  currency: 'SAR',
  vendor_id: 1,
  purchase_order_id: 1,
  department_id: 2,
  external_id: null,
};
const draft = { ...invoice, status: 'draft', payment_status: 'unpaid', match_status: 'pending_grn' };
const pending = { ...invoice, status: 'pending', payment_status: 'unpaid', match_status: 'full_match' };
const approved = { ...pending, status: 'approved' };
const paid = { ...approved, status: 'paid', payment_status: 'paid' };

const vendor = { vendor_id: 1, name: 'Najd Steel Company', status: 'active', external_id: 'V-1001' };

const budget = {
  budget_id: 1,
  name: 'Projects 2026',
  allocated_amount: 400_000,
  committed_amount: 240_000,
  spent_amount: 126_000,
  available_amount: 34_000,
  currency: 'SAR',
  fiscal_year: 2026,
  department_id: 2,
  external_id: null,
};

const user = { user_id: 6, name: 'Lama Al-Otaibi', role: 'requester', department_id: 4, external_id: null };

/** One event of each kind as a receiver sees its `data`: shown in the documents, and checked against their schemas. */
export const EVENT_EXAMPLES: { readonly [Name in EventName]: EventData[Name] } = {
  'purchase_order.created': { ...order, status: 'draft', created_at: '2026-11-21T09:30:00.000Z' },
  'purchase_order.submitted': { ...order, status: 'pending_approval', submitted_at: '2026-11-21T09:45:00.000Z' },
  'purchase_order.step_approved': {
    ...order,
    status: 'pending_approval',
    step: 1,
    next_step: 2,
    comments: 'Needed for the first pour',
    step_approved_at: '2026-11-21T10:20:31.000Z',
  },
  'purchase_order.approved': { ...order, status: 'approved', approved_at: '2026-11-21T11:05:12.480Z' },
  'purchase_order.rejected': {
    ...order,
    status: 'rejected',
    rejected_at: '2026-11-21T11:05:12.480Z',
    rejection_reason: 'Not budgeted this quarter',
  },
  'purchase_order.withdrawn': {
    ...order,
    status: 'draft',
    withdrawn_at: '2026-11-21T10:02:00.000Z',
    reason: 'The vendor changed its offer',
  },
  'purchase_order.revised': { ...order, status: 'draft', revised_at: '2026-11-21T11:30:00.000Z' },
  'purchase_order.amended': {
    ...order,
    status: 'approved',
    total_amount: 32568,
    amendment_id: 1,
    document_version: 2,
    previous_total_amount: 29635.5,
    reason: 'The second pour begins earlier',
    amended_at: '2026-11-23T08:00:00.000Z',
  },
  'purchase_order.completed': { ...order, status: 'completed', completed_at: '2026-11-25T10:00:00.000Z' },
  'purchase_order.closed': {
    ...order,
    status: 'approved',
    closed_at: '2026-12-01T07:30:00.000Z',
    close_reason: 'The rest is not needed any more',
  },
  'purchase_order.reopened': {
    ...order,
    status: 'approved',
    reopened_at: '2026-12-02T07:30:00.000Z',
    reason: 'The vendor delivers the rest after all',
  },
  'purchase_order.cancelled': {
    ...order,
    status: 'cancelled',
    cancelled_at: '2026-11-22T07:00:00.000Z',
    cancellation_reason: 'Ordered twice',
  },
  'purchase_order.deleted': { ...order, status: 'draft', deleted_at: '2026-11-21T09:40:00.000Z' },
  'goods_receipt.posted': { ...receipt, received_at: '2026-11-24T06:45:00.000Z', delivery_note_number: 'DN-8841' },
  'goods_receipt.cancelled': {
    ...receipt,
    status: 'cancelled',
    cancelled_at: '2026-11-24T07:10:00.000Z',
    cancellation_reason: 'Entered on the wrong order',
  },
  'goods_receipt.returned': {
    ...receipt,
    return_id: 1,
    returned_at: '2026-11-26T09:00:00.000Z',
    reason: 'Two tonnes were rusty',
  },
  'invoice.created': { ...draft, created_at: '2026-11-24T08:15:30.000Z' },
  'invoice.submitted': { ...pending, submitted_at: '2026-11-24T08:20:00.000Z' },
  'invoice.withdrawn': { ...draft, withdrawn_at: '2026-11-24T08:40:00.000Z' },
  'invoice.match_changed': {
    ...pending,
    previous_status: 'submitted',
    previous_match_status: 'pending_grn',
    matched_at: '2026-11-24T09:00:00.000Z',
  },
  'invoice.approved': { ...approved, approved_at: '2026-11-25T10:00:00.000Z' },
  'invoice.rejected': {
    ...pending,
    status: 'cancelled',
    rejected_at: '2026-11-25T10:00:00.000Z',
    rejection_reason: 'Billed to the wrong company',
  },
  'invoice.voided': {
    ...approved,
    status: 'cancelled',
    voided_at: '2026-11-26T08:00:00.000Z',
    void_reason: 'The vendor replaces it',
  },
  'invoice.credited': {
    ...approved,
    credit_note_id: 1,
    credit_note_number: 'NS-CN-118',
    amount: 5865,
    reason: 'Two tonnes went back',
    credited_at: '2026-11-28T09:30:00.000Z',
    amount_due: 23770.5,
  },
  'invoice.credit_cancelled': {
    ...approved,
    credit_note_id: 1,
    credit_note_number: 'NS-CN-118',
    amount: 5865,
    reason: 'Recorded on the wrong invoice',
    cancelled_at: '2026-11-28T11:00:00.000Z',
    amount_due: 29635.5,
  },
  'invoice.payment_recorded': {
    ...approved,
    payment_status: 'partial',
    payment_id: 1,
    payment_external_id: null,
    amount: 10_000,
    method: 'bank_transfer',
    reference: 'TRX-55120',
    paid_at: '2026-12-15T12:00:00.000Z',
    amount_paid: 10_000,
    amount_due: 19635.5,
  },
  'invoice.payment_reversed': {
    ...approved,
    payment_id: 1,
    payment_external_id: null,
    reversal_id: 2,
    amount: -10_000,
    reason: 'The bank returned the transfer',
    reversed_at: '2026-12-17T08:30:00.000Z',
    amount_paid: 0,
    amount_due: 29635.5,
  },
  'invoice.paid': { ...paid, paid_at: '2026-12-20T12:00:00.000Z', amount_paid: 29635.5 },
  'vendor.created': { ...vendor, created_at: '2026-01-12T08:00:00.000Z' },
  'vendor.updated': {
    ...vendor,
    updated_fields: ['payment_terms', 'phone'],
    updated_at: '2026-03-01T08:00:00.000Z',
  },
  'vendor.bank_account_changed': {
    ...vendor,
    bank_account_id: 1,
    bank_name: 'Saudi National Bank',
    bank_account: '****7519',
    verified: false,
    changed_at: '2026-03-01T08:00:00.000Z',
  },
  'budget.created': {
    ...budget,
    status: 'draft',
    category: null,
    committed_amount: 0,
    spent_amount: 0,
    available_amount: 400_000,
    created_at: '2026-01-02T06:00:00.000Z',
  },
  'budget.updated': {
    ...budget,
    status: 'frozen',
    category: null,
    updated_fields: ['status', 'notes'],
    updated_at: '2026-11-30T15:00:00.000Z',
  },
  'budget.threshold_reached': {
    ...budget,
    threshold_percentage: 90,
    crossed_thresholds: [80, 90],
    utilization_percentage: 91.5,
  },
  'user.invited': {
    ...user,
    status: 'invited',
    invited_at: '2026-01-05T07:00:00.000Z',
    expires_at: '2026-01-12T07:00:00.000Z',
  },
  'user.activated': { ...user, status: 'active', activated_at: '2026-01-05T09:12:00.000Z' },
  'user.deactivated': { ...user, status: 'inactive', deactivated_at: '2026-10-31T16:00:00.000Z' },
  'webhook.test': { message: 'This is a test.' },
};
