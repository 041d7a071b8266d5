import type { EventData, EventName } from '../../../common/events';

const order = {
  purchase_order_id: 1042,
  po_number: 'PO-2026-000042',
  total_amount: 34500,
  currency: 'SAR',
  vendor_id: 17,
};

const invoice = {
  invoice_id: 311,
  invoice_number: 'INV-2026-000107',
  vendor_invoice_number: 'NK-2291',
  total: 11500,
  currency: 'SAR',
  vendor_id: 17,
  purchase_order_id: 1042,
};

/** One event of each kind as a receiver sees its `data`: shown in the documents, and checked against their schemas. */
export const EVENT_EXAMPLES: { readonly [Name in EventName]: EventData[Name] } = {
  'purchase_order.created': { ...order, status: 'draft', created_at: '2026-11-21T09:30:00.000Z' },
  'purchase_order.approved': { ...order, status: 'approved', approved_at: '2026-11-21T11:05:12.480Z' },
  'purchase_order.rejected': {
    ...order,
    status: 'rejected',
    rejected_at: '2026-11-21T11:05:12.480Z',
    rejection_reason: 'Not budgeted this quarter',
  },
  'purchase_order.cancelled': {
    ...order,
    status: 'cancelled',
    cancelled_at: '2026-11-22T07:00:00.000Z',
    cancellation_reason: 'Ordered twice',
  },
  'invoice.created': {
    ...invoice,
    status: 'draft',
    payment_status: 'unpaid',
    match_status: 'pending_grn',
    created_at: '2026-11-24T08:15:30.000Z',
  },
  'invoice.approved': {
    ...invoice,
    status: 'approved',
    payment_status: 'unpaid',
    match_status: 'full_match',
    approved_at: '2026-11-25T10:00:00.000Z',
  },
  'invoice.paid': {
    ...invoice,
    status: 'paid',
    payment_status: 'paid',
    match_status: 'full_match',
    paid_at: '2026-12-20T12:00:00.000Z',
    amount_paid: 11500,
  },
  'vendor.created': {
    vendor_id: 17,
    name: 'Najd Office Supplies',
    status: 'active',
    created_at: '2026-01-12T08:00:00.000Z',
  },
  'vendor.updated': {
    vendor_id: 17,
    name: 'Najd Office Supplies',
    status: 'active',
    updated_fields: ['payment_terms', 'phone'],
    updated_at: '2026-03-01T08:00:00.000Z',
  },
  'vendor.bank_account_changed': {
    vendor_id: 17,
    name: 'Najd Office Supplies',
    status: 'active',
    bank_account_id: 29,
    bank_name: 'Saudi National Bank',
    bank_account: '****7519',
    verified: false,
    changed_at: '2026-03-01T08:00:00.000Z',
  },
  'budget.threshold_reached': {
    budget_id: 5,
    name: 'Operations 2026',
    threshold_percentage: 90,
    crossed_thresholds: [80, 90],
    utilization_percentage: 91.5,
    allocated_amount: 100000,
    committed_amount: 60000,
    spent_amount: 31500,
    available_amount: 8500,
    currency: 'SAR',
    fiscal_year: 2026,
    department_id: 3,
  },
  'webhook.test': { message: 'This is a test.' },
};
