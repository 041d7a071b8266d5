/** What the `data` of events holds of the record that they are about, however it changed. */

export interface PurchaseOrderEvent {
  purchase_order_id: number;
  po_number: string;
  status: string;
  total_amount: number;
  currency: string;
  vendor_id: number;
  department_id: number;
  /** What another system, such as an ERP, calls it. */
  external_id: string | null;
}

export interface GoodsReceiptEvent {
  goods_receipt_id: number;
  gr_number: string;
  status: string;
  purchase_order_id: number;
  po_number: string;
  vendor_id: number;
  /** The order's. */
  department_id: number;
  /** What another system, such as an ERP, calls it. */
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
  /** The order's; of an invoice without one the department whose budget it spends. */
  department_id: number | null;
  /** What another system, such as an ERP, calls it. */
  external_id: string | null;
}

/** What was paid of an invoice, or came back, and what that left. */
export interface PaymentEvent {
  payment_id: number;
  /** What another system, such as an ERP, calls the payment. */
  payment_external_id: string | null;
  /** Negative for a refund. */
  amount: number;
  method: string | null;
  reference: string | null;
  paid_at: string;
  amount_paid: number;
  amount_due: number;
}

export interface VendorEvent {
  vendor_id: number;
  name: string;
  status: string;
  /** What another system, such as an ERP, calls it. */
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

/** A budget with its four amounts. */
interface BudgetAmountsEvent {
  budget_id: number;
  name: string;
  allocated_amount: number;
  committed_amount: number;
  spent_amount: number;
  available_amount: number;
  currency: string;
  fiscal_year: number;
  department_id: number;
  /** What another system, such as an ERP, calls it. */
  external_id: string | null;
}

export interface BudgetThresholdEvent extends BudgetAmountsEvent {
  threshold_percentage: number;
  crossed_thresholds: number[];
  utilization_percentage: number;
}

export interface BudgetEvent extends BudgetAmountsEvent {
  status: string;
  category: string | null;
}

export interface UserEvent {
  user_id: number;
  name: string;
  role: string;
  status: string;
  department_id: number | null;
  /** What another system, such as an ERP, calls it. */
  external_id: string | null;
}

/**
 * The events of the specification's table and what was added to them, each with what its `data` holds. The outbox takes only these, the webhooks
 * module offers only these to subscribers, and the OpenAPI documents describe only these.
 */
export interface EventData {
  'purchase_order.created': PurchaseOrderEvent & { created_at: string };
  'purchase_order.submitted': PurchaseOrderEvent & { submitted_at: string };
  'purchase_order.step_approved': PurchaseOrderEvent & {
    step: number;
    next_step: number;
    comments: string | null;
    step_approved_at: string;
  };
  'purchase_order.approved': PurchaseOrderEvent & { approved_at: string };
  'purchase_order.rejected': PurchaseOrderEvent & { rejected_at: string; rejection_reason: string };
  'purchase_order.withdrawn': PurchaseOrderEvent & { withdrawn_at: string; reason: string | null };
  'purchase_order.revised': PurchaseOrderEvent & { revised_at: string };
  'purchase_order.amended': PurchaseOrderEvent & {
    amendment_id: number;
    document_version: number;
    previous_total_amount: number;
    reason: string;
    amended_at: string;
  };
  'purchase_order.completed': PurchaseOrderEvent & { completed_at: string };
  'purchase_order.closed': PurchaseOrderEvent & { closed_at: string; close_reason: string };
  'purchase_order.reopened': PurchaseOrderEvent & { reopened_at: string; reason: string | null };
  'purchase_order.cancelled': PurchaseOrderEvent & { cancelled_at: string; cancellation_reason: string };
  'purchase_order.deleted': PurchaseOrderEvent & { deleted_at: string };
  'goods_receipt.posted': GoodsReceiptEvent & { received_at: string; delivery_note_number: string | null };
  'goods_receipt.cancelled': GoodsReceiptEvent & { cancelled_at: string; cancellation_reason: string };
  'goods_receipt.returned': GoodsReceiptEvent & { return_id: number; returned_at: string; reason: string };
  'invoice.created': InvoiceEvent & { created_at: string };
  'invoice.submitted': InvoiceEvent & { submitted_at: string };
  'invoice.withdrawn': InvoiceEvent & { withdrawn_at: string };
  'invoice.match_changed': InvoiceEvent & {
    previous_status: string;
    previous_match_status: string;
    matched_at: string;
  };
  'invoice.approved': InvoiceEvent & { approved_at: string };
  'invoice.rejected': InvoiceEvent & { rejected_at: string; rejection_reason: string };
  'invoice.voided': InvoiceEvent & { voided_at: string; void_reason: string };
  'invoice.credited': InvoiceEvent & {
    credit_note_id: number;
    credit_note_number: string;
    amount: number;
    reason: string;
    credited_at: string;
    amount_due: number;
  };
  'invoice.credit_cancelled': InvoiceEvent & {
    credit_note_id: number;
    credit_note_number: string;
    amount: number;
    reason: string;
    cancelled_at: string;
    amount_due: number;
  };
  'invoice.payment_recorded': InvoiceEvent & PaymentEvent;
  'invoice.payment_reversed': InvoiceEvent & {
    payment_id: number;
    payment_external_id: string | null;
    reversal_id: number;
    amount: number;
    reason: string;
    reversed_at: string;
    amount_paid: number;
    amount_due: number;
  };
  'invoice.paid': InvoiceEvent & { paid_at: string; amount_paid: number };
  'vendor.created': VendorEvent & { created_at: string };
  'vendor.updated': VendorEvent & { updated_fields: string[]; updated_at: string };
  'vendor.bank_account_changed': VendorEvent & VendorBankAccountEvent;
  'budget.created': BudgetEvent & { created_at: string };
  'budget.updated': BudgetEvent & { updated_fields: string[]; updated_at: string };
  'budget.threshold_reached': BudgetThresholdEvent;
  'user.invited': UserEvent & { invited_at: string; expires_at: string };
  'user.activated': UserEvent & { activated_at: string };
  'user.deactivated': UserEvent & { deactivated_at: string };
  'webhook.test': { message: string };
}

/** Names a subscription may ask for. */
export const EVENT_NAMES = [
  'purchase_order.created',
  'purchase_order.submitted',
  'purchase_order.step_approved',
  'purchase_order.approved',
  'purchase_order.rejected',
  'purchase_order.withdrawn',
  'purchase_order.revised',
  'purchase_order.amended',
  'purchase_order.completed',
  'purchase_order.closed',
  'purchase_order.reopened',
  'purchase_order.cancelled',
  'purchase_order.deleted',
  'goods_receipt.posted',
  'goods_receipt.cancelled',
  'goods_receipt.returned',
  'invoice.created',
  'invoice.submitted',
  'invoice.withdrawn',
  'invoice.match_changed',
  'invoice.approved',
  'invoice.rejected',
  'invoice.voided',
  'invoice.credited',
  'invoice.credit_cancelled',
  'invoice.payment_recorded',
  'invoice.payment_reversed',
  'invoice.paid',
  'vendor.created',
  'vendor.updated',
  'vendor.bank_account_changed',
  'budget.created',
  'budget.updated',
  'budget.threshold_reached',
  'user.invited',
  'user.activated',
  'user.deactivated',
  'webhook.test',
] as const satisfies readonly (keyof EventData)[];

export type EventName = keyof EventData;
