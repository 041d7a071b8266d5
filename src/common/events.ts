/**
 * The events of the specification's table and what was added to them, each with what its `data` holds. The outbox takes only these, the webhooks
 * module offers only these to subscribers, and the OpenAPI documents describe only these.
 */
export interface EventData {
  'purchase_order.created': PurchaseOrderEvent & { created_at: string };
  'purchase_order.approved': PurchaseOrderEvent & { approved_at: string };
  'purchase_order.rejected': PurchaseOrderEvent & { rejected_at: string; rejection_reason: string };
  'purchase_order.cancelled': PurchaseOrderEvent & { cancelled_at: string; cancellation_reason: string };
  'invoice.created': InvoiceEvent & { created_at: string };
  'invoice.approved': InvoiceEvent & { approved_at: string };
  'invoice.paid': InvoiceEvent & { paid_at: string; amount_paid: number };
  'invoice.payment_reversed': InvoiceEvent & {
    payment_id: number;
    reversal_id: number;
    amount: number;
    reason: string;
    reversed_at: string;
    amount_paid: number;
    amount_due: number;
  };
  'vendor.created': VendorEvent & { created_at: string };
  'vendor.updated': VendorEvent & { updated_fields: string[]; updated_at: string };
  'vendor.bank_account_changed': VendorEvent & VendorBankAccountEvent;
  'budget.threshold_reached': BudgetThresholdEvent;
  'webhook.test': { message: string };
}

export interface PurchaseOrderEvent {
  purchase_order_id: number;
  po_number: string;
  status: string;
  total_amount: number;
  currency: string;
  vendor_id: number;
  external_id: string | null;
}

export interface InvoiceEvent {
  invoice_id: number;
  invoice_number: string;
  vendor_invoice_number: string;
  status: string;
  payment_status: string;
  match_status: string;
  total: number;
  currency: string;
  vendor_id: number;
  purchase_order_id: number | null;
  external_id: string | null;
}

export interface VendorEvent {
  vendor_id: number;
  name: string;
  status: string;
  external_id: string | null;
}

/** A version of bank details that was entered, or verified. */
export interface VendorBankAccountEvent {
  bank_account_id: number;
  bank_name: string | null;
  /** Four stars and its last four characters. */
  bank_account: string | null;
  verified: boolean;
  changed_at: string;
}

export interface BudgetThresholdEvent {
  budget_id: number;
  name: string;
  threshold_percentage: number;
  crossed_thresholds: number[];
  utilization_percentage: number;
  allocated_amount: number;
  committed_amount: number;
  spent_amount: number;
  available_amount: number;
  currency: string;
  fiscal_year: number;
  department_id: number;
}

/** Names a subscription may ask for. */
export const EVENT_NAMES = [
  'purchase_order.created',
  'purchase_order.approved',
  'purchase_order.rejected',
  'purchase_order.cancelled',
  'invoice.created',
  'invoice.approved',
  'invoice.paid',
  'invoice.payment_reversed',
  'vendor.created',
  'vendor.updated',
  'vendor.bank_account_changed',
  'budget.threshold_reached',
  'webhook.test',
] as const satisfies readonly (keyof EventData)[];

export type EventName = keyof EventData;
